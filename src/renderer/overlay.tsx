import { type ReactNode, Suspense } from 'react';
import { PartBoundary } from './ui/part-boundary';

interface OverlayProps {
  /** What people call it. */
  readonly name: string;
  /** Nothing while it is closed. */
  readonly children: ReactNode;
}

/** Something that lies over the window while it is open. It is loaded when it is first needed, and may fail by itself. */
export function Overlay({ name, children }: OverlayProps) {
  return (
    // Closing and opening it is a new try.
    <PartBoundary name={name} floating resetOn={Boolean(children)}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
