import { atom } from 'jotai';

/** Whether the bar to find something in the transcript is open. */
export const findOpenAtom = atom(false);
