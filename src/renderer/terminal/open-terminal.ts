import { atom } from 'jotai';
import { messageOf } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import { host } from '../base/host';
import { screensAtom } from './screens';
import { chooseTerminalAtom } from './session-terminals';

type Opening = { readonly state: 'opening' } | { readonly state: 'failed'; readonly message: string };

const openingsAtom = atom<ReadonlyMap<SessionId, Opening>>(new Map());

export const openingOfAtom = atom((get) => {
  const openings = get(openingsAtom);
  return (id: SessionId): Opening | null => openings.get(id) ?? null;
});

/** Opens another terminal and shows it. Each session opens at most one at a time. */
export const openTerminalAtom = atom(
  null,
  async (get, set, session: SessionId, what: 'terminals.create' | 'sessions.continueInTerminal') => {
    if (get(openingOfAtom)(session)?.state === 'opening') return;
    const setOpening = (opening: Opening | null): void =>
      set(openingsAtom, (before) => {
        const after = new Map(before);
        if (opening) after.set(session, opening);
        else after.delete(session);
        return after;
      });
    setOpening({ state: 'opening' });
    try {
      const { id } = await host.request(what, { session, size: get(screensAtom).size });
      set(chooseTerminalAtom, session, id);
      setOpening(null);
    } catch (error) {
      setOpening({ state: 'failed', message: messageOf(error) });
    }
  },
);
