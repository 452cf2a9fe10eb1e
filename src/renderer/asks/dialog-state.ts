import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AskId, SessionId } from '../../shared/ids';
import {
  approvingAllAtom,
  asksAtom,
  closingAtom,
  decisionsOpenAtom,
  newSessionOpenAtom,
  paletteOpenAtom,
  sessionsAtom,
  settingsOpenAtom,
  shortcutHelpOpenAtom,
  terminalQuestionOpenAtom,
} from '../base/app-state';
import { answeredHere, type DialogState, nextDialog, nothingShown, putAway, showNow } from './dialog-guard';

const stateAtom = atom<DialogState>(nothingShown);
const inboxAtom = atom(false);

/** An input method is at work: its keys are not all told, and its Enter is its own. */
export const composingAtom = atom(false);

const holders = [
  newSessionOpenAtom,
  decisionsOpenAtom,
  paletteOpenAtom,
  shortcutHelpOpenAtom,
  terminalQuestionOpenAtom,
  inboxAtom,
  composingAtom,
] as const;

/** Asks don't open over another dialog, nor over the inbox, where they are being answered already, nor into a word that is being composed. */
export const dialogHeldAtom = atom((get) => {
  // A question about a session goes with it.
  const isThere = (id: SessionId | null): boolean => get(sessionsAtom)?.sessions.some((one) => one.id === id) === true;
  return holders.some((open) => get(open)) || get(settingsOpenAtom) !== null || isThere(get(closingAtom)) || isThere(get(approvingAllAtom));
});

export const dialogStateAtom = atom((get) => get(stateAtom));
/** Takes in what changed: what waits, what holds the dialog back, and the time since the last key. */
export const advanceDialogAtom = atom(null, (get, set, lastKeyAt: number) => {
  const world = { waiting: get(asksAtom), held: get(dialogHeldAtom), lastKeyAt, now: Date.now() };
  set(stateAtom, nextDialog(get(stateAtom), world));
});
export const showAskAtom = atom(null, (get, set, ask: Ask) => set(stateAtom, showNow(get(stateAtom), ask, Date.now())));
export const putAskAwayAtom = atom(null, (get, set) => set(stateAtom, putAway(get(stateAtom), get(asksAtom))));
/** No session is left, and nothing to be shown of any. */
export const clearDialogAtom = atom(null, (_get, set) => set(stateAtom, nothingShown));
export const answeredHereAtom = atom(null, (get, set, id: AskId) => set(stateAtom, answeredHere(get(stateAtom), id)));
/** Whoever opens the inbox answers there. */
export const inboxOpenAtom = atom(
  (get) => get(inboxAtom),
  (_get, set, open: boolean) => {
    if (open) set(putAskAwayAtom);
    set(inboxAtom, open);
  },
);
