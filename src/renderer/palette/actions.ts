import type { Getter } from 'jotai';
import type { ActionId } from '../../shared/action';
import type { PermissionMode, SessionSummary } from '../../shared/session';
import { isInTurn } from '../../shared/session-words';
import { dialogStateAtom, inboxOpenAtom, showAskAtom } from '../asks/dialog-state';
import {
  activeSessionAtom,
  approvingAllAtom,
  asksAtom,
  decisionsOpenAtom,
  findOpenAtom,
  newSessionOpenAtom,
  paletteOpenAtom,
  renamingAtom,
  sessionsAtom,
  settingsAtom,
  settingsOpenAtom,
  shortcutHelpOpenAtom,
} from '../base/app-state';
import { composerId } from '../base/composer-id';
import { host } from '../base/host';
import { otherView, sessionViewAtom, showSessionViewAtom } from '../base/session-views';
import type { Store } from '../base/store';
import { closeSession, reopenSession } from '../sessions/close-session';
import { startDemo } from '../sessions/demo';
import { activateNextWaiting, moveSession, stepSession } from '../sessions/move-session';
import { sessionsShownAtom } from '../sessions/tabs-state';
import { terminalHandoffAtom } from '../terminal/session-terminals';
import { attempt, showToast } from '../toasts/show-toast';
import { modalIsOpen } from '../ui/modal';

/** What an action does, when it is available, and for a toggle whether it is on. */
export interface ActionHandler {
  readonly run: (store: Store) => unknown;
  readonly enabled?: (get: Getter) => boolean;
  readonly checked?: (get: Getter) => boolean;
}

/** A handler that acts on the active session. */
const onActiveSession = (
  run: (session: SessionSummary, store: Store) => unknown,
  can = (_session: SessionSummary, _get: Getter): boolean => true,
): ActionHandler => ({
  enabled: (get) => {
    const session = get(activeSessionAtom);
    return session !== null && can(session, get);
  },
  run: (store) => {
    const session = store.get(activeSessionAtom);
    return session && run(session, store);
  },
});

const setPermissions = (mode: Exclude<PermissionMode, 'all'>): ActionHandler => ({
  ...onActiveSession(({ id }) => host.request('sessions.setPermissions', { id, choice: { mode } })),
  checked: (get) => get(activeSessionAtom)?.permissions.mode === mode,
});

const hasSeveralSessions = (get: Getter): boolean => get(sessionsShownAtom).length > 1;

/** The palette, shortcuts and menus all call these. */
export const handlers: Readonly<Record<ActionId, ActionHandler>> = {
  'new-session': { run: (store) => store.set(newSessionOpenAtom, true) },
  'start-demo': { run: startDemo },
  'reopen-session': { enabled: (get) => (get(sessionsAtom)?.closed ?? 0) > 0, run: () => reopenSession(null) },
  'close-session': onActiveSession((session, store) => closeSession(store, session)),
  'write-message': onActiveSession(() => document.getElementById(composerId)?.focus()),
  'find-in-transcript': onActiveSession(
    (_session, store) => store.set(findOpenAtom, true),
    ({ id }, get) => get(sessionViewAtom)(id) === 'transcript',
  ),
  'interrupt-session': onActiveSession(
    ({ id }) => host.request('sessions.interrupt', { id }),
    ({ state }) => isInTurn(state),
  ),
  'rename-session': onActiveSession(({ id }, store) => store.set(renamingAtom, id)),
  'fork-session': onActiveSession(({ id }) => host.request('sessions.fork', { id })),
  'restart-session': onActiveSession(({ id }) => host.request('sessions.restart', { id })),
  'stop-session': onActiveSession(
    ({ id }) => host.request('sessions.stop', { id }),
    ({ pid }) => pid !== null,
  ),
  'continue-in-terminal': onActiveSession(
    async ({ id }, store) => {
      const { openTerminalAtom } = await import('../terminal/open-terminal');
      const opened = store.set(openTerminalAtom, id, 'sessions.continueInTerminal');
      // Only once opening has begun: a terminal view with no terminal on its way opens a shell.
      store.set(showSessionViewAtom, id, 'terminal');
      await opened;
    },
    ({ id, demo }, get) => !demo && get(terminalHandoffAtom)(id) === null,
  ),
  'mcp-servers': onActiveSession(({ id }, store) => store.set(showSessionViewAtom, id, 'mcp')),
  'plan-mode': {
    ...onActiveSession(({ id, mode }) => host.request('sessions.setPlanMode', { id, on: mode !== 'plan' })),
    checked: (get) => get(activeSessionAtom)?.mode === 'plan',
  },
  'permissions-ask': setPermissions('ask'),
  'permissions-safe': setPermissions('safe'),
  'permissions-all': {
    ...onActiveSession(({ id }, store) => store.set(approvingAllAtom, id)),
    checked: (get) => get(activeSessionAtom)?.permissions.mode === 'all',
  },
  'move-session-earlier': { enabled: hasSeveralSessions, run: (store) => moveSession(store, -1) },
  'move-session-later': { enabled: hasSeveralSessions, run: (store) => moveSession(store, 1) },
  commands: { run: (store) => store.set(paletteOpenAtom, true) },
  'next-session': { enabled: hasSeveralSessions, run: (store) => stepSession(store, 1) },
  'previous-session': { enabled: hasSeveralSessions, run: (store) => stepSession(store, -1) },
  'waiting-session': { enabled: (get) => get(sessionsShownAtom).some(({ waiting }) => waiting > 0), run: activateNextWaiting },
  'switch-view': onActiveSession(({ id }, store) => store.set(showSessionViewAtom, id, otherView(store.get(sessionViewAtom)(id)))),
  'show-waiting': {
    enabled: (get) => get(asksAtom).length > 0,
    run: (store) => {
      const [oldest] = store.get(asksAtom);
      if (oldest && store.get(dialogStateAtom).shown === null) store.set(showAskAtom, oldest);
    },
  },
  inbox: { checked: (get) => get(inboxOpenAtom), run: (store) => store.set(inboxOpenAtom, !store.get(inboxOpenAtom)) },
  'list-sessions': {
    checked: (get) => get(settingsAtom)?.sessionsAsList ?? false,
    run: (store) => host.request('settings.change', { sessionsAsList: !store.get(settingsAtom)?.sessionsAsList }),
  },
  decisions: { run: (store) => store.set(decisionsOpenAtom, true) },
  settings: { run: (store) => store.set(settingsOpenAtom, 'general') },
  'keyboard-shortcuts': { run: (store) => store.set(shortcutHelpOpenAtom, true) },
  'find-claude': { run: () => host.request('claude.look') },
  'open-logs': { run: () => host.request('app.openLogs') },
  'copy-diagnostics': {
    run: async (store) => {
      await host.request('app.copyDiagnostics');
      showToast(store, { text: 'Diagnostics copied' });
    },
  },
};

/** Runs an action if it is available and no modal dialog is open. Returns whether it ran. */
export function runAction(store: Store, id: ActionId): boolean {
  const { enabled, run } = handlers[id];
  if (modalIsOpen() || enabled?.(store.get) === false) return false;
  void attempt(store, () => run(store));
  return true;
}
