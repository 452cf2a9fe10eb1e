import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `quiet` has no border until it is hovered; `link` looks like part of a sentence. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
  readonly small?: boolean;
  /** The button's work is in progress. Presses do nothing, but it keeps the focus, which a disabled button would lose. */
  readonly busy?: boolean;
}

export function Button({ look = 'plain', small = false, busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[look]} ${small ? styles.small : ''} ${className}`}
      aria-disabled={busy || undefined}
      onClick={busy ? ignoreClick : onClick}
      {...rest}
    />
  );
}

/** Also keeps the button from submitting its form. */
const ignoreClick = (event: MouseEvent): void => event.preventDefault();
