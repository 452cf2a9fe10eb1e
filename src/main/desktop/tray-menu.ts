import type { MenuItemConstructorOptions } from 'electron';
import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import { longestOutsideLine, needsLook } from '../../shared/needs-look';
import type { SessionSummary } from '../../shared/session';
import { truncateLine } from '../../shared/truncate';
import { seenLine } from '../../shared/unseen';

/** What the menu is made of. */
export interface TrayFacts {
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

const longestLabel = 160;

/** The tray's menu, as data. */
export function trayMenu({ asks, sessions, doNotDisturb }: TrayFacts, actions: TrayActions): MenuItemConstructorOptions[] {
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return [
    { label: waitingWords(asks.length), enabled: false },
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

export const waitingWords = (count: number): string => `${count} waiting`;

/** A question or a plan can be turned down here, but not answered: that takes more than a click. */
function askItems(ask: Ask, actions: TrayActions): MenuItemConstructorOptions[] {
  const canAllow = ask.kind === 'permission' && !needsLook(ask);
  return [
    ...(ask.askedBy ? [{ label: menuText(truncateLine(seenLine(askedByWords(ask.askedBy)), longestLabel)), enabled: false }] : []),
    ...(canAllow ? [{ label: 'Allow once', click: () => actions.allow(ask) }] : []),
    { label: 'Deny', click: () => actions.deny(ask) },
    { label: 'Show', click: () => actions.show(ask) },
  ];
}

/** A long title is cut before the summary: what can be allowed here must be in the label whole. */
function askLabel(title: string, summary: string): string {
  const told = truncateLine(seenLine(summary), longestOutsideLine);
  return menuText(`${truncateLine(seenLine(title), longestLabel - told.length - 2)}: ${told}`);
}

/** In a menu, a single & marks the letter that is pressed for the item. */
const menuText = (label: string): string => label.replaceAll('&', '&&');
