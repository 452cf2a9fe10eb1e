import type { SessionSummary } from '../../shared/session';
import { sessionStateWords } from '../../shared/session-words';
import { counted } from '../ui/amounts';

/** In whole minutes: a name that changes every second is no name. */
const minutesLeft = (ms: number): string => counted(Math.max(1, Math.ceil(ms / 60_000)), 'minute');

type Told = Pick<SessionSummary, 'state' | 'waiting' | 'unread' | 'permissions'>;

/** All that a tab shows, in words: its state first, as scripts and screen readers rely on it. */
export function tabWords({ state, waiting, unread, permissions }: Told, timeLeft: number | null): string {
  return [
    sessionStateWords[state],
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(unread ? ['unread'] : []),
    ...(permissions.mode === 'all' && timeLeft !== null ? [`approves all for ${minutesLeft(timeLeft)}`] : []),
  ].join(', ');
}
