import { atom } from 'jotai';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { MessageImage } from '../../shared/session';
import { host } from '../base/host';

/** An unsent message. The window owns it; the main process saves a copy for the next start. */
export interface Draft {
  readonly text: string;
  readonly images: readonly MessageImage[];
}

export const emptyDraft: Draft = { text: '', images: [] };
const draftsAtom = atom<ReadonlyMap<SessionId, Draft>>(new Map());
/** Each draft as the main process last saved it; absent until it has been read. */
const savedDraftsAtom = atom<ReadonlyMap<SessionId, Draft>>(new Map());

export const draftOfAtom = atom((get) => {
  const drafts = get(draftsAtom);
  return (id: SessionId): Draft => drafts.get(id) ?? emptyDraft;
});

export const changeDraftAtom = atom(null, (get, set, id: SessionId, change: (draft: Draft) => Draft) => {
  const drafts = get(draftsAtom);
  set(draftsAtom, new Map(drafts).set(id, change(drafts.get(id) ?? emptyDraft)));
});

/** Puts a message in front of the text that was typed since. */
export const prependMessage = (draft: Draft, { text, images }: Draft): Draft => ({
  text: draft.text.trim() === '' ? text : text === '' ? draft.text : `${text}\n${draft.text}`,
  images: images.length === 0 ? draft.images : [...images, ...draft.images],
});

export const prependText = (draft: Draft, text: string): Draft => prependMessage(draft, { text, images: [] });

/** Reads the saved draft once. Text that was typed meanwhile stays. */
export const restoreDraftAtom = atom(null, async (get, set, id: SessionId): Promise<void> => {
  if (get(savedDraftsAtom).has(id)) return;
  const saved = await host.request('drafts.get', { id });
  if (get(savedDraftsAtom).has(id)) return;
  set(savedDraftsAtom, new Map(get(savedDraftsAtom)).set(id, saved));
  if (saved.text !== '' || saved.images.length > 0) set(changeDraftAtom, id, (since) => prependMessage(since, saved));
});

/** Saves the draft. Text and pictures are sent separately, because pictures are big and seldom change. */
export const saveDraftAtom = atom(null, async (get, set, id: SessionId): Promise<void> => {
  const saved = get(savedDraftsAtom).get(id);
  const draft = get(draftsAtom).get(id);
  if (!saved || !draft) return;
  set(savedDraftsAtom, new Map(get(savedDraftsAtom)).set(id, draft));
  try {
    await Promise.all([
      draft.text === saved.text ? null : host.request('drafts.setText', { id, text: draft.text }),
      draft.images === saved.images ? null : host.request('drafts.setImages', { id, images: [...draft.images] }),
    ]);
  } catch (error) {
    // The session was closed meanwhile. After any other failure the window still has the draft.
    if (!(error instanceof AppError)) throw error;
  }
});

/** Removes the drafts of closed sessions. */
export const dropClosedDraftsAtom = atom(null, (get, set, open: ReadonlySet<SessionId>) => {
  for (const drafts of [draftsAtom, savedDraftsAtom]) {
    const all = get(drafts);
    const left = [...all].filter(([id]) => open.has(id));
    if (left.length < all.size) set(drafts, new Map(left));
  }
});
