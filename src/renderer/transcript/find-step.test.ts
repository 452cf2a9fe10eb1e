import { expect, it } from 'vitest';
import { firstHit, foundWords, nextHit } from './find-step';

const hits = [3, 10, 40].map((index) => ({ index, parentToolUseId: null }));

it('begins with the first hit from where the person is, or the last above', () => {
  expect([firstHit(hits, 0), firstHit(hits, 10), firstHit(hits, 11), firstHit(hits, 41), firstHit([], 5)]).toEqual([0, 1, 2, 2, -1]);
});

it('steps in both directions and goes round at the ends', () => {
  expect([nextHit(hits, 0, 1), nextHit(hits, 2, 1), nextHit(hits, 0, -1), nextHit([], -1, 1)]).toEqual([1, 0, 2, -1]);
});

it('says which of how many', () => {
  expect(foundWords({ text: 'a', hits, more: false, at: 1 })).toBe('2 of 3');
  expect(foundWords({ text: 'a', hits, more: true, at: 0 })).toBe('1 of 3+');
  expect(foundWords({ text: 'a', hits: [], more: false, at: -1 })).toBe('Not found');
});
