import type { Ask } from '../../shared/ask';
import { AppError } from '../../shared/errors';
import type { AskId, SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { seenLine } from '../../shared/unseen';
import { type AskButton, askName, bodyOf, buttonsFor, lastMinuteWords } from './ask-words';
import { watchLastMinute } from './last-minute';
import { type Attention, askNotices, isInView, lastMinuteNotices, type SessionNotice, sessionNotices } from './notices-for';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifications/notifier';
import type { Surroundings } from './surroundings';

/** Asks that come within this time are told together. */
const gatherMs = 120;

const nothing: NotificationListener = { pressed: () => undefined, opened: () => undefined, closed: () => undefined };

export interface AskNotificationsOptions {
  readonly surroundings: Surroundings;
  readonly notifier: Notifier;
  /** What was asked before is what the person finds in the window that just opened. */
  readonly startedAt: number;
  readonly onFailure: (error: unknown) => void;
}

/** Tells a person who looks elsewhere what waits, and takes the answer. Each notification is gone when its ask is. */
export class AskNotifications {
  readonly #surroundings: Surroundings;
  readonly #notifier: Notifier;
  readonly #onFailure: (error: unknown) => void;
  readonly #single = new Map<AskId, ShownNotification>();
  readonly #grouped = new Set<AskId>();
  #group: ShownNotification | null = null;
  #known: readonly Ask[];
  #sessions: readonly SessionSummary[];
  #timer: NodeJS.Timeout | null = null;
  readonly #ends: readonly (() => void)[];

  constructor({ surroundings, notifier, startedAt, onFailure }: AskNotificationsOptions) {
    this.#surroundings = surroundings;
    this.#notifier = notifier;
    this.#onFailure = onFailure;
    this.#known = surroundings.asks.now().filter(({ askedAt }) => askedAt < startedAt);
    this.#sessions = surroundings.sessions.now().sessions;
    this.#ends = [
      surroundings.asks.onChange(() => this.#onAsks()),
      surroundings.sessions.onChange(() => this.#onSessions()),
      surroundings.inView.onChange(() => this.#takeBack()),
      watchLastMinute(surroundings.asks, (asks) => this.#warn(asks)),
    ];
    this.#onAsks();
  }

  /** For what the app itself has to say. */
  tell(title: string, body: string): void {
    this.#show({ title, body, buttons: [], stays: false }, { ...nothing, opened: () => this.#surroundings.showWindow() });
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#notifier.closeAll();
  }

  get #attention(): Attention {
    return { settings: this.#surroundings.settings.now(), inView: this.#surroundings.inView.now() };
  }

  /** What was decided is taken back at once; what is new is gathered first. */
  #onAsks(): void {
    this.#takeBack();
    // Nobody is told later of what came meanwhile, not even a moment later.
    if (this.#attention.settings.doNotDisturb) this.#known = this.#surroundings.asks.now();
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#announce();
    }, gatherMs);
  }

  #takeBack(): void {
    const { inView } = this.#attention;
    const unseen = this.#surroundings.asks.now().filter((ask) => !isInView(ask, inView));
    const waiting = new Set(unseen.map(({ id }) => id));
    for (const [id, shown] of this.#single) {
      if (waiting.has(id)) continue;
      this.#single.delete(id);
      shown.close();
    }
    const before = this.#grouped.size;
    for (const id of this.#grouped) if (!waiting.has(id)) this.#grouped.delete(id);
    if (this.#grouped.size !== before) this.#showGroup();
  }

  #announce(): void {
    const asks = this.#surroundings.asks.now();
    const { single, grouped } = askNotices(this.#known, asks, { single: this.#single.size, grouped: this.#grouped.size }, this.#attention);
    this.#known = asks;
    for (const ask of single) this.#single.set(ask.id, this.#showAsk(ask));
    for (const ask of grouped) this.#grouped.add(ask.id);
    if (grouped.length > 0) this.#showGroup();
  }

  /** In place of what was shown of them before, with the same buttons. */
  #warn(asks: readonly Ask[]): void {
    const { timeouts } = this.#surroundings.settings.now();
    const { single, grouped } = lastMinuteNotices(asks, timeouts, this.#attention);
    for (const ask of single) {
      const former = this.#single.get(ask.id);
      // The summary comes first: a desktop that shortens a notification cuts its end.
      const body = `${bodyOf(ask)} · ${lastMinuteWords(ask, timeouts[ask.kind].policy)}`;
      this.#single.set(ask.id, this.#showAsk(ask, body));
      former?.close();
    }
    if (grouped.length === 0) return;
    const open = (): void => this.#surroundings.showInbox();
    this.#show(
      { title: `${grouped.length} waiting, one minute left`, body: 'Then Claude goes on without your answers.', buttons: [], stays: false },
      { ...nothing, opened: open },
    );
  }

  #showAsk(ask: Ask, body = bodyOf(ask)): ShownNotification {
    const buttons = buttonsFor(ask);
    const content: NotificationContent = {
      title: `${askName(ask)} · ${this.#titleOf(ask.sessionId)}`,
      body,
      buttons,
      stays: true,
    };
    const shown = this.#show(content, {
      pressed: (key) => {
        const button = buttons.find((one) => one.key === key);
        if (button) this.#press(ask, button);
      },
      opened: () => this.#surroundings.showAsk(ask),
      // Put away by the person, who now has room for others; or another took its place.
      closed: () => {
        if (this.#single.get(ask.id) === shown) this.#single.delete(ask.id);
      },
    });
    return shown;
  }

  /** Many at once are one notification; as they are answered it counts down, and it is gone with the last. */
  #showGroup(): void {
    const former = this.#group;
    this.#group = null;
    former?.close();
    const count = this.#grouped.size;
    if (count === 0) return;
    const open = (): void => this.#surroundings.showInbox();
    const group = this.#show(
      {
        title: this.#single.size > 0 ? `${count} more waiting` : `${count} waiting`,
        body: count === 1 ? 'A request waits for your answer.' : 'Several requests wait for your answer.',
        buttons: [{ key: 'show', label: 'Show' }],
        stays: true,
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

  #press(ask: Ask, { decision }: AskButton): void {
    if (decision === null) {
      this.#surroundings.showAsk(ask);
      return;
    }
    this.#surroundings.decide(ask, decision, 'notification').catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#onFailure(error);
      const reason = error instanceof AppError ? error.message : 'Something went wrong inside Signalbox. The log has the details.';
      this.tell(`Nothing was done · ${this.#titleOf(ask.sessionId)}`, reason);
    });
  }

  #onSessions(): void {
    const { sessions } = this.#surroundings.sessions.now();
    const notices = sessionNotices(this.#sessions, sessions, this.#attention);
    this.#sessions = sessions;
    for (const notice of notices) this.#showEnd(notice);
    this.#takeBack();
  }

  #showEnd({ session, end }: SessionNotice): void {
    const open = (): void => this.#surroundings.showSession(session.id);
    const failed = end === 'failed';
    this.#show(
      {
        title: `${failed ? 'Failed' : 'Finished'} · ${session.title}`,
        body: failed ? (session.trouble?.text ?? 'The session has failed.') : 'It is your turn.',
        buttons: [{ key: 'show', label: 'Show' }],
        stays: false,
      },
      { ...nothing, pressed: open, opened: open },
    );
  }

  /** What Claude and the person wrote is in it, and a bus ends the connection of who sends it what is no text. */
  #show({ title, body, buttons, stays }: NotificationContent, listener: NotificationListener): ShownNotification {
    const labelled = buttons.map(({ key, label }) => ({ key, label: seenLine(label) }));
    return this.#notifier.show({ title: seenLine(title), body: seenLine(body), buttons: labelled, stays }, listener);
  }

  #titleOf(id: SessionId): string {
    return this.#surroundings.sessions.now().sessions.find((session) => session.id === id)?.title ?? 'Session';
  }
}
