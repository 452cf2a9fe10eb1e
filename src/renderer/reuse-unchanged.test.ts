import { expect, it } from 'vitest';
import { withKept } from './kept-values';

const one = { id: 'one', words: ['a'] };
const two = { id: 'two', words: ['b'] };

it('keeps what did not change, wherever it stands now', () => {
  const [first, second, third] = withKept(
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
  expect(withKept(before, structuredClone(before))).toBe(before);
});

it.each([[[one]], [[two, one]], [[one, two, { id: 'three', words: [] }]]])('is another list when one went, came or moved: %j', (now) => {
  const before = [one, two];
  expect(withKept(before, structuredClone(now))).not.toBe(before);
  expect(withKept(before, structuredClone(now))).toEqual(now);
});
