import type { Rect, VirtualItem } from '@tanstack/react-virtual';
import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';

/** Where a person is in a session's transcript, and what they opened there. */
export interface Place {
  /** The end is followed, or the person reads further up: which row is at the top, and how far it is scrolled away. */
  following: boolean;
  first: number;
  into: number;
  /** The heights of the rows around, so that coming back lands on the same line. */
  heights: readonly VirtualItem[];
  /** How large the view was, to begin with when coming back. */
  size: Rect | null;
  /** How many items there were when the person left the end. */
  seen: number;
  /** What was opened or closed by hand, by its key. */
  readonly folds: Map<string, boolean>;
}

/** Kept while another session is shown. Written as people scroll, which nothing is drawn for. */
export const placesAtom = atom(() => new Map<SessionId, Place>());

export const newPlace = (): Place => ({ following: true, first: 0, into: 0, heights: [], size: null, seen: 0, folds: new Map() });

/** Nobody comes back to a session that is closed. */
export const forgetPlacesAtom = atom(null, (get, _set, open: readonly { readonly id: SessionId }[]) => {
  const places = get(placesAtom);
  const ids = new Set(open.map(({ id }) => id));
  for (const id of places.keys()) if (!ids.has(id)) places.delete(id);
});

const stepsPrefix = 'steps:';

/** The fold of what the subagent of a call did. */
export const stepsFold = (toolUseId: string): string => `${stepsPrefix}${toolUseId}`;

/** The calls whose subagent's steps the person opened. */
export const openedSteps = ({ folds }: Place): string[] =>
  [...folds].flatMap(([key, open]) => (open && key.startsWith(stepsPrefix) ? [key.slice(stepsPrefix.length)] : []));
