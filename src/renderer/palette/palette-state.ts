import { atom } from 'jotai';

export const paletteOpenAtom = atom(false);
export const shortcutSheetOpenAtom = atom(false);
