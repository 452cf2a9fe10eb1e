import { Component, type ReactNode } from 'react';
import styles from './app.module.css';
import { report } from './base/report-failures';
import { Button } from './ui/button';

/** Replaces the whole window when rendering it fails. Sessions run in the main process and are not affected. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  /** An error that a boundary catches does not reach the window's 'error' event. */
  override componentDidCatch(error: unknown): void {
    report(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.failure}>
        <h1>This window ran into a problem</h1>
        <p>Your sessions are still running. The log has the details: Help, Open Logs.</p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload the window
        </Button>
      </main>
    );
  }
}
