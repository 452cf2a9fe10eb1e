import styles from './close-icon.module.css';

/** The × of a close button. The button has an accessible name. */
export function CloseIcon() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={styles.icon}>
      <path d="M2 2l8 8M10 2l-8 8" />
    </svg>
  );
}
