import type { SessionList } from '../shared/session';
import { inboxOpenAtom, showAskAtom } from './asks/dialog-state';
import {
  appInfoAtom,
  approvalsAtom,
  asksAtom,
  claudeAtom,
  costsAtom,
  newSessionFolderAtom,
  newSessionOpenAtom,
  noticesAtom,
  outlivedAtom,
  rulesAtom,
  sessionsAtom,
  settingsOpenAtom,
  terminalsAtom,
  toolsAtom,
  watchedTranscriptAtom,
} from './base/app-state';
import { host } from './base/host';
import { report } from './base/report-failures';
import type { Store } from './base/store';
import { dropClosedDraftsAtom } from './composer/drafts';
import { copy, copyAsks, copySettings } from './copied-state';
import { runAction } from './palette/actions';
import { reuseUnchanged } from './reuse-unchanged';
import { forgetPlacesAtom } from './transcript/places';
import { WatchedTranscript } from './transcript/watched-transcript';

/** Keeps the window's copies of main's state up to date; nothing else writes them. copied-state.ts has the parts shared with the inbox window. */
export async function connectHost(store: Store): Promise<void> {
  const transcript = new WatchedTranscript(store);
  store.set(watchedTranscriptAtom, transcript);
  const setSessions = (list: SessionList): void => {
    store.set(sessionsAtom, (before) => ({ ...list, sessions: [...reuseUnchanged(before?.sessions ?? [], list.sessions)] }));
    store.set(dropClosedDraftsAtom, new Set(list.sessions.map(({ id }) => id)));
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
  copyToolsWhenShown(store);
  await Promise.all([
    copy('sessions.changed', () => host.request('sessions.list'), setSessions),
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
      'approvals.changed',
      () => host.request('approvals.list'),
      (approvals) => store.set(approvalsAtom, approvals),
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
  // Deferred, because summing up costs opens the ledger, which nothing else needs at startup.
  requestIdleCallback(() => {
    copy(
      'costs.changed',
      () => host.request('ledger.costs'),
      (costs) => store.set(costsAtom, costs),
    ).catch(report);
  });
}

/** Listing the tools starts them, so the window waits until the person opens their page. */
function copyToolsWhenShown(store: Store): void {
  const stop = store.sub(settingsOpenAtom, () => {
    if (store.get(settingsOpenAtom) !== 'tools') return;
    stop();
    copy(
      'tools.changed',
      () => host.request('tools.list'),
      (tools) => store.set(toolsAtom, (before) => reuseUnchanged(before ?? [], tools)),
    ).catch(report);
  });
}

/** Opens New session for the folder of `signalbox <folder>`. The main process returns that folder once. */
async function openGivenFolder(store: Store): Promise<void> {
  const folder = await host.request('folders.given');
  if (folder === null) return;
  store.set(newSessionFolderAtom, folder);
  store.set(newSessionOpenAtom, true);
}
