import { type InputHTMLAttributes, useState } from 'react';
import styles from './settings.module.css';

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'min' | 'max' | 'onChange'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Told of each whole number within the bounds, as it is typed. */
  readonly onNumber: (value: number) => void;
  /** Told why what stands there is none; null when it is one. */
  readonly onProblem: (problem: string | null) => void;
}

/** A whole number. What is typed stays until the control is left; then it shows what holds. */
export function NumberInput({ value, min, max, onNumber, onProblem, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const good = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const type = (text: string): void => {
    setDraft(text);
    onProblem(good(text) ? null : `A whole number from ${min} to ${max.toLocaleString('en')}, please.`);
    if (good(text)) onNumber(Number(text));
  };
  const leave = (): void => {
    setDraft(null);
    onProblem(null);
  };
  return (
    <input
      {...rest}
      type="number"
      className={styles.number}
      min={min}
      max={max}
      step={1}
      value={draft ?? value}
      aria-invalid={draft !== null && !good(draft)}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}
