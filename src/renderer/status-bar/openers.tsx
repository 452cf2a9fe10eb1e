import { useSetAtom } from 'jotai';
import { decisionsOpenAtom, settingsOpenAtom } from '../base/app-state';
import styles from './status-bar.module.css';

export function OpenDecisions() {
  const setOpen = useSetAtom(decisionsOpenAtom);
  return (
    <button type="button" className={styles.notice} onClick={() => setOpen(true)}>
      Decisions
    </button>
  );
}

export function OpenSettings() {
  const setOpen = useSetAtom(settingsOpenAtom);
  return (
    <button type="button" className={styles.gear} aria-label="Settings" title="Settings" onClick={() => setOpen('general')}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5" strokeLinecap="round" />
        <circle cx="9" cy="4.5" r="2" />
        <circle cx="7" cy="11.5" r="2" />
      </svg>
    </button>
  );
}
