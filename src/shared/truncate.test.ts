import { expect, it } from 'vitest';
import { truncate, truncateLine, truncateStart } from './truncate';

it('returns a text that is short enough unchanged', () => {
  expect([truncate('abc', 3), truncateLine('abc', 3), truncateStart('abc', 3), truncate('', 0)]).toEqual(['abc', 'abc', 'abc', '']);
});

it('cuts off the start or the end, and marks it with an ellipsis in a line', () => {
  expect([truncate('abcdef', 3), truncateLine('abcdef', 3), truncateLine('a bcdef', 3)]).toEqual(['abc', 'ab…', 'a…']);
  expect(truncateStart('abcdef', 2)).toBe('ef');
});

it('never splits a surrogate pair', () => {
  expect([truncate('ab😀', 3), truncate('ab😀', 4), truncateLine('ab😀cd', 4)]).toEqual(['ab', 'ab😀', 'ab…']);
  expect([truncate('ab😀cd', 4), truncateLine('a😀😀', 4)]).toEqual(['ab😀', 'a😀…']);
  expect([truncateStart('😀ab', 3), truncateStart('x😀ab', 4)]).toEqual(['ab', '😀ab']);
});

it('returns nothing when there is no room', () => {
  expect([truncate('abc', 0), truncate('abc', -5), truncateStart('abc', 0)]).toEqual(['', '', '']);
});
