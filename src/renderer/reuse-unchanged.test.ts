import { expect, it } from 'vitest';
import { reuseUnchanged } from './reuse-unchanged';

const one = { id: 'one', words: ['a'] };
const two = { id: 'two', words: ['b'] };

it('reuses unchanged elements at any position', () => {
  const [first, second, third] = reuseUnchanged(
    [one, two],
    [
      { id: 'two', words: ['b'] },
      { id: 'new', words: [] },
      { id: 'one', words: ['a', 'c'] },
    ],
  );
  expect(first).toBe(two);
  expect(second).toEqual({ id: 'new', words: [] });
  expect(third).toEqual({ id: 'one', words: ['a', 'c'] });
});

it('is the list before when nothing changed', () => {
  const before = [one, two];
  expect(reuseUnchanged(before, structuredClone(before))).toBe(before);
});

it.each([[[one]], [[two, one]], [[one, two, { id: 'three', words: [] }]]])('is another list when one went, came or moved: %j', (now) => {
  const before = [one, two];
  expect(reuseUnchanged(before, structuredClone(now))).not.toBe(before);
  expect(reuseUnchanged(before, structuredClone(now))).toEqual(now);
});
