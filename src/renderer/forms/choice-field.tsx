import { useId } from 'react';
import type { FieldOption } from '../../shared/form';
import { EscapedText } from '../base/escaped-text';
import { Button } from '../ui/button';
import { isChosen, withChoice } from './digit-choice';
import styles from './form.module.css';
import { type ControlProps, FieldName, type FieldViewProps } from './form-fields';

/** There are only nine digits to choose with. */
const digits = 9;

type ChoiceFieldProps = Pick<FieldViewProps, 'field' | 'value' | 'onChange'> & { readonly control: ControlProps };

/** A field whose options are all in view: one of them, or any number. */
export function ChoiceField({ field, value, control, onChange }: ChoiceFieldProps) {
  const { type, options = [], required } = field;
  const { id, 'aria-required': isRequired, 'aria-invalid': isInvalid, 'aria-describedby': describedBy, ...first } = control;
  const name = useId();
  const single = type === 'radio';
  // If a focused radio button is rendered again, Chromium forgets its group and stops at every option.
  const stop = options.find((option) => isChosen(value, option.value)) ?? options[0];
  const named = { 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy };
  const group = single
    ? { ...named, role: 'radiogroup', 'aria-required': isRequired, 'aria-invalid': isInvalid }
    : { ...named, role: 'group' };
  const choose = (option: FieldOption, on: boolean): void => onChange(single ? option.value : withChoice(value, option.value, on));
  return (
    <div {...group} className={styles.choices}>
      <div className={styles.named}>
        <span id={`${id}-label`} className={styles.label}>
          <FieldName field={field} />
          {!single && required === true && <span className="visually-hidden"> (required)</span>}
        </span>
        {single && required !== true && typeof value === 'string' && value !== '' && (
          <Button small look="link" data-choice="" onClick={() => onChange('')}>
            Choose none
          </Button>
        )}
      </div>
      {options.map((option, at) => (
        <label key={option.value} className={styles.option}>
          <input
            {...(at === 0 ? first : {})}
            type={single ? 'radio' : 'checkbox'}
            name={name}
            tabIndex={!single || option === stop ? 0 : -1}
            aria-label={option.label}
            aria-description={option.description}
            aria-invalid={(!single && isInvalid) || undefined}
            checked={isChosen(value, option.value)}
            onChange={(event) => choose(option, event.target.checked)}
          />
          <span>
            <EscapedText text={option.label} />
            {option.description !== undefined && (
              <small>
                <EscapedText text={option.description} />
              </small>
            )}
          </span>
          {at < digits && (
            <span className={styles.digit} aria-hidden="true">
              {at + 1}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
