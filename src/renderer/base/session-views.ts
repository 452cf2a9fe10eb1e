import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';

/** What of a session is in front: what was said, or its terminals. */
export type SessionViewName = 'transcript' | 'terminal';

export const otherView = (name: SessionViewName): SessionViewName => (name === 'transcript' ? 'terminal' : 'transcript');

const namesAtom = atom<ReadonlyMap<SessionId, SessionViewName>>(new Map());

/** Each session keeps its own while another is looked at. */
export const sessionViewAtom = atom((get) => {
  const names = get(namesAtom);
  return (id: SessionId): SessionViewName => names.get(id) ?? 'transcript';
});
export const showSessionViewAtom = atom(null, (_get, set, id: SessionId, name: SessionViewName) => {
  set(namesAtom, (before) => new Map(before).set(id, name));
});
