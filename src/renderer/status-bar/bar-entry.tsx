import type { ReactNode } from 'react';
import styles from './status-bar.module.css';

export interface BarEntryProps {
  readonly id: string;
  readonly level: 'plain' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly side?: 'left' | 'right';
  /** What it means, shown when it is pressed. */
  readonly children: ReactNode;
}

/** A line in the bar that opens into its details. */
export function BarEntry({ id, level, text, side = 'left', children }: BarEntryProps) {
  return (
    <span>
      <button type="button" className={`${styles.notice} ${styles[level]}`} title={text} popoverTarget={id}>
        {level !== 'plain' && <span className={styles.dot} aria-hidden="true" />}
        <span className={styles.words}>{text}</span>
      </button>
      <div id={id} popover="auto" className={`${styles.detail} ${styles[side]}`}>
        {children}
      </div>
    </span>
  );
}
