import type { Ask } from '../../shared/ask';
import type { SessionSummary } from '../../shared/session';
import { isInTurn } from '../../shared/session-words';
import type { Settings } from '../../shared/settings';
import type { InView } from './desktop-dependencies';

/** What decides whether the user is notified. */
export interface NotificationContext {
  readonly settings: Pick<Settings, 'notifications' | 'doNotDisturb'>;
  readonly inView: InView;
}

/** Returns whether the user can see the ask right now. */
export const isInView = ({ id, sessionId }: Ask, inView: InView): boolean =>
  inView.inbox || sessionId === inView.session || id === inView.ask;

/** Names what one notification is about. A tool that asks again has a new prompt under the same ask. */
export const notificationKey = ({ id, interaction }: Pick<Ask, 'id' | 'interaction'>): string =>
  interaction === null ? id : `${id}/${interaction.id}`;

/** More open asks than this are grouped in one notification. */
const maxSingle = 3;

export interface AsksToNotify {
  readonly single: readonly Ask[];
  /** Added to the existing group. */
  readonly grouped: readonly Ask[];
}

/** The number of asks that have an open notification already. */
export interface OpenNotifications {
  readonly single: number;
  readonly grouped: number;
}

/** Selects the new asks to notify the user of, one by one or grouped. */
export function asksToNotify(
  before: readonly Ask[],
  after: readonly Ask[],
  open: OpenNotifications,
  { settings, inView }: NotificationContext,
): AsksToNotify {
  if (settings.doNotDisturb || !settings.notifications.asks) return { single: [], grouped: [] };
  const known = new Set(before.map(notificationKey));
  const fresh = after.filter((ask) => !known.has(notificationKey(ask)) && !isInView(ask, inView));
  // New asks join an open group, and a burst is grouped as a whole instead of showing its first few.
  const fits = open.grouped === 0 && open.single + fresh.length <= maxSingle;
  return fits ? { single: fresh, grouped: [] } : { single: [], grouped: fresh };
}

/** Selects the asks in their last minute that will then be decided without the user. */
export function expiringAsksToNotify(asks: readonly Ask[], timeouts: Settings['timeouts'], context: NotificationContext): AsksToNotify {
  // With the policy "wait" nothing happens when the time is up. A tool of ours always hears that nobody answered.
  const expiring = asks.filter(({ kind, interaction }) => interaction?.origin.by === 'tool' || timeouts[kind].policy !== 'wait');
  return asksToNotify([], expiring, { single: 0, grouped: 0 }, context);
}

export interface SessionNotification {
  readonly session: SessionSummary;
  readonly end: 'finished' | 'failed';
}

/** Selects the sessions that have finished or failed and that the user wants to be notified of. */
export function sessionsToNotify(
  before: readonly SessionSummary[],
  after: readonly SessionSummary[],
  { settings, inView }: NotificationContext,
): readonly SessionNotification[] {
  if (settings.doNotDisturb) return [];
  const was = new Map(before.map(({ id, state }) => [id, state]));
  return after.flatMap((session): readonly SessionNotification[] => {
    const state = was.get(session.id);
    if (session.id === inView.session || state === undefined || state === session.state) return [];
    if (session.state === 'failed') return settings.notifications.failed ? [{ session, end: 'failed' }] : [];
    // With a queued message the next turn is about to start.
    const finished = isInTurn(state) && session.state === 'idle' && session.queued === null;
    return finished && settings.notifications.finished ? [{ session, end: 'finished' }] : [];
  });
}
