import { useEffect, useState } from 'react';
import styles from './ask.module.css';
import { lastMinuteMs, timeLeft } from './time-left-words';

/** Counts down to when an ask's time runs out; the last minute is said aloud, once. */
export function TimeLeft({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = until - now;
  const last = leftMs <= lastMinuteMs;
  return (
    <p className={last ? styles.lastMinute : styles.quiet}>
      <span className="tabular">{leftMs > 0 ? `Its time runs out in ${timeLeft(leftMs)}` : 'Its time is up'}</span>
      <span className="unseen" aria-live="polite">
        {last && leftMs > 0 && 'Less than a minute left to answer'}
      </span>
    </p>
  );
}
