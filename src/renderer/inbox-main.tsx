import { createStore } from 'jotai';
import { InboxView } from './asks/inbox-view';
import { sessionsAtom } from './base/app-state';
import { host } from './base/host';
import { report, reportFailures } from './base/report-failures';
import type { Store } from './base/store';
import { copy, copyAsks, copySettings } from './copied-state';
import { mount } from './mount';
import { followAppearance } from './settings/follow-appearance';

reportFailures();
document.title = 'Waiting for you';

const store = createStore();
followAppearance(store);
// Render only after the first read, so that it never wrongly says that nothing waits.
connectInbox(store)
  .catch(report)
  .finally(() => mount(store, <InboxView />));

/** Keeps the inbox window's copies of main's state up to date. It needs no transcript and no terminals. */
async function connectInbox(store: Store): Promise<void> {
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
