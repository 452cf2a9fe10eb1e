import { maxFieldText } from '../../shared/form';
import { escapeInvisible } from '../../shared/invisible';
import styles from './form.module.css';
import type { ControlProps, FieldViewProps } from './form-fields';

type TextControlProps = Pick<FieldViewProps, 'field' | 'value' | 'onChange'> & { readonly control: ControlProps };

/** The control of a field that holds one text, number, date or choice. */
export function TextControl({ field, value, control, onChange }: TextControlProps) {
  const { type, format, placeholder } = field;
  const text = typeof value === 'string' ? value : '';
  const change = (event: { readonly target: { readonly value: string } }): void => onChange(event.target.value);
  const hint = placeholder === undefined ? {} : { placeholder: escapeInvisible(placeholder) };
  switch (type) {
    case 'textarea':
      return <textarea {...control} {...hint} className={styles.long} maxLength={maxFieldText} value={text} onChange={change} />;
    case 'select':
      return <SelectControl field={field} text={text} control={control} onChange={onChange} />;
    case 'date':
      return (
        <input
          {...control}
          type={format === 'date-time' ? 'datetime-local' : 'date'}
          className={styles.date}
          value={text}
          onChange={change}
        />
      );
    case 'number':
      // A number input would forget what is no number.
      return (
        <input
          {...control}
          {...hint}
          type="text"
          inputMode={field.integer === true ? 'numeric' : 'decimal'}
          className={styles.number}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={change}
        />
      );
    default:
      return (
        <input
          {...control}
          {...hint}
          type="text"
          inputMode={format === 'email' ? 'email' : format === 'uri' ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={format === undefined}
          maxLength={maxFieldText}
          value={text}
          onChange={change}
        />
      );
  }
}

interface SelectControlProps extends Pick<TextControlProps, 'field' | 'control' | 'onChange'> {
  readonly text: string;
}

function SelectControl({ field: { required, placeholder, options = [] }, text, control, onChange }: SelectControlProps) {
  const chosen = options.find(({ value }) => value === text);
  const none = placeholder === undefined ? (required === true ? 'Choose…' : 'No choice') : escapeInvisible(placeholder);
  return (
    <>
      <select {...control} className={styles.select} value={text} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {escapeInvisible(label)}
          </option>
        ))}
      </select>
      {/* A list that opens has no room for the descriptions of its options. */}
      {chosen?.description !== undefined && <p className={styles.about}>{escapeInvisible(chosen.description)}</p>}
    </>
  );
}
