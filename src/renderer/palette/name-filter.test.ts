import { expect, it } from 'vitest';
import { nameFilter } from './name-filter';

const scoreOf = (typed: string, ...names: string[]): number => nameFilter('8f3-plan-id', typed, names);

it('takes the words in any order and anywhere, and the start of the name before the rest', () => {
  expect(scoreOf('close', 'Close session')).toBe(1);
  expect(scoreOf('sess clo', 'Close session')).toBe(0.8);
  expect(scoreOf('ession', 'Close session')).toBe(0.5);
});

it('takes no name that lacks a word, whatever the id has', () => {
  expect(scoreOf('plan mode', 'Close session')).toBe(0);
  expect(scoreOf('plan', 'Close session')).toBe(0);
});
