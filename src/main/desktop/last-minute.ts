import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { lastMinuteMs } from '../../shared/timeout-words';
import { Alarm } from '../base/alarm';
import type { Watched } from './surroundings';

/** Whoever was told of an ask less than this before its last minute need not be told again. */
const justToldMs = 30_000;
/** What came together is told together. */
const togetherMs = 1_000;

/** Calls when the last minute begins for asks that have a time limit, once for each of them. */
export function watchLastMinute(asks: Watched<readonly Ask[]>, onLastMinute: (asks: readonly Ask[]) => void): () => void {
  let told: ReadonlySet<AskId> = new Set();
  const look = (): void => {
    const limited = asks.now().flatMap((ask) => (ask.expiresAt === null ? [] : [{ ask, from: ask.expiresAt - lastMinuteMs }]));
    const begun = limited.filter(({ from }) => from <= Date.now() + togetherMs);
    const fresh = begun.filter(({ ask, from }) => !told.has(ask.id) && ask.askedAt + justToldMs < from).map(({ ask }) => ask);
    told = new Set(begun.map(({ ask }) => ask.id));
    const later = limited.filter(({ ask }) => !told.has(ask.id)).map(({ from }) => from);
    alarm.set(later.length === 0 ? null : Math.min(...later));
    if (fresh.length > 0) onLastMinute(fresh);
  };
  const alarm = new Alarm(look, Date.now);
  const stop = asks.onChange(look);
  look();
  return () => {
    stop();
    alarm.set(null);
  };
}
