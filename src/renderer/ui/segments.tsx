import { useId } from 'react';
import styles from './segments.module.css';

export interface SegmentsProps<T extends string> {
  readonly labelledBy: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A segmented control, made of radio buttons. */
export function Segments<T extends string>({ labelledBy, options, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={styles.segments}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}
