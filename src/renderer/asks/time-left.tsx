import { useAtomValue } from 'jotai';
import type { AskKind } from '../../shared/ask';
import { lastMinuteMs, thenWords } from '../../shared/timeout-words';
import { settingsAtom } from '../base/app-state';
import { clockLeft, useTimeLeft } from '../ui/time-left';
import styles from './ask.module.css';

/** Counts down to when an ask's time runs out, and says what happens then; the last minute is said aloud, once. */
export function TimeLeft({ kind, until }: { readonly kind: AskKind; readonly until: number }) {
  const left = useTimeLeft(until);
  const settings = useAtomValue(settingsAtom);
  const then = settings ? `, ${thenWords[settings.timeouts[kind].policy]}` : '';
  const last = left <= lastMinuteMs;
  return (
    <p className={last ? styles.lastMinute : styles.quiet}>
      <span className="tabular">{left > 0 ? `Its time runs out in ${clockLeft(left)}${then}` : 'Its time is up'}</span>
      <span className="visually-hidden" aria-live="polite">
        {last && left > 0 && `Less than a minute left to answer${then}`}
      </span>
    </p>
  );
}
