import { z } from 'zod';

/** A form may have this many fields, and a field this many options. */
const maxFields = 100;
const maxOptions = 500;
/** The length of a text that names or explains something. */
const maxWords = 10_000;
/** A `textarea` may hold this much. */
export const maxFieldText = 100_000;

const words = z.string().max(maxWords);

/** The value of one field. A number field holds a number, a checkbox a boolean, a multiselect a list of option values. */
export const FieldValue = z.union([
  z.string().max(maxFieldText),
  z.number(),
  z.boolean(),
  z.array(z.string().max(maxWords)).max(maxOptions),
]);
export type FieldValue = z.infer<typeof FieldValue>;

/** The values of a form by field id. Fields without a value are missing. */
export const FormValues = z.record(z.string().max(200), FieldValue);
export type FormValues = z.infer<typeof FormValues>;

export const FieldType = z.enum(['text', 'textarea', 'number', 'select', 'multiselect', 'radio', 'checkbox', 'date']);
export type FieldType = z.infer<typeof FieldType>;

const FieldOption = z.strictObject({ value: words, label: words, description: words.optional() });
export type FieldOption = z.infer<typeof FieldOption>;

/** One field of a form. */
export const FormField = z.strictObject({
  id: z.string().min(1).max(200),
  type: FieldType,
  label: words.min(1),
  description: words.optional(),
  required: z.boolean().optional(),
  defaultValue: FieldValue.optional(),
  /** For `select`, `multiselect` and `radio`. */
  options: z.array(FieldOption).min(1).max(maxOptions).optional(),
  /** A regular expression that the whole text must match. */
  pattern: z.string().max(1_000).optional(),
  /** The range of a number, the length of a text, or how many options of a `multiselect` may be chosen. */
  min: z.number().optional(),
  max: z.number().optional(),
  placeholder: words.optional(),
  /** A well-known form of text. `date-time` makes a `date` field ask for a time too. */
  format: z.enum(['email', 'uri', 'date-time']).optional(),
  /** A number without a fraction. */
  integer: z.boolean().optional(),
});
export type FormField = z.infer<typeof FormField>;

/** The fields of a form that only has to be confirmed may be none. */
export const FieldList = z
  .array(FormField)
  .max(maxFields)
  .superRefine((fields, context) => {
    const ids = new Set<string>();
    for (const { id, type, options, pattern } of fields) {
      const problem = ids.has(id)
        ? `Two fields have the id “${id}”.`
        : hasOptions(type) && options === undefined
          ? `The field “${id}” has no options.`
          : pattern !== undefined && toPattern(pattern) === null
            ? `The pattern of “${id}” is not a regular expression.`
            : null;
      ids.add(id);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }
  });

/** The fields that a tool may ask for. */
export const FormFields = FieldList.min(1);

export const hasOptions = (type: FieldType): boolean => type === 'select' || type === 'multiselect' || type === 'radio';

/** What went wrong, by field id. Empty when every value may be submitted. */
export type FormErrors = Readonly<Record<string, string>>;

/** The values that a form starts with. */
export function startValues(fields: readonly FormField[], given: FormValues = {}): FormValues {
  const known = new Map(fields.map((field) => [field.id, field]));
  const defaults = fields.flatMap(({ id, defaultValue }) => (defaultValue === undefined ? [] : [[id, defaultValue] as const]));
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(Object.entries(given).filter(([id]) => known.has(id))) };
}

/** Drops values that say nothing: an empty text, an empty list. */
export function withoutEmptyValues(values: FormValues): FormValues {
  const isEmpty = (value: FieldValue): boolean =>
    typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

export interface FormCheckOptions {
  /** Decides whether a text matches a pattern. A pattern can take for ever, so whoever can't stop it leaves patterns out. */
  readonly matches?: (pattern: RegExp, text: string) => boolean;
}

/** Checks the values of a whole form. Both the window and main call it; only main tries patterns. */
export function checkForm(fields: readonly FormField[], values: FormValues, options: FormCheckOptions = {}): FormErrors {
  const filled = withoutEmptyValues(values);
  const known = new Set(fields.map(({ id }) => id));
  const strange = Object.keys(values).filter((id) => !known.has(id));
  const errors = fields.flatMap((field) => {
    const error = checkField(field, filled[field.id], options);
    return error === null ? [] : [[field.id, error] as const];
  });
  return Object.fromEntries([...errors, ...strange.map((id) => [id, 'This form has no such field.'] as const)]);
}

/** What is wrong with a value; null if it may be submitted. */
export function checkField(field: FormField, value: FieldValue | undefined, options: FormCheckOptions = {}): string | null {
  if (value === undefined) return field.required === true ? missingWords(field.type) : null;
  switch (field.type) {
    case 'checkbox':
      if (typeof value !== 'boolean') return 'This must be on or off.';
      return field.required === true && !value ? 'This must be ticked.' : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? checkNumber(field, value) : 'Enter a number.';
    case 'multiselect':
      return Array.isArray(value) ? checkChoices(field, value) : 'Choose from the list.';
    case 'select':
    case 'radio':
      return typeof value === 'string' && isOption(field, value) ? null : 'Choose one of the options.';
    case 'date':
      return typeof value === 'string' && isDate(value, field.format === 'date-time') ? null : `Enter a ${dateWords(field)}.`;
    default:
      return typeof value === 'string' ? checkText(field, value, options) : 'Enter a text.';
  }
}

const missingWords = (type: FieldType): string =>
  type === 'checkbox' ? 'This must be ticked.' : hasOptions(type) ? 'Choose an option.' : 'Fill in this field.';

const isOption = ({ options = [] }: FormField, value: string): boolean => options.some((option) => option.value === value);

function checkNumber({ min, max, integer }: FormField, value: number): string | null {
  if (integer === true && !Number.isInteger(value)) return 'Enter a whole number.';
  return rangeWords(value, min, max, (limit) => String(limit));
}

function checkChoices(field: FormField, values: readonly string[]): string | null {
  if (!values.every((value) => isOption(field, value))) return 'Choose from the list.';
  if (new Set(values).size < values.length) return 'An option is chosen twice.';
  const { min, max } = field;
  if (min !== undefined && values.length < min) return `Choose at least ${min}.`;
  return max !== undefined && values.length > max ? `Choose at most ${max}.` : null;
}

function checkText({ pattern, min, max, format }: FormField, value: string, { matches }: FormCheckOptions): string | null {
  const length = [...value].length;
  if (min !== undefined && length < min) return `Enter at least ${min} characters.`;
  if (max !== undefined && length > max) return `Enter at most ${max} characters.`;
  if (format === 'email' && !z.email().safeParse(value).success) return 'Enter an email address, such as ann@example.com.';
  if (format === 'uri' && !URL.canParse(value)) return 'Enter a whole address, such as https://example.com.';
  if (format === 'date-time' && !isDate(value, true)) return 'Enter a date and time.';
  const expression = pattern === undefined || matches === undefined ? null : toPattern(pattern);
  return expression === null || matches?.(expression, value) !== false ? null : 'This does not have the expected form.';
}

function rangeWords(value: number, min: number | undefined, max: number | undefined, words: (limit: number) => string): string | null {
  if (min !== undefined && value < min) return `Enter ${words(min)} or more.`;
  return max !== undefined && value > max ? `Enter ${words(max)} or less.` : null;
}

const dateWords = ({ format }: FormField): string => (format === 'date-time' ? 'date and time' : 'date');

/** `2026-11-18`, or with a time `2026-11-18T19:45`, with or without seconds and zone. The day must exist. */
function isDate(value: string, withTime: boolean): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(value) ?? [];
  if (day === undefined || (time !== undefined) !== withTime) return false;
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && (!withTime || !Number.isNaN(Date.parse(value)));
}

/** A pattern must match the whole text, as in an HTML form. */
function toPattern(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return null;
  }
}
