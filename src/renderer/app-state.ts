import { atom } from 'jotai';
import type { AppInfo } from '../shared/contract';
import type { Notice } from '../shared/notice';

/** Copied from the main process by connect-host.ts, which alone writes them. */
export const appInfoAtom = atom<AppInfo | null>(null);
export const noticesAtom = atom<readonly Notice[]>([]);

/** The window's own. */
export const newSessionOpenAtom = atom(false);
