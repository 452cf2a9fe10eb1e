import { describe, expect, it } from 'vitest';
import { FieldList, type FormField } from '../../shared/form';
import { checkFormOf } from '../asks/form-checker';
import { toElicitationForm } from './elicitation-form';

const form = (properties: Record<string, unknown>, more: Record<string, unknown> = {}, order: string[] = []) =>
  toElicitationForm({ type: 'object', properties, ...more }, order);
const field = (property: unknown, required = false): FormField | undefined =>
  form({ it: property }, required ? { required: ['it'] } : {}).fields[0];
/** What the server gets for the value of its only field. */
const sent = (property: unknown, value: string | number | boolean | string[]): unknown =>
  form({ it: property }).toContent({ it: value }).it;

describe('a field of an elicitation', () => {
  it.each<[string, unknown, Partial<FormField>]>([
    ['a text', { type: 'string', minLength: 2, maxLength: 9 }, { type: 'text', min: 2, max: 9 }],
    ['a long text', { type: 'string', maxLength: 1_000 }, { type: 'textarea', max: 1_000 }],
    ['an email address', { type: 'string', format: 'email' }, { type: 'text', format: 'email' }],
    ['an address', { type: 'string', format: 'uri' }, { type: 'text', format: 'uri' }],
    ['a day', { type: 'string', format: 'date', default: '2026-02-28' }, { type: 'date', defaultValue: '2026-02-28' }],
    ['a time', { type: 'string', format: 'date-time' }, { type: 'date', format: 'date-time' }],
    ['an unknown format', { type: 'string', format: 'ipv4' }, { type: 'text' }],
    ['a number', { type: 'number', minimum: 0.5, maximum: 2, default: 1.5 }, { type: 'number', min: 0.5, max: 2, defaultValue: 1.5 }],
    ['a whole number', { type: 'integer', default: 3 }, { type: 'number', integer: true, defaultValue: 3 }],
    ['yes or no', { type: 'boolean', default: true }, { type: 'checkbox', defaultValue: true }],
    [
      'one of several',
      { type: 'string', enum: ['a', 'b'], default: 'b' },
      {
        type: 'select',
        defaultValue: 'b',
        options: [
          { value: 'a', label: 'a' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      'one of several with names',
      { type: 'string', enum: ['a', 'b'], enumNames: ['Apple'] },
      {
        type: 'select',
        options: [
          { value: 'a', label: 'Apple' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      'one of several with titles',
      { type: 'string', oneOf: [{ const: 'a', title: 'Apple' }] },
      { type: 'select', options: [{ value: 'a', label: 'Apple' }] },
    ],
    [
      'some of several',
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'a'] }, default: ['a'] },
      {
        type: 'multiselect',
        min: 1,
        max: 2,
        defaultValue: ['a'],
        options: [
          { value: 'a', label: 'a' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      'some of several with titles',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'Apple' }] } },
      { type: 'multiselect', options: [{ value: 'a', label: 'Apple' }] },
    ],
    [
      'a value that may be null',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], title: 'T' },
      { type: 'text', max: 3, label: 'T' },
    ],
  ])('can be %s', (_what, property, expected) => {
    expect(field(property)).toEqual({ id: 'it', label: 'it', ...expected });
  });

  it('has the server’s title and description, with nothing invisible in them', () => {
    expect(field({ type: 'string', title: 'Na\u202eme', description: ' Your\u200bs ' })).toMatchObject({
      label: 'Na⟨U+202E⟩me',
      description: 'Your⟨U+200B⟩s',
    });
  });

  it('is required as the schema says, except that off is a value too', () => {
    expect(field({ type: 'string' }, true)).toMatchObject({ required: true });
    expect(field({ type: 'boolean' }, true)).not.toHaveProperty('required');
  });

  it.each([
    ['that breaks its own rules', { type: 'integer', maximum: 3, default: 4 }],
    ['of another type', { type: 'string', default: { a: 1 } }],
    ['that is no option', { type: 'string', enum: ['a'], default: 'b' }],
    ['that is no time', { type: 'string', format: 'date-time', default: '+275760-09-13T00:00:00Z' }],
    ['with something invisible in it', { type: 'string', default: 'safe\u202eexe.txt' }],
  ])('has no default %s', (_what, property) => {
    expect(field(property)).not.toHaveProperty('defaultValue');
  });

  it('shows a time as the clock here does, and sends it with its zone', () => {
    const property = { type: 'string', format: 'date-time', default: '2026-02-28T12:00:00Z' };
    const shown = field(property)?.defaultValue;
    expect(shown).toMatch(/^2026-02-2\dT\d\d:\d\d$/);
    expect(sent(property, String(shown))).toBe('2026-02-28T12:00:00.000Z');
  });

  it('takes a pattern from anywhere in the text, as JSON Schema does', () => {
    const { fields } = form({ it: { type: 'string', pattern: 'b+|^x$' } });
    const check = (value: string) => checkFormOf({ input: { mode: 'form', fields, initialValues: {} } }, { it: value });
    expect(['abbc', 'x'].map(check)).toEqual([{}, {}]);
    expect(check('ac')).toEqual({ it: 'This does not have the expected form.' });
  });

  it.each(['(', 'a'.repeat(1_000)])('does without a pattern that can’t be used', (pattern) => {
    expect(field({ type: 'string', pattern })).toEqual({ id: 'it', type: 'text', label: 'it' });
  });
});

describe('the form of an elicitation', () => {
  it('has the fields in the server’s order', () => {
    const properties = { b: { type: 'string' }, 1: { type: 'string' }, a: { type: 'string' } };
    expect(form(properties, {}, ['b', 'gone', '1']).fields.map(({ label }) => label)).toEqual(['b', '1', 'a']);
    expect(form(properties).fields.map(({ label }) => label)).toEqual(['1', 'b', 'a']);
  });

  it('may have no fields, when a yes is all that is asked for', () => {
    expect(toElicitationForm({ type: 'object' }, []).fields).toEqual([]);
    expect(form({}).toContent({})).toEqual({});
  });

  it('sends back each value with the type that the server expects', () => {
    const { toContent } = form({
      name: { type: 'string' },
      age: { type: 'integer' },
      member: { type: 'boolean' },
      news: { type: 'boolean' },
      fruits: { type: 'array', items: { enum: ['a', 'b'] } },
      left: { type: 'string' },
      empty: { type: 'string' },
    });
    expect(toContent({ name: 'Ann', age: 3, member: true, fruits: ['a'], empty: ' ' })).toEqual({
      name: 'Ann',
      age: 3,
      member: true,
      news: false,
      fruits: ['a'],
    });
  });

  it('keeps names that mean something to JavaScript apart from it', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "toString": {"type": "string"}}');
    const { fields, toContent } = form(properties, { required: ['__proto__'] });
    expect(fields.map(({ id }) => id)).toEqual(['field.1', 'field.2', 'field.3']);
    expect(JSON.stringify(toContent({ 'field.1': 'a', 'field.3': 'c' }))).toBe('{"__proto__":"a","toString":"c"}');
    expect(checkFormOf({ input: { mode: 'form', fields, initialValues: {} } }, {})).toEqual({ 'field.1': 'Fill in this field.' });
  });

  it('holds names and texts of any length', () => {
    const long = 'x'.repeat(100_000);
    const { fields, toContent } = form({ [long]: { type: 'string', title: long, description: long, enum: ['a', 'b'], enumNames: [long] } });
    expect(JSON.stringify(fields).length).toBeLessThan(3_000);
    expect(Object.keys(toContent({ 'field.1': 'a' }))).toEqual([long]);
  });

  it('is always one that the window can read', () => {
    const { fields } = form({
      '': { type: 'string', title: ' ' },
      'a b': { type: 'string', enum: ['', 'a'] },
      '\u202e': { type: 'array', items: { enum: ['a'.repeat(9_000)] } },
    });
    expect(FieldList.safeParse(fields).data).toEqual(fields);
  });

  it.each<[string, unknown, string]>([
    [
      '10,000 values',
      { properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, { type: 'string' }])) },
      'it asks for 10000 values at once',
    ],
    ['a value inside a value', { properties: { it: { type: 'object', properties: {} } } }, '“it” is more than one simple value'],
    ['a list of texts', { properties: { it: { type: 'array', items: { type: 'string' } } } }, '“it” is more than one simple value'],
    ['a reference', { properties: { it: { $ref: '#/x' } } }, '“it” is more than one simple value'],
    ['nothing but null', { properties: { it: { anyOf: [{ type: 'null' }] } } }, '“it” is more than one simple value'],
    ['a choice of numbers', { properties: { it: { type: 'integer', enum: [1, 2] } } }, '“it” is more than one simple value'],
    ['options that are no texts', { properties: { it: { type: 'string', enum: [1] } } }, '“it” is more than one simple value'],
    ['no options', { properties: { it: { type: 'string', enum: [] } } }, '“it” is more than one simple value'],
    [
      'too many options',
      { properties: { it: { type: 'string', enum: Array.from({ length: 501 }, String) } } },
      '“it” is more than one simple value',
    ],
    ['too long an option', { properties: { it: { type: 'string', enum: ['x'.repeat(20_000)] } } }, '“it” has too many or too long options'],
    ['a text in place of a schema', { properties: { it: 'text' } }, '“it” is more than one simple value'],
    ['something that is no object', { type: 'string' }, 'its form can’t be read'],
    ['a list of properties', { properties: [] }, 'its form can’t be read'],
    ['a value that it does not describe', { properties: {}, required: ['it'] }, 'it requires a value that it does not describe'],
  ])('can’t ask for %s', (_what, schema, because) => {
    expect(() => toElicitationForm({ type: 'object', ...(schema instanceof Object ? schema : {}) }, [])).toThrow(because);
  });
});
