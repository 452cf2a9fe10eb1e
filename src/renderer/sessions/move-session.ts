import { activate } from '../base/activate-session';
import { sessionsAtom } from '../base/app-state';
import { host } from '../base/host';
import type { Store } from '../base/store';
import { steppedOrder } from './tab-order';
import { asListAtom, sessionsShownAtom, tabAnnouncementAtom } from './tabs-state';

/** Moves a session, by default the active one, by one position. */
export async function moveSession(store: Store, by: 1 | -1, id = store.get(sessionsAtom)?.active ?? null): Promise<void> {
  const ids = id && steppedOrder(store.get(sessionsShownAtom), id, by, store.get(asListAtom));
  if (!ids) return;
  await host.request('sessions.reorder', { ids });
  store.set(tabAnnouncementAtom, `Moved to place ${ids.indexOf(id) + 1} of ${ids.length}`);
}

/** Activates the next or the previous session, wrapping around. */
export async function stepSession(store: Store, by: 1 | -1): Promise<void> {
  const sessions = store.get(sessionsShownAtom);
  const at = sessions.findIndex(({ id }) => id === store.get(sessionsAtom)?.active);
  const next = sessions[(at + by + sessions.length) % sessions.length];
  if (next) await activate(store, next.id);
}

/** Activates the next session that waits for a person. */
export async function activateNextWaiting(store: Store): Promise<void> {
  const sessions = store.get(sessionsShownAtom);
  const at = sessions.findIndex(({ id }) => id === store.get(sessionsAtom)?.active);
  const next = [...sessions.slice(at + 1), ...sessions.slice(0, at + 1)].find(({ waiting }) => waiting > 0);
  if (next) await activate(store, next.id);
}
