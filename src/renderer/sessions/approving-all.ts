import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';

/** The session for which a person is asked whether everything may be approved. */
export const approvingAllAtom = atom<SessionId | null>(null);
