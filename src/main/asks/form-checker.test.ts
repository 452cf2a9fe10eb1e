import { afterEach, expect, it, vi } from 'vitest';
import { checkFormOf, matchesInTime } from './form-checker';

afterEach(() => {
  vi.useRealTimers();
});

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

it('does not try a hundred such patterns', () => {
  const fields = Array.from({ length: 100 }, (_, at) => ({ id: `f${at}`, type: 'text', label: 'Name', pattern: '(a+)+' }));
  const values = Object.fromEntries(fields.map(({ id }) => [id, 'aab']));
  vi.useFakeTimers({ toFake: ['performance'] });
  const slow = vi.fn(() => {
    vi.advanceTimersByTime(50);
    return true;
  });
  expect(Object.keys(checkFormOf({ input: { mode: 'form', fields, initialValues: {} } }, values, slow))).toHaveLength(95);
  expect(slow).toHaveBeenCalledTimes(5);
});

it('has nothing to check where a page is to be opened', () => {
  expect(checkFormOf({ input: { mode: 'url', url: 'https://example.com' } }, {})).toEqual({});
});
