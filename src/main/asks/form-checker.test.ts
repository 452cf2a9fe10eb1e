import { expect, it } from 'vitest';
import { checkFormOf, matchesInTime } from './form-checker';

const form = (pattern: string) => ({
  input: { mode: 'form', fields: [{ id: 'name', type: 'text', label: 'Name', pattern }], initialValues: {} },
});

it('tries the pattern of a field', () => {
  expect(checkFormOf(form('[a-z]+'), { name: 'ann' })).toEqual({});
  expect(checkFormOf(form('[a-z]+'), { name: 'Ann' })).toEqual({ name: 'This does not have the expected form.' });
});

it('stops a pattern that would take for ever', () => {
  expect(matchesInTime(/^(a+)+$/u, `${'a'.repeat(40)}b`)).toBe(false);
  expect(checkFormOf(form('(a+)+'), { name: `${'a'.repeat(40)}b` })).toEqual({ name: 'This does not have the expected form.' });
});

it('has nothing to check where a page is to be opened', () => {
  expect(checkFormOf({ input: { mode: 'url', url: 'https://example.com' } }, {})).toEqual({});
});
