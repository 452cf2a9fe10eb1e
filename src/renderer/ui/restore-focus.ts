import { useState } from 'react';

/** Gives the focus back to what had it when this was first drawn. Radix does so only for a dialog with a trigger of its own. */
export function useFocusBack(): () => void {
  const [before] = useState(() => document.activeElement);
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
