import { describe, expect, it } from 'vitest';
import { checkField, checkForm, type FieldValue, type FormField, FormFields, startValues } from './form';
import { fillTemplate } from './interaction';

const field = (parts: Partial<FormField> & Pick<FormField, 'type'>): FormField => ({ id: 'it', label: 'It', ...parts });
const options = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
];

describe('a field', () => {
  it.each<[string, FormField, FieldValue | undefined, string | null]>([
    ['an empty field that is not required', field({ type: 'text' }), undefined, null],
    ['an empty field that is required', field({ type: 'text', required: true }), undefined, 'Fill in this field.'],
    ['a text of the wrong type', field({ type: 'text' }), 3, 'Enter a text.'],
    ['a short text', field({ type: 'text', min: 3 }), 'ab', 'Enter at least 3 characters.'],
    ['a long text', field({ type: 'textarea', max: 2 }), 'abc', 'Enter at most 2 characters.'],
    ['an emoji, which is one character', field({ type: 'text', max: 1 }), '👩', null],
    ['an email address', field({ type: 'text', format: 'email' }), 'ann@example.com', null],
    ['no email address', field({ type: 'text', format: 'email' }), 'ann', 'Enter an email address, such as ann@example.com.'],
    ['an address', field({ type: 'text', format: 'uri' }), 'https://example.com/a', null],
    ['half an address', field({ type: 'text', format: 'uri' }), 'example', 'Enter a whole address, such as https://example.com.'],
    ['a number', field({ type: 'number', min: 1, max: 3 }), 2.5, null],
    ['a number as text', field({ type: 'number' }), '2', 'Enter a number.'],
    ['no number', field({ type: 'number' }), Number.NaN, 'Enter a number.'],
    ['half a number where it must be whole', field({ type: 'number', integer: true }), 2.5, 'Enter a whole number.'],
    ['a small number', field({ type: 'number', min: 1 }), 0, 'Enter 1 or more.'],
    ['a big number', field({ type: 'number', max: 3 }), 4, 'Enter 3 or less.'],
    ['an option', field({ type: 'select', options }), 'b', null],
    ['a label in place of an option', field({ type: 'radio', options }), 'Banana', 'Choose one of the options.'],
    ['several options', field({ type: 'multiselect', options }), ['a', 'b'], null],
    ['an unknown option', field({ type: 'multiselect', options }), ['c'], 'Choose from the list.'],
    ['an option twice', field({ type: 'multiselect', options }), ['a', 'a'], 'An option is chosen twice.'],
    ['too few options', field({ type: 'multiselect', options, min: 2 }), ['a'], 'Choose at least 2.'],
    ['too many options', field({ type: 'multiselect', options, max: 1 }), ['a', 'b'], 'Choose at most 1.'],
    ['a tick', field({ type: 'checkbox', required: true }), true, null],
    ['no tick where one is required', field({ type: 'checkbox', required: true }), false, 'This must be ticked.'],
    ['a day', field({ type: 'date' }), '2026-02-28', null],
    ['a day that does not exist', field({ type: 'date' }), '2026-02-30', 'Enter a date.'],
    ['a time where a day is wanted', field({ type: 'date' }), '2026-02-28T10:00', 'Enter a date.'],
    ['a time', field({ type: 'date', format: 'date-time' }), '2026-02-28T10:00', null],
    ['a time with a zone', field({ type: 'date', format: 'date-time' }), '2026-02-28T10:00:05Z', null],
    ['a day where a time is wanted', field({ type: 'date', format: 'date-time' }), '2026-02-28', 'Enter a date and time.'],
  ])('says what is wrong with %s', (_what, asked, value, error) => {
    expect(checkField(asked, value)).toBe(error);
  });

  it('tries a pattern only where it can be stopped, and on the whole text', () => {
    const version = field({ type: 'text', pattern: '\\d+\\.\\d+' });
    const matches = (pattern: RegExp, text: string): boolean => pattern.test(text);
    expect(checkField(version, 'x1.2x')).toBeNull();
    expect(checkField(version, 'x1.2x', { matches })).toBe('This does not have the expected form.');
    expect(checkField(version, '1.2', { matches })).toBeNull();
  });
});

describe('a form', () => {
  const fields = [field({ type: 'text', id: 'name', required: true }), field({ type: 'number', id: 'size', defaultValue: 3 })];

  it('names each field that is wrong, also one that it does not have', () => {
    expect(checkForm(fields, { name: ' ', size: 3, other: 'x' })).toEqual({
      name: 'Fill in this field.',
      other: 'This form has no such field.',
    });
    expect(checkForm(fields, { name: 'Ann' })).toEqual({});
  });

  it('starts with the defaults, and with given values only for its own fields', () => {
    expect(startValues(fields, { name: 'Ann', other: 'x' })).toEqual({ name: 'Ann', size: 3 });
  });

  it.each<[string, unknown]>([
    ['no fields', []],
    ['two fields with one id', [field({ type: 'text' }), field({ type: 'text' })]],
    ['a choice without options', [field({ type: 'select' })]],
    ['a pattern that is no regular expression', [field({ type: 'text', pattern: '(' })]],
    ['an unknown type', [{ ...field({ type: 'text' }), type: 'colour' }]],
  ])('can’t have %s', (_what, broken) => {
    expect(FormFields.safeParse(broken).success).toBe(false);
  });
});

it('a template inserts values as text, options by their label, and nothing for an unknown name', () => {
  const fields = [field({ type: 'multiselect', id: 'fruit', options }), field({ type: 'text', id: 'name' })];
  const values = { fruit: ['a', 'b'], name: '{{action}} <b>' };
  expect(fillTemplate('{{ action }}: {{fruit}} for {{name}}{{else}}{{constructor}}', 'submit', values, fields)).toBe(
    'Submitted: Apple, Banana for {{action}} <b>',
  );
});
