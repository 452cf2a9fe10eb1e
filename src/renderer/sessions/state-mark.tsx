import type { SessionState } from '../../shared/session';
import styles from './state-mark.module.css';

/** A session's state as a small coloured shape. It always appears beside words that say the same. */
export function StateMark({ state }: { readonly state: SessionState }) {
  return <span className={`${styles.mark} ${styles[state]}`} aria-hidden="true" />;
}
