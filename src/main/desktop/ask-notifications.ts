import type { Ask } from '../../shared/ask';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import { escapeLine } from '../../shared/invisible';
import type { SessionSummary } from '../../shared/session';
import { type DesktopDependencies, isInteractive } from './desktop-dependencies';
import { watchLastMinute } from './last-minute-warning';
import { type AskButton, lastMinuteText, notificationBody, notificationButtons, titlePrefix } from './notification-content';
import {
  asksToNotify,
  expiringAsksToNotify,
  isInView,
  type NotificationContext,
  notificationKey,
  type SessionNotification,
  sessionsToNotify,
} from './notification-policy';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifications/notifier';

/** What a tool of a session tells the person. */
export interface ToolNotification {
  readonly sessionId: SessionId;
  readonly title: string;
  readonly body: string;
}

/** New asks are collected for this long and shown together. */
const batchMs = 120;

const ignoreEvents: NotificationListener = { pressed: () => undefined, opened: () => undefined, closed: () => undefined };

export interface AskNotificationsOptions {
  readonly deps: DesktopDependencies;
  readonly notifier: Notifier;
  /** Asks from before this time are not announced, because the window that just opened shows them. */
  readonly startedAt: number;
  readonly onFailure: (error: unknown) => void;
}

/** Notifies the user of asks and ended sessions that are out of view, and takes answers. It closes notifications of answered asks. */
export class AskNotifications {
  readonly #deps: DesktopDependencies;
  readonly #notifier: Notifier;
  readonly #onFailure: (error: unknown) => void;
  /** By `notificationKey`. */
  readonly #single = new Map<string, ShownNotification>();
  readonly #grouped = new Set<string>();
  readonly #fromTools = new Map<SessionId, ShownNotification>();
  #group: ShownNotification | null = null;
  #known: readonly Ask[];
  #sessions: readonly SessionSummary[];
  #timer: NodeJS.Timeout | null = null;
  readonly #disposers: readonly (() => void)[];

  constructor({ deps, notifier, startedAt, onFailure }: AskNotificationsOptions) {
    this.#deps = deps;
    this.#notifier = notifier;
    this.#onFailure = onFailure;
    this.#known = deps.asks.get().filter(({ askedAt }) => askedAt < startedAt);
    this.#sessions = deps.sessions.get().sessions;
    this.#disposers = [
      deps.asks.onChange(() => this.#onAsksChange()),
      deps.sessions.onChange(() => this.#onSessionsChange()),
      deps.inView.onChange(() => this.#closeObsolete()),
      watchLastMinute(deps.asks, (asks) => this.#warnLastMinute(asks)),
    ];
    this.#onAsksChange();
  }

  /** Shows a message from the app itself. */
  notify(title: string, body: string): void {
    this.#show({ title, body, buttons: [], persistent: false }, { ...ignoreEvents, opened: () => this.#deps.showWindow() });
  }

  /** Shows what a tool tells the person, unless they look at its session. A session has one such notification: the newest. */
  notifyFromTool({ sessionId, title, body }: ToolNotification): void {
    const { settings, inView } = this.#context;
    if (settings.doNotDisturb || sessionId === inView.session) return;
    this.#fromTools.get(sessionId)?.close();
    const open = (): void => this.#deps.showSession(sessionId);
    const shown = this.#show(
      { title: `${title} · ${this.#sessionTitle(sessionId)}`, body, buttons: [{ key: 'show', label: 'Show' }], persistent: false },
      {
        pressed: open,
        opened: open,
        closed: () => {
          if (this.#fromTools.get(sessionId) === shown) this.#fromTools.delete(sessionId);
        },
      },
    );
    this.#fromTools.set(sessionId, shown);
  }

  async close(): Promise<void> {
    for (const dispose of this.#disposers) dispose();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#notifier.closeAll();
  }

  get #context(): NotificationContext {
    return { settings: this.#deps.settings.get(), inView: this.#deps.inView.get() };
  }

  /** Closes obsolete notifications immediately, and collects new asks first. */
  #onAsksChange(): void {
    this.#closeObsolete();
    // Asks that arrive during "Do not disturb" are never announced, even if it ends before the batch is shown.
    if (this.#context.settings.doNotDisturb) this.#known = this.#deps.asks.get();
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#notifyNew();
    }, batchMs);
  }

  #closeObsolete(): void {
    const { inView } = this.#context;
    const unseen = this.#deps.asks.get().filter((ask) => !isInView(ask, inView));
    const waiting = new Set(unseen.map(notificationKey));
    for (const [key, shown] of this.#single) {
      if (waiting.has(key)) continue;
      this.#single.delete(key);
      shown.close();
    }
    const before = this.#grouped.size;
    for (const key of this.#grouped) if (!waiting.has(key)) this.#grouped.delete(key);
    if (this.#grouped.size !== before) this.#showGroup();
  }

  #notifyNew(): void {
    const asks = this.#deps.asks.get();
    const { single, grouped } = asksToNotify(this.#known, asks, { single: this.#single.size, grouped: this.#grouped.size }, this.#context);
    this.#known = asks;
    for (const ask of single) this.#single.set(notificationKey(ask), this.#showAsk(ask));
    for (const ask of grouped) this.#grouped.add(notificationKey(ask));
    if (grouped.length > 0) this.#showGroup();
  }

  /** Replaces the notifications of these asks by ones with a warning and the same buttons. */
  #warnLastMinute(asks: readonly Ask[]): void {
    const { timeouts } = this.#deps.settings.get();
    const { single, grouped } = expiringAsksToNotify(asks, timeouts, this.#context);
    for (const ask of single) {
      const former = this.#single.get(notificationKey(ask));
      // The summary comes first, because desktops cut off the end of a long notification.
      const body = `${notificationBody(ask)} · ${lastMinuteText(ask, timeouts)}`;
      this.#single.set(notificationKey(ask), this.#showAsk(ask, body));
      former?.close();
    }
    if (grouped.length === 0) return;
    const open = (): void => this.#deps.showInbox();
    this.#show(
      {
        title: `${grouped.length} waiting, one minute left`,
        body: 'Then Claude goes on without your answers.',
        buttons: [],
        persistent: false,
      },
      { ...ignoreEvents, opened: open },
    );
  }

  #showAsk(ask: Ask, body = notificationBody(ask)): ShownNotification {
    const buttons = notificationButtons(ask, isInteractive(ask, this.#deps));
    const content: NotificationContent = {
      title: `${titlePrefix(ask)} · ${this.#sessionTitle(ask.sessionId)}`,
      body,
      buttons,
      persistent: true,
    };
    const shown = this.#show(content, {
      pressed: (key) => {
        const button = buttons.find((one) => one.key === key);
        if (button) this.#onButton(ask, button);
      },
      opened: () => this.#deps.showAsk(ask),
      // The user dismissed it, or another notification of this ask replaced it.
      closed: () => {
        const key = notificationKey(ask);
        if (this.#single.get(key) === shown) this.#single.delete(key);
      },
    });
    return shown;
  }

  /** Shows one notification with the number of grouped asks, or none when all are answered. */
  #showGroup(): void {
    const former = this.#group;
    this.#group = null;
    former?.close();
    const count = this.#grouped.size;
    if (count === 0) return;
    const open = (): void => this.#deps.showInbox();
    const group = this.#show(
      {
        title: this.#single.size > 0 ? `${count} more waiting` : `${count} waiting`,
        body: count === 1 ? 'A request waits for your answer.' : 'Several requests wait for your answer.',
        buttons: [{ key: 'show', label: 'Show' }],
        persistent: true,
      },
      {
        pressed: open,
        opened: open,
        closed: () => {
          if (this.#group !== group) return;
          this.#group = null;
          this.#grouped.clear();
        },
      },
    );
    this.#group = group;
  }

  #onButton(ask: Ask, { decision }: AskButton): void {
    if (decision === null) {
      this.#deps.showAsk(ask);
      return;
    }
    this.#deps.decide(ask, decision, 'notification').catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#onFailure(error);
      const reason = error instanceof AppError ? error.message : 'Something went wrong inside Signalbox. The log has the details.';
      this.notify(`Nothing was done · ${this.#sessionTitle(ask.sessionId)}`, reason);
    });
  }

  #onSessionsChange(): void {
    const { sessions } = this.#deps.sessions.get();
    const ended = sessionsToNotify(this.#sessions, sessions, this.#context);
    this.#sessions = sessions;
    for (const one of ended) this.#showSessionEnd(one);
    this.#closeObsolete();
  }

  #showSessionEnd({ session, end }: SessionNotification): void {
    const open = (): void => this.#deps.showSession(session.id);
    const failed = end === 'failed';
    this.#show(
      {
        title: `${failed ? 'Failed' : 'Finished'} · ${session.title}`,
        body: failed ? (session.trouble?.text ?? 'The session has failed.') : 'It is your turn.',
        buttons: [{ key: 'show', label: 'Show' }],
        persistent: false,
      },
      { ...ignoreEvents, pressed: open, opened: open },
    );
  }

  /** Escapes what Claude and the user wrote: D-Bus closes the connection of a client that sends invalid text. */
  #show({ title, body, buttons, persistent }: NotificationContent, listener: NotificationListener): ShownNotification {
    const safeButtons = buttons.map(({ key, label }) => ({ key, label: escapeLine(label) }));
    return this.#notifier.show({ title: escapeLine(title), body: escapeLine(body), buttons: safeButtons, persistent }, listener);
  }

  #sessionTitle(id: SessionId): string {
    return this.#deps.sessions.get().sessions.find((session) => session.id === id)?.title ?? 'Session';
  }
}
