import { permissionModeNames } from './permission-mode-words';

/** The group of an action in the palette and the keyboard help, and its menu in the menu bar. */
export type ActionGroup = 'Sessions' | 'This session' | 'View' | 'Help';

/** The texts of an action. Its handler is in the renderer's palette/actions.ts. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** Its text in a menu. */
  readonly label: string;
  readonly group: ActionGroup;
  /** An Electron accelerator. */
  readonly shortcut?: string;
  /** Other words by which the palette finds it. */
  readonly also?: readonly string[];
  /** The menu has a separator above it. */
  readonly apart?: true;
}

const list = [
  { id: 'new-session', title: 'New session', label: 'New Session…', group: 'Sessions', shortcut: 'CmdOrCtrl+N' },
  { id: 'start-demo', title: 'Try the demo agent', label: 'Try the Demo Agent', group: 'Sessions' },
  {
    id: 'reopen-session',
    title: 'Reopen closed session',
    label: 'Reopen Closed Session',
    group: 'Sessions',
    shortcut: 'CmdOrCtrl+Shift+T',
    apart: true,
  },
  { id: 'close-session', title: 'Close session', label: 'Close Session', group: 'Sessions', shortcut: 'CmdOrCtrl+W' },
  { id: 'settings', title: 'Settings', label: 'Settings…', group: 'Sessions', shortcut: 'CmdOrCtrl+,', apart: true },
  { id: 'write-message', title: 'Write a message', label: 'Write a Message', group: 'This session', shortcut: 'CmdOrCtrl+L' },
  { id: 'find-in-transcript', title: 'Find in transcript', label: 'Find in Transcript', group: 'This session', shortcut: 'CmdOrCtrl+F' },
  { id: 'interrupt-session', title: 'Interrupt', label: 'Interrupt', group: 'This session' },
  { id: 'rename-session', title: 'Rename session', label: 'Rename…', group: 'This session', shortcut: 'F2' },
  { id: 'fork-session', title: 'Fork session', label: 'Fork', group: 'This session' },
  { id: 'restart-session', title: 'Restart session', label: 'Restart', group: 'This session' },
  { id: 'stop-session', title: 'Stop session', label: 'Stop', group: 'This session' },
  {
    id: 'continue-in-terminal',
    title: 'Continue this session in the terminal',
    label: 'Continue in the Terminal',
    group: 'This session',
  },
  {
    id: 'mcp-servers',
    title: 'MCP servers',
    label: 'MCP Servers',
    group: 'This session',
    also: ['tools', 'connectors', 'integrations', 'reconnect', 'sign in to a server', 'model context protocol'],
  },
  { id: 'plan-mode', title: 'Plan mode', label: 'Plan Mode', group: 'This session', apart: true },
  {
    id: 'permissions-ask',
    title: permissionModeNames.ask.name,
    label: permissionModeNames.ask.menuLabel,
    group: 'This session',
    apart: true,
  },
  { id: 'permissions-safe', title: permissionModeNames.safe.name, label: permissionModeNames.safe.menuLabel, group: 'This session' },
  {
    id: 'permissions-all',
    title: `${permissionModeNames.all.name}…`,
    label: `${permissionModeNames.all.menuLabel}…`,
    group: 'This session',
  },
  {
    id: 'move-session-earlier',
    title: 'Move session earlier',
    label: 'Move Earlier',
    group: 'This session',
    shortcut: 'CmdOrCtrl+Shift+PageUp',
    apart: true,
  },
  {
    id: 'move-session-later',
    title: 'Move session later',
    label: 'Move Later',
    group: 'This session',
    shortcut: 'CmdOrCtrl+Shift+PageDown',
  },
  { id: 'commands', title: 'Commands', label: 'Commands…', group: 'View', shortcut: 'CmdOrCtrl+K' },
  { id: 'next-session', title: 'Next session', label: 'Next Session', group: 'View', shortcut: 'Ctrl+Tab', apart: true },
  { id: 'previous-session', title: 'Previous session', label: 'Previous Session', group: 'View', shortcut: 'Ctrl+Shift+Tab' },
  { id: 'waiting-session', title: 'Next session that waits for you', label: 'Next Waiting Session', group: 'View' },
  {
    id: 'switch-view',
    title: 'Switch between conversation and terminal',
    label: 'Conversation or Terminal',
    group: 'View',
    shortcut: 'Ctrl+`',
    apart: true,
  },
  { id: 'show-waiting', title: 'Show what waits', label: 'Show What Waits', group: 'View', shortcut: 'CmdOrCtrl+J', apart: true },
  { id: 'inbox', title: 'Everything that waits for you', label: 'Waiting for You', group: 'View', shortcut: 'CmdOrCtrl+I' },
  { id: 'list-sessions', title: 'Show sessions as a list', label: 'Sessions as a List', group: 'View' },
  { id: 'decisions', title: 'Decisions', label: 'Decisions…', group: 'View' },
  { id: 'keyboard-shortcuts', title: 'Keyboard shortcuts', label: 'Keyboard Shortcuts', group: 'Help', shortcut: 'CmdOrCtrl+/' },
  { id: 'find-claude', title: 'Look for Claude Code again', label: 'Look for Claude Code Again', group: 'Help' },
  { id: 'open-logs', title: 'Open logs', label: 'Open Logs', group: 'Help', apart: true },
  { id: 'copy-diagnostics', title: 'Copy diagnostics', label: 'Copy Diagnostics', group: 'Help' },
] as const satisfies readonly Action[];

export type ActionId = (typeof list)[number]['id'];

/** Every action of the app, in the order of the menus. A new one needs a line here and a handler in the renderer. */
export const actions: readonly (Action & { readonly id: ActionId })[] = list;

export const actionIds: readonly ActionId[] = list.map(({ id }) => id);

type ActionWithShortcut = Extract<(typeof list)[number], { readonly shortcut: string }>['id'];

export const shortcutOf = (wanted: ActionWithShortcut): string => actions.find(({ id }) => id === wanted)?.shortcut ?? '';
