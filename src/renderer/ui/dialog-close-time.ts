import { useEffect } from 'react';

let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Every dialog calls this, so that the time of its closing is known. */
export function useRecordDialogClose(): void {
  useEffect(
    () => () => {
      lastClosedAt = performance.now();
    },
    [],
  );
}

/** Milliseconds since a dialog last closed. A key press just after that may have been meant for the dialog. */
export const msSinceDialogClosed = (): number => performance.now() - lastClosedAt;
