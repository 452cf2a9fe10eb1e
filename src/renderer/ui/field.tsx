import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Below the control; said together with its name. */
  readonly hint?: ReactNode;
  /** The control, told its id and which element describes it. */
  readonly children: (control: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode;
}

/** A control with its name above it. */
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

export interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Beside it; said together with its name. */
  readonly hint?: string;
}

export function Tick({ label, checked, onChange, disabled = false, hint }: TickProps) {
  const id = useId();
  return (
    <div className={styles.tick}>
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
