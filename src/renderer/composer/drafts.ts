import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';
import type { MessageImage } from '../../shared/session';

/** What is being written to a session, kept while another one is shown. */
export interface Draft {
  readonly text: string;
  readonly images: readonly MessageImage[];
}

export const emptyDraft: Draft = { text: '', images: [] };
const draftsAtom = atom<ReadonlyMap<SessionId, Draft>>(new Map());

export const draftOfAtom = atom((get) => {
  const drafts = get(draftsAtom);
  return (id: SessionId): Draft => drafts.get(id) ?? emptyDraft;
});

export const changeDraftAtom = atom(null, (get, set, id: SessionId, change: (draft: Draft) => Draft) => {
  const drafts = get(draftsAtom);
  set(draftsAtom, new Map(drafts).set(id, change(drafts.get(id) ?? emptyDraft)));
});

/** Puts text back in front of what was written since. */
export const withTextBack = (draft: Draft, text: string): Draft => ({
  ...draft,
  text: draft.text.trim() === '' ? text : `${text}\n${draft.text}`,
});

/** Nobody will finish what was being written to a session that is closed. */
export const forgetClosedAtom = atom(null, (get, set, open: ReadonlySet<SessionId>) => {
  const drafts = get(draftsAtom);
  const kept = [...drafts].filter(([id]) => open.has(id));
  if (kept.length < drafts.size) set(draftsAtom, new Map(kept));
});
