import { type InputHTMLAttributes, useState } from 'react';
import styles from './settings.module.css';

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'min' | 'max' | 'onChange'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Called with each valid number while the person types. */
  readonly onNumber: (value: number) => void;
  /** Called with the reason why the text is not a valid number, or with null when it is. */
  readonly onProblem: (problem: string | null) => void;
}

/** A field for a whole number. It keeps the typed text until blur, then shows the saved value. */
export function NumberInput({ value, min, max, onNumber, onProblem, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isValid = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const type = (text: string): void => {
    setDraft(text);
    onProblem(isValid(text) ? null : `A whole number from ${min} to ${max.toLocaleString('en')}, please.`);
    if (isValid(text)) onNumber(Number(text));
  };
  const reset = (): void => {
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
      aria-invalid={draft !== null && !isValid(draft)}
      onChange={(event) => type(event.target.value)}
      onBlur={reset}
    />
  );
}
