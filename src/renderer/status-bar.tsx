import { useAtomValue } from 'jotai';
import { appInfoAtom, noticesAtom } from './app-state';
import styles from './status-bar.module.css';

/** What the app has to say about itself, and which version it is. */
export function StatusBar() {
  const info = useAtomValue(appInfoAtom);
  const notices = useAtomValue(noticesAtom);
  return (
    <footer className={styles.bar}>
      <div className={styles.notices} role="status">
        {notices.map((notice) => (
          <span key={notice.id}>
            <button type="button" className={`${styles.notice} ${styles[notice.level]}`} popoverTarget={`notice-${notice.id}`}>
              <span className={styles.dot} aria-hidden="true" />
              {notice.text}
            </button>
            <span id={`notice-${notice.id}`} popover="auto" className={styles.detail}>
              {notice.detail}
            </span>
          </span>
        ))}
      </div>
      <span className={styles.version}>{info ? `Signalbox ${info.version}` : ''}</span>
    </footer>
  );
}
