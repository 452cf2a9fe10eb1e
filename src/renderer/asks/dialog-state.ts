import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { AskId, SessionId } from '../../shared/ids';
import {
  approvingAllAtom,
  closingAtom,
  decisionsOpenAtom,
  newSessionOpenAtom,
  paletteOpenAtom,
  sessionsAtom,
  settingsOpenAtom,
  shortcutHelpOpenAtom,
  terminalQuestionOpenAtom,
} from '../base/app-state';
import { type DialogState, dismiss, markAnsweredHere, nothingShown, showAsk, updateDialog } from './dialog-guard';
import { heldPromptsAtom, shownAsksAtom } from './held-prompts';

const stateAtom = atom<DialogState>(nothingShown);
const inboxAtom = atom(false);

/** An input method is composing. The page does not see all of its keys, and its Enter does not submit. */
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

/** The ask dialog does not open over another dialog, over the inbox, where people answer too, or while a word is being composed. */
export const dialogHeldAtom = atom((get) => {
  // A question about a session disappears with the session.
  const isThere = (id: SessionId | null): boolean => get(sessionsAtom)?.sessions.some((one) => one.id === id) === true;
  return holders.some((open) => get(open)) || get(settingsOpenAtom) !== null || isThere(get(closingAtom)) || isThere(get(approvingAllAtom));
});

export const dialogStateAtom = atom((get) => get(stateAtom));
/** Updates the dialog after any fact that it depends on has changed. */
export const advanceDialogAtom = atom(null, (get, set, lastKeyAt: number) => {
  const world = { waiting: get(shownAsksAtom), answered: get(heldPromptsAtom), held: get(dialogHeldAtom), lastKeyAt, now: Date.now() };
  set(stateAtom, updateDialog(get(stateAtom), world));
});
export const showAskAtom = atom(null, (get, set, ask: Ask) => set(stateAtom, showAsk(get(stateAtom), ask, Date.now())));
export const dismissAskAtom = atom(null, (get, set) => set(stateAtom, dismiss(get(stateAtom), get(shownAsksAtom))));
/** Closes the dialog when no session is left. */
export const clearDialogAtom = atom(null, (_get, set) => set(stateAtom, nothingShown));
export const markAnsweredHereAtom = atom(null, (get, set, id: AskId) => set(stateAtom, markAnsweredHere(get(stateAtom), id)));
/** Opening the inbox dismisses the dialog, because the person answers in the inbox. */
export const inboxOpenAtom = atom(
  (get) => get(inboxAtom),
  (_get, set, open: boolean) => {
    if (open) set(dismissAskAtom);
    set(inboxAtom, open);
  },
);
