import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { asksAtom } from '../base/app-state';

/** A tool that checks an answer may ask again. Until it has had this long, its prompt stays where it is. */
export const repromptMs = 500;

/** Prompts that this window has answered a moment ago. */
export const heldPromptsAtom = atom<ReadonlyMap<AskId, Ask>>(new Map());

export const holdPromptAtom = atom(null, (get, set, ask: Ask) => set(heldPromptsAtom, new Map(get(heldPromptsAtom)).set(ask.id, ask)));
/** A newer prompt of the same call that is held by now stays. */
export const releasePromptAtom = atom(null, (get, set, ask: Ask) => {
  if (get(heldPromptsAtom).get(ask.id) === ask) set(heldPromptsAtom, new Map([...get(heldPromptsAtom)].filter(([id]) => id !== ask.id)));
});

/** The asks to show, oldest first: those that are pending, and prompts that may be repeated in the same place. */
export const shownAsksAtom = atom<readonly Ask[]>((get) => {
  const asks = get(asksAtom);
  const pending = new Set(asks.map(({ id }) => id));
  const held = [...get(heldPromptsAtom).values()].filter(({ id }) => !pending.has(id));
  return held.length === 0 ? asks : [...asks, ...held].toSorted((one, other) => one.askedAt - other.askedAt);
});

/** Whether two versions of an ask are different prompts of the same call. */
export const isOtherPrompt = (before: Pick<Ask, 'interaction'>, after: Pick<Ask, 'interaction'>): boolean =>
  before.interaction?.id !== after.interaction?.id;
