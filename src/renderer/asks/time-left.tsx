import { clockLeft, useTimeLeft } from '../ui/time-left';
import styles from './ask.module.css';

export const lastMinuteMs = 60_000;

/** Counts down to when an ask's time runs out; the last minute is said aloud, once. */
export function TimeLeft({ until }: { readonly until: number }) {
  const left = useTimeLeft(until);
  const last = left <= lastMinuteMs;
  return (
    <p className={last ? styles.lastMinute : styles.quiet}>
      <span className="tabular">{left > 0 ? `Its time runs out in ${clockLeft(left)}` : 'Its time is up'}</span>
      <span className="unseen" aria-live="polite">
        {last && left > 0 && 'Less than a minute left to answer'}
      </span>
    </p>
  );
}
