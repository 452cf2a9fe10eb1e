import type { MenuItemConstructorOptions } from 'electron';
import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import { type ApprovalScope, type Interaction, isOver } from '../../shared/interaction';
import { escapeLine } from '../../shared/invisible';
import { longestOutsideLine, needsLook } from '../../shared/needs-look';
import type { SessionSummary } from '../../shared/session';
import { truncateLine } from '../../shared/truncate';

/** The data that the menu shows. */
export interface TrayState {
  readonly asks: readonly Ask[];
  readonly sessions: readonly SessionSummary[];
  readonly doNotDisturb: boolean;
  /** Whether tools may ask the person in the session of this ask. */
  isInteractive(ask: Ask): boolean;
}

export interface TrayActions {
  allow(ask: Ask, approvalScope?: ApprovalScope): void;
  deny(ask: Ask): void;
  show(ask: Ask): void;
  newSession(): void;
  doNotDisturb(on: boolean): void;
  showWindow(): void;
  quit(): void;
}

const maxLabelLength = 160;

/** Builds the tray menu. */
export function trayMenu({ asks, sessions, doNotDisturb, isInteractive }: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return [
    { label: waitingLabel(asks.length), enabled: false },
    ...asks.map((ask) => ({
      label: askLabel(titles.get(ask.sessionId) ?? 'Session', ask.summary),
      submenu: ask.interaction ? promptItems(ask, ask.interaction, isInteractive(ask), actions) : askItems(ask, actions),
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

const approvalLabels: Readonly<Record<ApprovalScope, string>> = {
  once: 'Allow once',
  session: 'Allow for session',
  always: 'Always allow',
};

/** A form is filled in where all of it is in view, so it is only opened from here. The approval of a tool has the scopes that it offers. */
function promptItems(ask: Ask, interaction: Interaction, isInteractive: boolean, actions: TrayActions): MenuItemConstructorOptions[] {
  if (ask.kind === 'form' || !isInteractive || isOver(interaction, ask.note)) return [{ label: 'Open', click: () => actions.show(ask) }];
  const scopes = needsLook(ask) ? [] : interaction.approvalScopes;
  return [
    ...scopes.map((scope) => ({ label: approvalLabels[scope], click: () => actions.allow(ask, scope) })),
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
