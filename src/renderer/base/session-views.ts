import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';

/** The views of a session, of which one is shown. `mcp` is its MCP servers. */
export type SessionViewName = 'transcript' | 'terminal' | 'mcp';

/** The view to switch to. From any other, the way leads back to the conversation. */
export const otherView = (name: SessionViewName): SessionViewName => (name === 'transcript' ? 'terminal' : 'transcript');

const namesAtom = atom<ReadonlyMap<SessionId, SessionViewName>>(new Map());

/** The view of each session, kept while another session is active. */
export const sessionViewAtom = atom((get) => {
  const names = get(namesAtom);
  return (id: SessionId): SessionViewName => names.get(id) ?? 'transcript';
});
export const showSessionViewAtom = atom(null, (_get, set, id: SessionId, name: SessionViewName) => {
  set(namesAtom, (before) => new Map(before).set(id, name));
});
