import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { SessionId } from '../../shared/ids';
import { changeDraftAtom, type Draft, draftOfAtom, keepDraftAtom, restoreDraftAtom } from './drafts';

/** How long typing must rest before the draft is kept. */
const restMs = 250;
/** Keeping a very long text takes a moment of the one thread that serves everything. */
const longRestMs = 1_000;
const longText = 200_000;

/** The draft of the shown session: brought back from the last time, and kept for the next. */
export function useDraft(id: SessionId): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useAtomValue(draftOfAtom)(id);
  const change = useSetAtom(changeDraftAtom);
  const restore = useSetAtom(restoreDraftAtom);
  const keep = useSetAtom(keepDraftAtom);

  useEffect(() => {
    restore(id).catch(reportError);
    const keepNow = (): void => void keep(id).catch(reportError);
    addEventListener('pagehide', keepNow);
    return () => {
      removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [id, restore, keep]);

  useEffect(() => {
    // What was sent must not come back: its end is told at once.
    const rest = draft.text === '' ? 0 : draft.text.length > longText ? longRestMs : restMs;
    const timer = setTimeout(() => void keep(id).catch(reportError), rest);
    return () => clearTimeout(timer);
  }, [id, draft, keep]);

  return [draft, (next) => change(id, next)];
}
