import { Component, type ReactNode } from 'react';

interface Failed {
  readonly message: string;
  /** Renders the contents again. */
  retry(): void;
}

export interface BoundaryProps {
  /** When this value changes, the contents are rendered again. */
  readonly resetOn?: unknown;
  readonly fallback: (failed: Failed) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly message: string | null;
  readonly resetOn: unknown;
}

/** An error boundary: shows the fallback if the contents can't be rendered, so that the rest of the window keeps working. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { message: null, resetOn: this.props.resetOn };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps({ resetOn }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(resetOn, state.resetOn) ? null : { message: null, resetOn };
  }

  /** A caught error does not reach the window's 'error' event, which writes failures to the log. */
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return this.props.fallback({ message, retry: () => this.setState({ message: null }) });
  }
}
