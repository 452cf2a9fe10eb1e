import { expect, it } from 'vitest';
import { isWorthColours } from './colour-cost';

it('colours ordinary code', () => {
  expect(isWorthColours('const sum = (a: number, b: number): number => a + b;\n'.repeat(300))).toBe(true);
  expect(isWorthColours(`/* ${'Words of a comment, as people write them.\n'.repeat(100)} */`)).toBe(true);
});

it.each([
  ['very much of it', 'a();\n'.repeat(10_000)],
  ['one long line', 'a = 1; '.repeat(100)],
  ['words without an end', 'word word\n'.repeat(200)],
  ['pointers without an end', '*a *b\n'.repeat(300)],
  ['blank lines without an end', '\n'.repeat(2_000)],
])('does not colour %s', (_what, code) => {
  expect(isWorthColours(code)).toBe(false);
});
