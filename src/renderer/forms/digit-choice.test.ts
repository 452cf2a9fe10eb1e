import { expect, it } from 'vitest';
import type { FormField } from '../../shared/form';
import { fieldForDigit, withDigit } from './digit-choice';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const radio: FormField = { id: 'radio', type: 'radio', label: 'R', options };
const many: FormField = { id: 'many', type: 'multiselect', label: 'M', options };
const select: FormField = { id: 'select', type: 'select', label: 'S', options };
const fields = [select, radio, many];

it('a digit chooses in the focused field, or else in the first without a choice', () => {
  expect(fieldForDigit(fields, {}, 'many')).toBe(many);
  expect(fieldForDigit(fields, {}, null)).toBe(radio);
  expect(fieldForDigit(fields, { radio: 'a' }, null)).toBe(many);
  expect(fieldForDigit(fields, { radio: 'a', many: ['b'] }, null)).toBe(many);
  expect(fieldForDigit([select], {}, 'select')).toBeNull();
});

it('a digit chooses one option, or adds and removes one of several', () => {
  expect([withDigit(radio, 'a', '2'), withDigit(radio, 'a', '4'), withDigit(radio, 'a', '0')]).toEqual(['b', null, null]);
  expect([withDigit(many, ['a'], '3'), withDigit(many, ['a', 'c'], '1')]).toEqual([['a', 'c'], ['c']]);
});
