import { expect, it } from 'vitest';
import { checkForm, type FormField } from '../../shared/form';
import { toSubmitted, toTyped } from './typed-values';

const field = (parts: Partial<FormField>): FormField => ({ id: 'x', type: 'text', label: 'X', ...parts });
const submitted = (parts: Partial<FormField>, typed: FormField['defaultValue']) =>
  toSubmitted([field(parts)], typed === undefined ? {} : { x: typed }).x;
const typed = (parts: Partial<FormField>, value: NonNullable<FormField['defaultValue']>) => toTyped([field(parts)], { x: value }).x;

it.each([
  ['12', 12],
  [' -3.5 ', -3.5],
  ['1e3', 1000],
  ['.5', 0.5],
  ['12 trains', '12 trains'],
  ['0x10', '0x10'],
  ['Infinity', 'Infinity'],
  ['', undefined],
])('submits the number that was typed, and keeps what is no number: %j', (text, value) => {
  expect(submitted({ type: 'number' }, text)).toBe(value);
});

it('tells the person that what they typed is no number', () => {
  const fields = [field({ type: 'number' })];
  expect(checkForm(fields, toSubmitted(fields, { x: '12 trains' }))).toEqual({ x: 'Enter a number.' });
});

it('leaves out what is empty, but not a checkbox that is off', () => {
  const types = ['text', 'textarea', 'number', 'date', 'select', 'radio', 'multiselect', 'checkbox'] as const;
  const fields = types.map((type) => field({ id: type, type, options: [{ value: 'a', label: 'A' }] }));
  expect(toSubmitted(fields, { text: '  ', select: '', multiselect: [] })).toEqual({ checkbox: false });
});

it('shows a number as text, and only options that there are', () => {
  const options = [{ value: 'a', label: 'A' }];
  expect(typed({ type: 'number' }, 0.5)).toBe('0.5');
  expect(typed({ type: 'select', options }, 'b')).toBeUndefined();
  expect(typed({ type: 'multiselect', options }, ['b', 'a'])).toEqual(['a']);
  expect(typed({ type: 'checkbox' }, 'yes')).toBeUndefined();
});

it('a date with a time names the same moment before and after the field that takes no time zone', () => {
  const at = { type: 'date', format: 'date-time' } as const;
  const shown = typed(at, '2026-11-18T19:45:00Z');
  expect(shown).toMatch(/^2026-11-1\dT\d\d:45$/);
  const sent = submitted(at, shown);
  expect(sent).toMatch(/^2026-11-1\dT\d\d:45:00[+-]\d\d:\d\d$/);
  expect(Date.parse(String(sent))).toBe(Date.parse('2026-11-18T19:45:00Z'));
  expect(typed(at, '2026-11-18T19:45')).toBe('2026-11-18T19:45');
  expect(submitted({ type: 'date' }, '2026-11-18')).toBe('2026-11-18');
});
