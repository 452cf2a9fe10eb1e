import { useState } from 'react';

/** Returns a function that focuses the element that had the focus at mount. Radix does this only for a dialog with a trigger. */
export function useRestoreFocus(): () => void {
  const [before] = useState(() => document.activeElement);
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
