import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `quiet` has no frame until it is pointed at; `link` reads as part of a sentence. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
  readonly small?: boolean;
}

export function Button({ look = 'plain', small = false, className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${small ? styles.small : ''} ${className}`} {...rest} />;
}
