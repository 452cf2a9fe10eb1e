import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';

/** Nothing opens under the hands of somebody who types: so long after the last key it may. */
export const quietMs = 1_500;
/** Whoever presses this soon after the first frame that shows an ask meant something else. */
export const inertMs = 400;

/** What the dialog shows, and what it is not to show by itself. */
export interface DialogState {
  readonly shown: { readonly ask: Ask; readonly openedAt: number } | null;
  /** What is shown no longer waits, and has no buttons. */
  readonly gone: boolean;
  /** They go on waiting, in their card and in the inbox. */
  readonly putAway: ReadonlySet<AskId>;
  /** Answered in this window, so nobody has to be told that they are gone. */
  readonly answeredHere: ReadonlySet<AskId>;
}

export const nothingShown: DialogState = { shown: null, gone: false, putAway: new Set(), answeredHere: new Set() };

/** What the dialog depends on. */
export interface DialogWorld {
  /** Oldest first. */
  readonly waiting: readonly Ask[];
  /** Something else has the person's attention: another dialog, or the inbox. */
  readonly held: boolean;
  readonly lastKeyAt: number;
  readonly now: number;
}

const nextOf = ({ putAway, answeredHere }: DialogState, waiting: readonly Ask[]): Ask | undefined =>
  waiting.find(({ id }) => !putAway.has(id) && !answeredHere.has(id));

/**
 * The dialog after something changed. What is shown stays until it is answered here or put away, also when it was answered
 * elsewhere: nothing else takes its place under the pointer. When that one waits again, it has just appeared.
 */
export function nextDialog(state: DialogState, { waiting, held, lastKeyAt, now }: DialogWorld): DialogState {
  const isWaiting = (id: AskId): boolean => waiting.some((ask) => ask.id === id);
  const still = state.shown && state.answeredHere.has(state.shown.ask.id) ? null : state.shown;
  const gone = still !== null && !isWaiting(still.ask.id);
  const current = still && waiting.find(({ id }) => id === still.ask.id);
  const anew = current && (state.gone || current.fingerprint !== still.ask.fingerprint);
  const shown = anew ? { ask: current, openedAt: now } : still;
  const kept: DialogState = {
    shown,
    gone,
    putAway: only(state.putAway, isWaiting),
    answeredHere: only(state.answeredHere, isWaiting),
  };
  const next = shown === null && !held && now - lastKeyAt >= quietMs ? nextOf(kept, waiting) : undefined;
  return next ? { ...kept, shown: { ask: next, openedAt: now } } : isSame(kept, state) ? state : kept;
}

/** How long until the dialog would open by itself; null when nothing is to open, or something other than time is in the way. */
export function opensInMs(state: DialogState, { waiting, held, lastKeyAt, now }: DialogWorld): number | null {
  if (state.shown !== null || held || nextOf(state, waiting) === undefined) return null;
  return Math.max(0, lastKeyAt + quietMs - now);
}

/** The person wants to see it, whatever they do and whatever was put away. */
export const showNow = (state: DialogState, ask: Ask, now: number): DialogState => ({
  ...state,
  shown: state.shown?.ask.id === ask.id ? state.shown : { ask, openedAt: now },
  gone: state.gone && state.shown?.ask.id === ask.id,
  putAway: only(state.putAway, (id) => id !== ask.id),
});

/**
 * Out of the way, with all that waits behind it: they go on waiting and don't come up again by themselves. What was answered
 * elsewhere is merely closed.
 */
export function putAway(state: DialogState, waiting: readonly Ask[]): DialogState {
  const { shown } = state;
  if (!shown) return state;
  const waits = waiting.some(({ id }) => id === shown.ask.id);
  return { ...state, shown: null, putAway: waits ? new Set(waiting.map(({ id }) => id)) : state.putAway };
}

/** The answer was this window's, and the main process has it. */
export const answeredHere = (state: DialogState, id: AskId): DialogState => ({
  ...state,
  answeredHere: new Set([...state.answeredHere, id]),
});

function only(ids: ReadonlySet<AskId>, keep: (id: AskId) => boolean): ReadonlySet<AskId> {
  const kept = [...ids].filter(keep);
  return kept.length === ids.size ? ids : new Set(kept);
}

const isSame = (a: DialogState, b: DialogState): boolean =>
  a.shown === b.shown && a.gone === b.gone && a.putAway === b.putAway && a.answeredHere === b.answeredHere;
