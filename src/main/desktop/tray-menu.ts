import type { MenuItemConstructorOptions } from 'electron';
import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import { escapeLine } from '../../shared/invisible';
import { longestOutsideLine, needsLook } from '../../shared/needs-look';
import type { SessionSummary } from '../../shared/session';
import { truncateLine } from '../../shared/truncate';

/** The data that the menu shows. */
export interface TrayState {
  readonly asks: readonly Ask[];
  readonly sessions: readonly SessionSummary[];
  readonly doNotDisturb: boolean;
}

export interface TrayActions {
  allow(ask: Ask): void;
  deny(ask: Ask): void;
  show(ask: Ask): void;
  newSession(): void;
  doNotDisturb(on: boolean): void;
  showWindow(): void;
  quit(): void;
}

const maxLabelLength = 160;

/** Builds the tray menu. */
export function trayMenu({ asks, sessions, doNotDisturb }: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return [
    { label: waitingLabel(asks.length), enabled: false },
    ...asks.map((ask) => ({
      label: askLabel(titles.get(ask.sessionId) ?? 'Session', ask.summary),
      submenu: askItems(ask, actions),
    })),
    { type: 'separator' },
    { label: 'New session…', click: () => actions.newSession() },
    { label: 'Do not disturb', type: 'checkbox', checked: doNotDisturb, click: () => actions.doNotDisturb(!doNotDisturb) },
    { label: 'Show Signalbox', click: () => actions.showWindow() },
    { label: 'Quit', click: () => actions.quit() },
  ];
}

export const waitingLabel = (count: number): string => `${count} waiting`;

/** Questions and plans can only be denied here, because answering them takes more than a click. */
function askItems(ask: Ask, actions: TrayActions): MenuItemConstructorOptions[] {
  const canAllow = ask.kind === 'permission' && !needsLook(ask);
  return [
    ...(ask.askedBy ? [{ label: escapeLabel(truncateLine(escapeLine(askedByWords(ask.askedBy)), maxLabelLength)), enabled: false }] : []),
    ...(canAllow ? [{ label: 'Allow once', click: () => actions.allow(ask) }] : []),
    { label: 'Deny', click: () => actions.deny(ask) },
    { label: 'Show', click: () => actions.show(ask) },
  ];
}

/** Truncates a long title rather than the summary: the user must see the whole summary of what they allow here. */
function askLabel(title: string, summary: string): string {
  const shownSummary = truncateLine(escapeLine(summary), longestOutsideLine);
  return escapeLabel(`${truncateLine(escapeLine(title), maxLabelLength - shownSummary.length - 2)}: ${shownSummary}`);
}

/** Escapes &, which marks the access key of a menu item. */
const escapeLabel = (label: string): string => label.replaceAll('&', '&&');
