import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { SessionId } from '../../shared/ids';
import { changeDraftAtom, type Draft, draftOfAtom, restoreDraftAtom, saveDraftAtom } from './drafts';

/** How long typing must pause before the draft is saved. */
const saveDelayMs = 250;
/** Saving a very long text blocks main's thread for a moment, so it is done less often. */
const longTextSaveDelayMs = 1_000;
const longText = 200_000;

/** The draft of a session, restored at mount and saved while the person types. */
export function useDraft(id: SessionId): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useAtomValue(draftOfAtom)(id);
  const change = useSetAtom(changeDraftAtom);
  const restore = useSetAtom(restoreDraftAtom);
  const save = useSetAtom(saveDraftAtom);

  useEffect(() => {
    restore(id).catch(reportError);
    const saveNow = (): void => void save(id).catch(reportError);
    addEventListener('pagehide', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [id, restore, save]);

  useEffect(() => {
    // An empty draft is saved at once, so that a sent message does not come back.
    const delay = draft.text === '' ? 0 : draft.text.length > longText ? longTextSaveDelayMs : saveDelayMs;
    const timer = setTimeout(() => void save(id).catch(reportError), delay);
    return () => clearTimeout(timer);
  }, [id, draft, save]);

  return [draft, (next) => change(id, next)];
}
