import styles from './tab-strip.module.css';

/** One tab for each session. With none, the strip only says where they will be. */
export function TabStrip() {
  return (
    <header className={styles.strip}>
      <div className={styles.brand} aria-hidden="true">
        Signalbox
      </div>
      <div role="tablist" aria-label="Sessions" className={styles.tabs} />
    </header>
  );
}
