import { sessionsAtom } from './base/app-state';
import { host } from './base/host';
import type { Store } from './base/store';
import { copy, copyAsks, copySettings } from './copied-state';

/** Keeps the inbox window's copies of main's state up to date. It needs no transcript and no terminals. */
export async function connectInbox(store: Store): Promise<void> {
  await Promise.all([
    copyAsks(store),
    copySettings(store),
    copy(
      'sessions.changed',
      () => host.request('sessions.list'),
      (list) => store.set(sessionsAtom, list),
    ),
  ]);
}
