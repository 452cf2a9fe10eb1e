import { expect, it } from 'vitest';
import { ago, counted, duration, money } from './amounts';

it('says durations in the unit that fits', () => {
  expect([400, 9_400, 42_300, 59_900, 61_000, 119_700, 3_700_000].map(duration)).toEqual([
    '0.4 s',
    '9.4 s',
    '42 s',
    '60 s',
    '1 min 1 s',
    '2 min 0 s',
    '1 h 1 min',
  ]);
});

it('says small sums with the digits that matter', () => {
  expect([0.0123, 2.5].map(money)).toEqual(['$0.0123', '$2.50']);
});

it('counts one thing as one', () => {
  expect([counted(1, 'command'), counted(1_200, 'command')]).toEqual(['1 command', '1,200 commands']);
});

it('says how long ago, and past a week the day', () => {
  const now = new Date(2026, 4, 20, 12).getTime();
  const minutes = [0, 5, 60, 47 * 60, 30 * 24 * 60];
  expect(minutes.map((past) => ago(now - past * 60_000, now))).toEqual([
    'just now',
    '5 minutes ago',
    '1 hour ago',
    '1 day ago',
    'Apr 20, 2026',
  ]);
});
