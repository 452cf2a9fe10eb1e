import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import { Button } from './button';
import styles from './part-boundary.module.css';

interface PartBoundaryProps {
  /** What people call this part of the window. */
  readonly name: string;
  /** It lies over the window, so the message does too. */
  readonly floating?: boolean;
  readonly resetOn?: unknown;
  readonly children: ReactNode;
}

/** A part of the window that may fail by itself. */
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
