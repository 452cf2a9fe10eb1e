import { atom } from 'jotai';
import type { SessionId } from '../../shared/ids';
import type { TerminalId, TerminalSummary } from '../../shared/terminal';
import { terminalsAtom } from '../base/app-state';

const chosenAtom = atom<ReadonlyMap<SessionId, TerminalId>>(new Map());

export const terminalsOfAtom = atom((get) => {
  const terminals = get(terminalsAtom);
  return (id: SessionId): readonly TerminalSummary[] => terminals.filter(({ sessionId }) => sessionId === id);
});
/** The terminal that the person chose, or the newest. */
export const shownTerminalAtom = atom((get) => {
  const [of, chosen] = [get(terminalsOfAtom), get(chosenAtom)];
  return (id: SessionId): TerminalSummary | null => of(id).find((one) => one.id === chosen.get(id)) ?? of(id).at(-1) ?? null;
});
export const chooseTerminalAtom = atom(null, (_get, set, session: SessionId, terminal: TerminalId) => {
  set(chosenAtom, (before) => new Map(before).set(session, terminal));
});

/** The terminal that a session's conversation is handed over to, while `claude` runs there. */
export const terminalHandoffAtom = atom((get) => {
  const of = get(terminalsOfAtom);
  return (id: SessionId): TerminalSummary | null => of(id).find(({ runs, ended }) => runs === 'claude' && ended === null) ?? null;
});
