import type { Ask } from '../../shared/ask';
import type { SessionSummary } from '../../shared/session';
import { isInTurn } from '../../shared/session-words';
import type { Settings } from '../../shared/settings';
import type { InView } from './surroundings';

/** What decides whether a person is disturbed. */
export interface Attention {
  readonly settings: Pick<Settings, 'notifications' | 'doNotDisturb'>;
  readonly inView: InView;
}

/** Whether a person has it before their eyes. */
export const isInView = ({ id, sessionId }: Ask, inView: InView): boolean =>
  inView.inbox || sessionId === inView.session || id === inView.ask;

/** More than this many at a time are counted in one notification, not shown one by one. */
const mostSingle = 3;

export interface AskNotices {
  readonly single: readonly Ask[];
  /** Counted together with what was counted before. */
  readonly grouped: readonly Ask[];
}

/** How many asks notifications are open for already. */
export interface OpenNotices {
  readonly single: number;
  readonly grouped: number;
}

/** Which of the asks are new, and how a person hears of them. */
export function askNotices(before: readonly Ask[], after: readonly Ask[], open: OpenNotices, { settings, inView }: Attention): AskNotices {
  if (settings.doNotDisturb || !settings.notifications.asks) return { single: [], grouped: [] };
  const known = new Set(before.map(({ id }) => id));
  const fresh = after.filter((ask) => !known.has(ask.id) && !isInView(ask, inView));
  // What comes while a burst is being counted belongs to it; and one that would only show its first few is told as a whole.
  const fits = open.grouped === 0 && open.single + fresh.length <= mostSingle;
  return fits ? { single: fresh, grouped: [] } : { single: [], grouped: fresh };
}

/** Of asks in their last minute, those that are then decided without the person. */
export function lastMinuteNotices(asks: readonly Ask[], timeouts: Settings['timeouts'], attention: Attention): AskNotices {
  // What goes on waiting loses nothing.
  const lost = asks.filter(({ kind }) => timeouts[kind].policy !== 'wait');
  return askNotices([], lost, { single: 0, grouped: 0 }, attention);
}

export interface SessionNotice {
  readonly session: SessionSummary;
  readonly end: 'finished' | 'failed';
}

/** Which sessions came to an end that a person wants to hear of. */
export function sessionNotices(
  before: readonly SessionSummary[],
  after: readonly SessionSummary[],
  { settings, inView }: Attention,
): readonly SessionNotice[] {
  if (settings.doNotDisturb) return [];
  const was = new Map(before.map(({ id, state }) => [id, state]));
  return after.flatMap((session): readonly SessionNotice[] => {
    const state = was.get(session.id);
    if (session.id === inView.session || state === undefined || state === session.state) return [];
    if (session.state === 'failed') return settings.notifications.failed ? [{ session, end: 'failed' }] : [];
    // With a message queued the next turn is about to begin.
    const finished = isInTurn(state) && session.state === 'idle' && session.queued === null;
    return finished && settings.notifications.finished ? [{ session, end: 'finished' }] : [];
  });
}
