import type { createStore } from 'jotai';
import { assertNever } from '../shared/assert';
import type { EventName, Payload, WindowCommand } from '../shared/contract';
import type { SessionList } from '../shared/session';
import {
  appInfoAtom,
  asksAtom,
  claudeAtom,
  inboxOpenAtom,
  newSessionOpenAtom,
  noticesAtom,
  outlivedAtom,
  rulesAtom,
  sessionsAtom,
  settingsAtom,
  settingsOpenAtom,
  watchedTranscriptAtom,
} from './app-state';
import { forgetClosedAtom } from './composer/drafts';
import { host } from './host';
import { WatchedTranscript } from './watched-transcript';

type Store = ReturnType<typeof createStore>;

/** The one writer of what the window copies from the main process. */
export async function connectHost(store: Store): Promise<void> {
  const transcript = new WatchedTranscript(store);
  store.set(watchedTranscriptAtom, transcript);
  const takeSessions = (list: SessionList): void => {
    store.set(sessionsAtom, list);
    store.set(forgetClosedAtom, new Set(list.sessions.map(({ id }) => id)));
    void transcript.show(list.active);
  };

  host.on('window.command', (command) => carryOut(store, command));
  host.on('transcript.changed', (update) => transcript.update(update));
  await Promise.all([
    copy('sessions.changed', () => host.request('sessions.list'), takeSessions),
    copy(
      'asks.changed',
      () => host.request('asks.list'),
      (asks) => store.set(asksAtom, asks),
    ),
    copy(
      'claude.changed',
      () => host.request('claude.status'),
      (claude) => store.set(claudeAtom, claude),
    ),
    copy(
      'settings.changed',
      () => host.request('settings.get'),
      (settings) => store.set(settingsAtom, settings),
    ),
    copy(
      'rules.changed',
      () => host.request('rules.list'),
      (rules) => store.set(rulesAtom, rules),
    ),
    copy(
      'outlived.changed',
      () => host.request('outlived.list'),
      (outlived) => store.set(outlivedAtom, outlived),
    ),
    copy(
      'notices.changed',
      async () => {
        const info = await host.request('app.info');
        store.set(appInfoAtom, info);
        return info.notices;
      },
      (notices) => store.set(noticesAtom, notices),
    ),
  ]);
}

/** Listens first, then asks, so that nothing falls between. What was told in the meantime is at least as new as the answer. */
async function copy<N extends EventName>(name: N, ask: () => Promise<Payload<N>>, take: (value: Payload<N>) => void): Promise<void> {
  let told = false;
  host.on(name, (value) => {
    told = true;
    take(value);
  });
  const answer = await ask();
  if (!told) take(answer);
}

function carryOut(store: Store, command: WindowCommand): void {
  switch (command) {
    case 'new-session':
      store.set(newSessionOpenAtom, true);
      return;
    case 'inbox':
      store.set(inboxOpenAtom, true);
      return;
    case 'settings':
      store.set(settingsOpenAtom, 'general');
      return;
    default:
      assertNever(command);
  }
}
