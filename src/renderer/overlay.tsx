import { type ReactNode, Suspense } from 'react';
import { PartBoundary } from './ui/part-boundary';

interface OverlayProps {
  /** Its name in an error message. */
  readonly name: string;
  /** Falsy while it is closed. */
  readonly children: ReactNode;
}

/** A dialog or panel over the window. It is loaded on first use, and its failure does not affect the rest. */
export function Overlay({ name, children }: OverlayProps) {
  return (
    // Reopening it after a failure tries again.
    <PartBoundary name={name} floating resetOn={Boolean(children)}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
