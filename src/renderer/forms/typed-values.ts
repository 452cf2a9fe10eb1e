import { type FieldValue, type FormField, type FormValues, withoutEmptyValues } from '../../shared/form';

/** What is in a field: a number stays the text that was typed, so that a text that is no number is not lost. */
export type TypedValues = FormValues;

/** Returns values as their fields show them. It leaves out what a field can't show. */
export const toTyped = (fields: readonly FormField[], values: FormValues): TypedValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id];
      const typed = value === undefined ? null : typedValue(field, value);
      return typed === null ? [] : [[field.id, typed] as const];
    }),
  );

/** Returns the values to submit. A checkbox always has one; other fields that are empty have none. */
export const toSubmitted = (fields: readonly FormField[], typed: TypedValues): FormValues =>
  withoutEmptyValues(
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = submittedValue(field, typed[field.id]);
        return value === undefined ? [] : [[field.id, value] as const];
      }),
    ),
  );

function typedValue({ type, options = [], format }: FormField, value: FieldValue): FieldValue | null {
  const isOption = (one: string): boolean => options.some((option) => option.value === one);
  switch (type) {
    case 'checkbox':
      return typeof value === 'boolean' ? value : null;
    case 'multiselect':
      return Array.isArray(value) ? value.filter(isOption) : null;
    case 'select':
    case 'radio':
      return typeof value === 'string' && (value === '' || isOption(value)) ? value : null;
    case 'number':
      return typeof value === 'number' || typeof value === 'string' ? String(value) : null;
    case 'date':
      return typeof value === 'string' ? (format === 'date-time' ? toLocalTime(value) : value) : null;
    default:
      return typeof value === 'string' ? value : null;
  }
}

export function submittedValue({ type, format }: FormField, typed: FieldValue | undefined): FieldValue | undefined {
  if (type === 'checkbox') return typed === true;
  if (typeof typed !== 'string') return typed;
  if (type === 'number') return isNumeral(typed) ? Number(typed) : typed;
  return type === 'date' && format === 'date-time' ? withTimeZone(typed) : typed;
}

/** `Number` alone would also read '', '0x10' and 'Infinity'. */
const isNumeral = (text: string): boolean => /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);

/** An input for a date and time takes no time zone. */
function toLocalTime(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(value)) return value;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A point in time is the same for everyone only with its time zone. */
function withTimeZone(value: string): string {
  const date = new Date(value);
  if (!/T\d\d:\d\d(?::\d\d)?$/.test(value) || Number.isNaN(date.getTime())) return value;
  const offset = -date.getTimezoneOffset();
  const two = (amount: number): string => String(Math.trunc(amount)).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${value.length === 16 ? `${value}:00` : value}${zone}`;
}
