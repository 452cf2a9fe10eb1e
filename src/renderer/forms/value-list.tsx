import type { FormField, FormValues } from '../../shared/form';
import { valueWords } from '../../shared/interaction';
import { EscapedText } from '../base/escaped-text';
import styles from './form.module.css';

interface ValueListProps {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
}

/** The values of a finished form, by the labels of their fields. */
export function ValueList({ fields, values }: ValueListProps) {
  return (
    <dl className={styles.values}>
      {fields.map((field) => {
        const value = values[field.id];
        return (
          <div key={field.id}>
            <dt>
              <EscapedText text={field.label} />
            </dt>
            <dd>{value === undefined ? <span className={styles.none}>nothing</span> : <EscapedText text={valueWords(field, value)} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
