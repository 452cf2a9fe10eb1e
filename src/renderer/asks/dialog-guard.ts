import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { isOtherPrompt } from './held-prompts';

/** The dialog waits this long after the last key, so that it never opens while the person types. */
export const quietMs = 1_500;
/** A press this soon after the first frame with an ask was meant for something else. */
export const inertMs = 400;

/** The ask that the dialog shows, and those that it must not open by itself. */
export interface DialogState {
  readonly shown: { readonly ask: Ask; readonly openedAt: number } | null;
  /** The shown ask is no longer pending, so it has no buttons. */
  readonly gone: boolean;
  /** Dismissed asks. They stay pending in their card and in the inbox. */
  readonly dismissed: ReadonlySet<AskId>;
  /** Asks that this window answered, so the person knows that they are gone. */
  readonly answeredHere: ReadonlySet<AskId>;
}

export const nothingShown: DialogState = { shown: null, gone: false, dismissed: new Set(), answeredHere: new Set() };

/** The facts that the dialog depends on. */
export interface DialogWorld {
  /** Oldest first. */
  readonly waiting: readonly Ask[];
  /** Those of them that were answered here a moment ago, and whose tools may ask again. */
  readonly answered?: ReadonlyMap<AskId, Ask>;
  /** Something else is open that the dialog must not cover. */
  readonly held: boolean;
  readonly lastKeyAt: number;
  readonly now: number;
}

const nextOf = ({ dismissed, answeredHere }: DialogState, { waiting, answered }: DialogWorld): Ask | undefined =>
  waiting.find((ask) => !dismissed.has(ask.id) && !answeredHere.has(ask.id) && answered?.get(ask.id) !== ask);

/**
 * Returns the dialog after a change. The shown ask stays until the person answers or dismisses it here, even if another surface
 * answered it, so that no other ask takes its place under the pointer. If it becomes pending again, it counts as new.
 */
export function updateDialog(state: DialogState, world: DialogWorld): DialogState {
  const { waiting, held, lastKeyAt, now } = world;
  const isWaiting = (id: AskId): boolean => waiting.some((ask) => ask.id === id);
  const still = state.shown && state.answeredHere.has(state.shown.ask.id) ? null : state.shown;
  const gone = still !== null && !isWaiting(still.ask.id);
  const current = still && waiting.find(({ id }) => id === still.ask.id);
  const isOther = (one: Ask, other: Ask): boolean => one.fingerprint !== other.fingerprint || isOtherPrompt(one, other);
  const anew = current && (state.gone || isOther(current, still.ask));
  const shown = anew ? { ask: current, openedAt: now } : still;
  const kept: DialogState = {
    shown,
    gone,
    dismissed: only(state.dismissed, isWaiting),
    answeredHere: only(state.answeredHere, isWaiting),
  };
  const next = shown === null && !held && now - lastKeyAt >= quietMs ? nextOf(kept, world) : undefined;
  return next ? { ...kept, shown: { ask: next, openedAt: now } } : isSame(kept, state) ? state : kept;
}

/** Returns how long until the dialog opens by itself; null if there is nothing to open, or if more than time holds it back. */
export function opensInMs(state: DialogState, world: DialogWorld): number | null {
  const { held, lastKeyAt, now } = world;
  if (state.shown !== null || held || nextOf(state, world) === undefined) return null;
  return Math.max(0, lastKeyAt + quietMs - now);
}

/** Shows an ask that the person chose, even a dismissed one and even while they type. */
export const showAsk = (state: DialogState, ask: Ask, now: number): DialogState => ({
  ...state,
  shown: state.shown?.ask.id === ask.id ? state.shown : { ask, openedAt: now },
  gone: state.gone && state.shown?.ask.id === ask.id,
  dismissed: only(state.dismissed, (id) => id !== ask.id),
});

/**
 * Dismisses the dialog and every pending ask behind it. They stay pending, but the dialog no longer opens for them by itself. An
 * ask that another surface answered is only closed.
 */
export function dismiss(state: DialogState, waiting: readonly Ask[]): DialogState {
  const { shown } = state;
  if (!shown) return state;
  const waits = waiting.some(({ id }) => id === shown.ask.id);
  return { ...state, shown: null, dismissed: waits ? new Set(waiting.map(({ id }) => id)) : state.dismissed };
}

/** Records that the main process has accepted an answer from this window. */
export const markAnsweredHere = (state: DialogState, id: AskId): DialogState => ({
  ...state,
  answeredHere: new Set([...state.answeredHere, id]),
});

function only(ids: ReadonlySet<AskId>, keep: (id: AskId) => boolean): ReadonlySet<AskId> {
  const kept = [...ids].filter(keep);
  return kept.length === ids.size ? ids : new Set(kept);
}

const isSame = (a: DialogState, b: DialogState): boolean =>
  a.shown === b.shown && a.gone === b.gone && a.dismissed === b.dismissed && a.answeredHere === b.answeredHere;
