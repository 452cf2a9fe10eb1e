import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import { Button } from './button';
import styles from './part-boundary.module.css';

interface PartBoundaryProps {
  /** The name of this part in the error message. */
  readonly name: string;
  /** The part is an overlay, so the error message is one too. */
  readonly floating?: boolean;
  readonly resetOn?: unknown;
  readonly children: ReactNode;
}

/** An error boundary for a part of the window, with a button to try again. */
export function PartBoundary({ name, floating = false, resetOn, children }: PartBoundaryProps) {
  return (
    <Boundary
      resetOn={resetOn}
      fallback={({ message, retry }) => (
        <div role="alert" className={`${styles.part} ${floating ? styles.floating : ''}`}>
          <p>{name} can’t be shown.</p>
          <Button small onClick={retry}>
            Try again
          </Button>
          <details>
            <summary>Details</summary>
            {message}
          </details>
        </div>
      )}
    >
      {children}
    </Boundary>
  );
}
