import type { createStore } from 'jotai';
import type { WindowCommand } from '../shared/contract';
import { appInfoAtom, newSessionOpenAtom, noticesAtom } from './app-state';
import { host } from './host';

type Store = ReturnType<typeof createStore>;

/** The one writer of what the window copies from the main process. Listens first, then asks, so that nothing falls between. */
export async function connectHost(store: Store): Promise<void> {
  host.on('notices.changed', (notices) => store.set(noticesAtom, notices));
  host.on('window.command', (command) => carryOut(store, command));
  const info = await host.request('app.info');
  store.set(appInfoAtom, info);
  store.set(noticesAtom, info.notices);
}

function carryOut(store: Store, command: WindowCommand): void {
  switch (command) {
    case 'new-session':
      store.set(newSessionOpenAtom, true);
  }
}
