import { checkField, type FieldValue, type FormField, type FormValues, startValues, withoutEmptyValues } from '../../shared/form';
import { valueWords } from '../../shared/interaction';
import type { TypedLines } from './typed-lines';

/** A value that was typed, or why it can't be taken. */
type Typed = { readonly value: FieldValue | undefined } | { readonly problem: string };

/** Authors try their own patterns here, so nothing limits the time. */
export const matches = (pattern: RegExp, text: string): boolean => pattern.test(text);

/** Asks for each field of a form, with the checks of the app. Null when the input ends. */
export async function fillForm(lines: TypedLines, fields: readonly FormField[], initial: FormValues): Promise<FormValues | null> {
  const start = withoutEmptyValues(startValues(fields, initial));
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    const value = await askField(lines, field, start[field.id]);
    if (value === null) return null;
    if (value !== undefined) values[field.id] = value;
  }
  return values;
}

async function askField(lines: TypedLines, field: FormField, start: FieldValue | undefined): Promise<FieldValue | undefined | null> {
  for (const line of descriptionOf(field)) lines.print(line);
  for (;;) {
    const text = await lines.ask(`${field.label}${start === undefined ? '' : ` [${valueWords(field, start)}]`}: `);
    if (text === null) return null;
    const typed = text === '' ? { value: start } : parseTyped(field, text);
    const problem = 'problem' in typed ? typed.problem : checkField(field, typed.value, { matches });
    if (problem === null && 'value' in typed) return typed.value;
    lines.print(`  ! ${problem}`);
  }
}

function descriptionOf({ type, description, required, options = [], placeholder }: FormField): string[] {
  const hints = [
    ...(required ? ['required'] : []),
    ...(type === 'multiselect' ? ['numbers with commas between them'] : []),
    ...(type === 'checkbox' ? ['y or n'] : []),
    ...(type === 'textarea' ? ['\\n for a new line'] : []),
    ...(placeholder === undefined ? [] : [`such as ${placeholder}`]),
  ];
  return [
    '',
    ...(description === undefined ? [] : [`  ${description}`]),
    ...options.map(({ label, description: more }, index) => `  ${index + 1} ${label}${more === undefined ? '' : `: ${more}`}`),
    ...(hints.length > 0 ? [`  (${hints.join('; ')})`] : []),
  ];
}

function parseTyped(field: FormField, text: string): Typed {
  switch (field.type) {
    case 'number':
      return Number.isNaN(Number(text)) ? { problem: 'Enter a number.' } : { value: Number(text) };
    case 'checkbox':
      return /^[yn]/i.test(text) ? { value: /^y/i.test(text) } : { problem: 'Enter y or n.' };
    case 'multiselect':
      return { value: text.split(',').map((one) => chosen(field, one.trim())) };
    case 'select':
    case 'radio':
      return { value: chosen(field, text) };
    case 'textarea':
      return { value: text.replaceAll('\\n', '\n') };
    default:
      return { value: text };
  }
}

/** An option is chosen by its number or its value. */
const chosen = ({ options = [] }: FormField, text: string): string => options[Number(text) - 1]?.value ?? text;
