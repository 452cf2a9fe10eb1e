import { atom } from 'jotai';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { MessageImage } from '../../shared/session';
import { host } from '../base/host';

/** What is being written to a session. The window's own; the main process keeps it for the next start. */
export interface Draft {
  readonly text: string;
  readonly images: readonly MessageImage[];
}

export const emptyDraft: Draft = { text: '', images: [] };
const draftsAtom = atom<ReadonlyMap<SessionId, Draft>>(new Map());
/** What the main process has of each draft; absent until it has said. */
const keptDraftsAtom = atom<ReadonlyMap<SessionId, Draft>>(new Map());

export const draftOfAtom = atom((get) => {
  const drafts = get(draftsAtom);
  return (id: SessionId): Draft => drafts.get(id) ?? emptyDraft;
});

export const changeDraftAtom = atom(null, (get, set, id: SessionId, change: (draft: Draft) => Draft) => {
  const drafts = get(draftsAtom);
  set(draftsAtom, new Map(drafts).set(id, change(drafts.get(id) ?? emptyDraft)));
});

/** Puts a message back in front of what was written since. */
export const withBack = (draft: Draft, { text, images }: Draft): Draft => ({
  text: draft.text.trim() === '' ? text : text === '' ? draft.text : `${text}\n${draft.text}`,
  images: images.length === 0 ? draft.images : [...images, ...draft.images],
});

export const withTextBack = (draft: Draft, text: string): Draft => withBack(draft, { text, images: [] });

/** Fetches what was written in an earlier life of the window, once. What was typed meanwhile stays. */
export const restoreDraftAtom = atom(null, async (get, set, id: SessionId): Promise<void> => {
  if (get(keptDraftsAtom).has(id)) return;
  const kept = await host.request('drafts.get', { id });
  if (get(keptDraftsAtom).has(id)) return;
  set(keptDraftsAtom, new Map(get(keptDraftsAtom)).set(id, kept));
  if (kept.text !== '' || kept.images.length > 0) set(changeDraftAtom, id, (since) => withBack(since, kept));
});

/** Hands the draft over to be kept. Text is sent alone: pictures are big, and seldom change. */
export const keepDraftAtom = atom(null, async (get, set, id: SessionId): Promise<void> => {
  const kept = get(keptDraftsAtom).get(id);
  const draft = get(draftsAtom).get(id);
  if (!kept || !draft) return;
  set(keptDraftsAtom, new Map(get(keptDraftsAtom)).set(id, draft));
  try {
    await Promise.all([
      draft.text === kept.text ? null : host.request('drafts.setText', { id, text: draft.text }),
      draft.images === kept.images ? null : host.request('drafts.setImages', { id, images: [...draft.images] }),
    ]);
  } catch (error) {
    // The session was closed in between. Whatever else it is, the draft is still in the window.
    if (!(error instanceof AppError)) throw error;
  }
});

/** Nobody will finish what was being written to a session that is closed. */
export const forgetClosedAtom = atom(null, (get, set, open: ReadonlySet<SessionId>) => {
  for (const drafts of [draftsAtom, keptDraftsAtom]) {
    const all = get(drafts);
    const left = [...all].filter(([id]) => open.has(id));
    if (left.length < all.size) set(drafts, new Map(left));
  }
});
