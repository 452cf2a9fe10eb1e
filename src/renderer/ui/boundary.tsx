import { Component, type ReactNode } from 'react';

interface Failed {
  readonly message: string;
  /** Draws the contents once more. */
  retry(): void;
}

export interface BoundaryProps {
  /** The contents are drawn again when this becomes another value. */
  readonly resetOn?: unknown;
  readonly fallback: (failed: Failed) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly message: string | null;
  readonly resetOn: unknown;
}

/** Shows something else in the place of contents that can't be drawn, so that the rest of the window goes on working. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { message: null, resetOn: this.props.resetOn };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps({ resetOn }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(resetOn, state.resetOn) ? null : { message: null, resetOn };
  }

  /** React keeps caught errors from the window's 'error' event, which is how failures reach the log. */
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return this.props.fallback({ message, retry: () => this.setState({ message: null }) });
  }
}
