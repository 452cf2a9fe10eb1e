import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { lastMinuteMs } from '../../shared/timeout-words';
import { Alarm } from '../base/alarm';
import type { Observable } from './desktop-dependencies';

/** An ask that arrived less than this before its last minute needs no second notification. */
const recentlyAskedMs = 30_000;
/** Asks whose last minutes begin within this time are reported together. */
const batchMs = 1_000;

/** Calls back when the last minute of asks with a time limit begins, once per ask. */
export function watchLastMinute(asks: Observable<readonly Ask[]>, onLastMinute: (asks: readonly Ask[]) => void): () => void {
  let reported: ReadonlySet<AskId> = new Set();
  const check = (): void => {
    const limited = asks.get().flatMap((ask) => (ask.expiresAt === null ? [] : [{ ask, from: ask.expiresAt - lastMinuteMs }]));
    const begun = limited.filter(({ from }) => from <= Date.now() + batchMs);
    const fresh = begun.filter(({ ask, from }) => !reported.has(ask.id) && ask.askedAt + recentlyAskedMs < from).map(({ ask }) => ask);
    reported = new Set(begun.map(({ ask }) => ask.id));
    const upcoming = limited.filter(({ ask }) => !reported.has(ask.id)).map(({ from }) => from);
    alarm.set(upcoming.length === 0 ? null : Math.min(...upcoming));
    if (fresh.length > 0) onLastMinute(fresh);
  };
  const alarm = new Alarm(check, Date.now);
  const unsubscribe = asks.onChange(check);
  check();
  return () => {
    unsubscribe();
    alarm.set(null);
  };
}
