import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field that is saved on blur, on Enter, or when the dialog closes, because half a path is not worth saving.
 * The typed text stays in the field even if it can't be saved.
 */
export function useTypedText(saved: string, save: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    if (draft !== null && draft.trim() !== saved) save(draft.trim());
  };
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => () => latest.current(), []);
  return { text: draft ?? saved, type: setDraft, save: finish };
}
