import type { Rect, VirtualItem } from '@tanstack/react-virtual';
import { atom, type PrimitiveAtom } from 'jotai';
import type { SessionId } from '../../shared/ids';
import { transcriptAtom } from '../base/app-state';

/** The person's position in a session's transcript, and what they opened there. */
export interface Place {
  /** Whether the view stays at the end. If not, the person reads further up. */
  readonly followingAtom: PrimitiveAtom<boolean>;
  /** The row at the top of the view, and how many pixels of it are scrolled out of view. */
  first: number;
  into: number;
  /** The heights of the rows around it, so that the person returns to the same line. */
  heights: readonly VirtualItem[];
  /** The size of the view, so that returning needs no layout to measure it. */
  size: Rect | null;
  /** How many items there were when the person left the end. */
  seen: number;
  /** What the person opened or closed, by its key. */
  readonly folds: Map<string, boolean>;
  /** The calls whose subagent's steps are open. */
  readonly openStepsAtom: PrimitiveAtom<ReadonlySet<string>>;
}

/** Kept while another session is shown. The fields that are not atoms change while people scroll, and nothing renders for them. */
export const placesAtom = atom(() => new Map<SessionId, Place>());

export const newPlace = (): Place => ({
  followingAtom: atom(true),
  first: 0,
  into: 0,
  heights: [],
  size: null,
  seen: 0,
  folds: new Map(),
  openStepsAtom: atom<ReadonlySet<string>>(new Set<string>()),
});

/** Starts or stops following the end of the transcript that is shown. */
export const followEndAtom = atom(null, (get, set, place: Place, follows: boolean) => {
  if (!follows && get(place.followingAtom)) place.seen = get(transcriptAtom)?.total ?? 0;
  set(place.followingAtom, follows);
});

/** Nobody returns to a closed session. */
export const forgetPlacesAtom = atom(null, (get, _set, open: readonly { readonly id: SessionId }[]) => {
  const places = get(placesAtom);
  const ids = new Set(open.map(({ id }) => id));
  for (const id of places.keys()) if (!ids.has(id)) places.delete(id);
});
