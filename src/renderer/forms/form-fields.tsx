import { type ReactNode, useId } from 'react';
import type { FieldValue, FormErrors, FormField } from '../../shared/form';
import { EscapedText } from '../base/escaped-text';
import { ChoiceField } from './choice-field';
import styles from './form.module.css';
import { TextControl } from './text-control';
import type { TypedValues } from './typed-values';

interface FormFieldsProps {
  readonly fields: readonly FormField[];
  readonly values: TypedValues;
  readonly errors: FormErrors;
  readonly disabled: boolean;
  readonly onChange: (field: FormField, value: FieldValue) => void;
  /** The focus has left a field. */
  readonly onLeave: (field: FormField) => void;
}

/** The fields of a form, or of one step of it. */
export function FormFields({ fields, values, errors, disabled, onChange, onLeave }: FormFieldsProps) {
  return (
    <fieldset className={styles.fields} disabled={disabled}>
      {fields.some(({ required }) => required === true) && !disabled && (
        <p className={styles.legend} aria-hidden="true">
          <Star /> required
        </p>
      )}
      {fields.map((field, at) => (
        <FieldView
          key={field.id}
          field={field}
          value={values[field.id]}
          error={errors[field.id] ?? null}
          isFirst={at === 0 && !disabled}
          onChange={(value) => onChange(field, value)}
          onLeave={() => onLeave(field)}
        />
      ))}
    </fieldset>
  );
}

export interface FieldViewProps {
  readonly field: FormField;
  readonly value: FieldValue | undefined;
  readonly error: string | null;
  /** It gets the focus when its dialog opens. */
  readonly isFirst: boolean;
  readonly onChange: (value: FieldValue) => void;
  readonly onLeave: () => void;
}

/** What connects a control with its label, its description and its error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-required': true | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'data-first-focus': true | undefined;
}

function FieldView(props: FieldViewProps) {
  const { field, error, isFirst, onLeave } = props;
  const id = useId();
  const describedBy = [field.description === undefined ? '' : `${id}-about`, error === null ? '' : `${id}-error`].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    'aria-required': field.required === true || undefined,
    'aria-invalid': error !== null || undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'data-first-focus': isFirst || undefined,
  };
  const leave = (event: { readonly currentTarget: Element; readonly relatedTarget: EventTarget | null }): void => {
    const { currentTarget, relatedTarget } = event;
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when the focus leaves its controls
    <div className={styles.field} data-field={field.id} onBlur={leave}>
      <Control {...props} control={control} />
      {field.description !== undefined && (
        <p id={`${id}-about`} className={styles.about}>
          <EscapedText text={field.description} />
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function Control(props: FieldViewProps & { readonly control: ControlProps }): ReactNode {
  const { field, value, control, onChange } = props;
  switch (field.type) {
    case 'checkbox':
      return (
        <label className={styles.checkbox}>
          <input {...control} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
          <span>
            <FieldName field={field} />
          </span>
        </label>
      );
    case 'radio':
    case 'multiselect':
      return <ChoiceField {...props} />;
    default:
      return (
        <>
          <label htmlFor={control.id} className={styles.label}>
            <FieldName field={field} />
          </label>
          <TextControl {...props} />
        </>
      );
  }
}

export function FieldName({ field: { label, required } }: { readonly field: FormField }) {
  return (
    <>
      <EscapedText text={label} />
      {required === true && <Star />}
    </>
  );
}

/** Marks a required field. Assistive technology hears it from the control. */
function Star() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  );
}
