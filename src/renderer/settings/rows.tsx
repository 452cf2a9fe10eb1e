import { type ReactNode, useId, useState } from 'react';
import type { SettingsChange } from '../../shared/settings';
import { Failure } from '../ui/failure';
import { Segments } from '../ui/segments';
import { NumberInput } from './number-input';
import { useChoice, useSave } from './save';
import styles from './settings.module.css';

interface RowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly failure?: string | null;
  /** For a group, or a button with its own text: the name is not a `<label>` of the control. */
  readonly unlabelled?: boolean;
  /** Gets the props of the control and the id of the element with the name. */
  readonly children: (control: { readonly id: string; readonly 'aria-describedby': string | undefined }, labelId: string) => ReactNode;
}

/** One setting: its name and hint on the left, its control on the right. */
export function Row({ label, hint, failure = null, unlabelled = false, children }: RowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        {unlabelled ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {hint !== undefined && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
      </div>
      <div className={styles.control}>
        {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` }, `${id}-label`)}
      </div>
      <Failure text={failure} />
    </div>
  );
}

interface CheckboxRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly change: (on: boolean) => SettingsChange;
}

export function CheckboxRow({ label, hint, checked, change }: CheckboxRowProps) {
  const { shown, failure, choose } = useChoice(checked, change);
  return (
    <Row label={label} hint={hint} failure={failure}>
      {(control) => <input {...control} type="checkbox" checked={shown} onChange={(event) => choose(event.target.checked)} />}
    </Row>
  );
}

interface ChoiceRowProps<T extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly change: (value: T) => SettingsChange;
}

export function ChoiceRow<T extends string>({ label, hint, options, value, change }: ChoiceRowProps<T>) {
  const { shown, failure, choose } = useChoice(value, change);
  return (
    <Row label={label} hint={hint} failure={failure} unlabelled>
      {(_control, labelId) => <Segments labelledBy={labelId} options={options} value={shown} onChange={choose} />}
    </Row>
  );
}

interface NumberRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly change: (value: number) => SettingsChange;
}

export function NumberRow({ label, hint, unit, value, min, max, change }: NumberRowProps) {
  const { save, failure } = useSave();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Row label={label} hint={hint} failure={problem ?? failure}>
      {(control) => (
        <>
          <NumberInput
            {...control}
            value={value}
            min={min}
            max={max}
            onProblem={setProblem}
            onNumber={(wanted) => void save(change(wanted))}
          />
          <span className={styles.unit}>{unit}</span>
        </>
      )}
    </Row>
  );
}
