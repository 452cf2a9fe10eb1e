import styles from './cross.module.css';

/** The sign on what closes or puts away; the button says it in words. */
export function Cross() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={styles.cross}>
      <path d="M2 2l8 8M10 2l-8 8" />
    </svg>
  );
}
