import type { SessionList } from '../shared/session';
import { inboxOpenAtom, showAskAtom } from './asks/dialog-state';
import {
  appInfoAtom,
  asksAtom,
  claudeAtom,
  costsAtom,
  newSessionFolderAtom,
  newSessionOpenAtom,
  noticesAtom,
  outlivedAtom,
  rulesAtom,
  sessionsAtom,
  terminalsAtom,
  watchedTranscriptAtom,
} from './base/app-state';
import { host } from './base/host';
import { report } from './base/report-failures';
import type { Store } from './base/store';
import { forgetClosedAtom } from './composer/drafts';
import { copy, copyAsks, copySettings } from './copied-state';
import { withKept } from './kept-values';
import { runAction } from './palette/actions';
import { forgetPlacesAtom } from './transcript/places';
import { WatchedTranscript } from './transcript/watched-transcript';

/** The one writer of what the window copies from the main process; what the inbox window copies too is in copied-state.ts. */
export async function connectHost(store: Store): Promise<void> {
  const transcript = new WatchedTranscript(store);
  store.set(watchedTranscriptAtom, transcript);
  const takeSessions = (list: SessionList): void => {
    store.set(sessionsAtom, (before) => ({ ...list, sessions: [...withKept(before?.sessions ?? [], list.sessions)] }));
    store.set(forgetClosedAtom, new Set(list.sessions.map(({ id }) => id)));
    store.set(forgetPlacesAtom, list.sessions);
    void transcript.show(list.active);
  };

  host.on('window.command', (command) => {
    if (command === 'open-given-folder') void openGivenFolder(store).catch(report);
    else if (command === 'open-inbox') store.set(inboxOpenAtom, true);
    else runAction(store, command);
  });
  host.on('asks.show', (id) => {
    const ask = store.get(asksAtom).find((one) => one.id === id);
    if (ask) store.set(showAskAtom, ask);
  });
  host.on('transcript.changed', (update) => transcript.update(update));
  await Promise.all([
    copy('sessions.changed', () => host.request('sessions.list'), takeSessions),
    copyAsks(store),
    copySettings(store),
    copy(
      'claude.changed',
      () => host.request('claude.status'),
      (claude) => store.set(claudeAtom, claude),
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
      'terminals.changed',
      () => host.request('terminals.connect'),
      (terminals) => store.set(terminalsAtom, terminals),
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
  // Adding them up opens the ledger, which nothing else at the start needs.
  requestIdleCallback(() => {
    copy(
      'costs.changed',
      () => host.request('ledger.costs'),
      (costs) => store.set(costsAtom, costs),
    ).catch(report);
  });
}

/** `signalbox <folder>`: a new session there. The main process hands it over once. */
async function openGivenFolder(store: Store): Promise<void> {
  const folder = await host.request('folders.given');
  if (folder === null) return;
  store.set(newSessionFolderAtom, folder);
  store.set(newSessionOpenAtom, true);
}
