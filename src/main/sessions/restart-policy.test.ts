import { expect, it } from 'vitest';
import { mayRestart, recentCrashes } from './restart-policy';

const minute = 60_000;

it('takes a crashed run up again twice within five minutes, and not a third time', () => {
  expect(mayRestart([0], 0)).toBe(true);
  expect(mayRestart([0, 1 * minute], 1 * minute)).toBe(true);
  expect(mayRestart([0, 1 * minute, 2 * minute], 2 * minute)).toBe(false);
});

it('forgets a crash after five minutes', () => {
  const crashes = [0, 4 * minute, 5 * minute];
  expect(mayRestart(crashes, 5 * minute - 1)).toBe(false);
  expect(mayRestart(crashes, 5 * minute)).toBe(true);
  expect(recentCrashes(crashes, 5 * minute)).toEqual([4 * minute, 5 * minute]);
});
