import { expect, it } from 'vitest';
import { RecentOutput } from './recent-output';

it('keeps the latest output, from the start of a line', () => {
  const output = new RecentOutput(8);
  for (const chunk of ['one\n', 'two\n', 'three\n']) output.add(chunk);
  expect(output.text).toBe('three\n');
});

it('does not start with half of a surrogate pair', () => {
  const output = new RecentOutput(4);
  output.add('😀abc');
  expect(output.text).toBe('abc');
});
