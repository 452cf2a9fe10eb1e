import { useEffect } from 'react';

let lastClosedAt = Number.NEGATIVE_INFINITY;

/** For every dialog: notes the moment it goes away. */
export function useNoteDialogClosed(): void {
  useEffect(
    () => () => {
      lastClosedAt = performance.now();
    },
    [],
  );
}

/** A key that was meant for a dialog may come just after it closed. */
export const msSinceDialogClosed = (): number => performance.now() - lastClosedAt;
