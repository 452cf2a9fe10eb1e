import { sessionsAtom } from './base/app-state';
import { host } from './base/host';
import type { Store } from './base/store';
import { copy, copyAsks, copySettings } from './copied-state';

/** What the small inbox window copies. It watches no transcript and no terminal: those belong to the main window. */
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
