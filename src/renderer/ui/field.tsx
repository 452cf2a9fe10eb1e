import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Shown below the control, and read out with its name. */
  readonly hint?: ReactNode;
  /** Renders the control with these props. */
  readonly children: (control: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode;
}

/** A form control with its label above it. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      {hint !== undefined && (
        <div id={`${id}-hint`} className={styles.hint} aria-live="polite">
          {hint}
        </div>
      )}
    </div>
  );
}

export interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Shown beside it, and read out with its name. */
  readonly hint?: string;
}

export function Checkbox({ label, checked, onChange, disabled = false, hint }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <span id={id} className={styles.aside}>
          {hint}
        </span>
      )}
    </div>
  );
}
