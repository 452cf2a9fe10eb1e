import type { ReactNode } from 'react';
import styles from './status-bar.module.css';

export interface BarEntryProps {
  readonly id: string;
  readonly level: 'plain' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly side?: 'left' | 'right';
  /** The details, shown in a popover. */
  readonly children: ReactNode;
}

/** A button in the status bar that opens a popover with details. */
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
