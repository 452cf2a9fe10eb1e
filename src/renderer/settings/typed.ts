import { useEffect, useRef, useState } from 'react';

/**
 * A text that is kept when its field is left, on Enter, or when the dialog closes around it: half a path is not worth
 * keeping. What was typed stays in the field, also where it could not be kept.
 */
export function useTyped(kept: string, keep: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    if (draft !== null && draft.trim() !== kept) keep(draft.trim());
  };
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => () => latest.current(), []);
  return { text: draft ?? kept, type: setDraft, keep: finish };
}
