import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `quiet` has no frame until it is pointed at; `link` reads as part of a sentence. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
  readonly small?: boolean;
  /** What a press began is under way. It does nothing then and keeps the focus, which it would lose if it were disabled. */
  readonly busy?: boolean;
}

export function Button({ look = 'plain', small = false, busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[look]} ${small ? styles.small : ''} ${className}`}
      aria-disabled={busy || undefined}
      onClick={busy ? doNothing : onClick}
      {...rest}
    />
  );
}

/** Nor does it submit its form. */
const doNothing = (event: MouseEvent): void => event.preventDefault();
