import { useRef } from 'react';
import { msSinceDialogClosed } from '../ui/dialog-close-time';

/** The second within this time counts. */
const twiceMs = 500;
/** Esc may have been meant for a dialog that has just gone. */
const afterDialogMs = 1_000;

/** Returns what to call on each Esc; the second one in a row does it. */
export function useEscTwice(act: () => void): () => void {
  const firstAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (msSinceDialogClosed() < afterDialogMs) return;
    if (now - firstAt.current <= twiceMs) {
      firstAt.current = Number.NEGATIVE_INFINITY;
      act();
    } else firstAt.current = now;
  };
}
