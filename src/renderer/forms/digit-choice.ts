import type { FieldValue, FormField } from '../../shared/form';
import type { TypedValues } from './typed-values';

/** Whether digits choose its options. In a list that opens, digits find an option by its name. */
const takesDigits = ({ type }: FormField): boolean => type === 'radio' || type === 'multiselect';

/** The field that a digit is for: the focused one, or else the first without a choice. */
export function fieldForDigit(fields: readonly FormField[], values: TypedValues, focused: string | null): FormField | null {
  const choices = fields.filter(takesDigits);
  if (focused !== null && choices.some(({ id }) => id === focused)) return choices.find(({ id }) => id === focused) ?? null;
  const isOpen = ({ id }: FormField): boolean => values[id] === undefined || values[id] === '' || isEmptyList(values[id]);
  return choices.find(isOpen) ?? choices.at(-1) ?? null;
}

const isEmptyList = (value: FieldValue | undefined): boolean => Array.isArray(value) && value.length === 0;

/** The value of a field after a digit; null if it has no such option. */
export function withDigit({ type, options = [] }: FormField, value: FieldValue | undefined, key: string): FieldValue | null {
  const option = /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
  if (!option) return null;
  return type === 'multiselect' ? withChoice(value, option.value, !isChosen(value, option.value)) : option.value;
}

export const isChosen = (value: FieldValue | undefined, option: string): boolean =>
  Array.isArray(value) ? value.includes(option) : value === option;

/** The value of a `multiselect` with an option added or removed. */
export function withChoice(value: FieldValue | undefined, option: string, on: boolean): string[] {
  const others = (Array.isArray(value) ? value : []).filter((one) => one !== option);
  return on ? [...others, option] : others;
}
