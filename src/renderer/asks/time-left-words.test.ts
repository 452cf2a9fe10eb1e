import { expect, it } from 'vitest';
import { timeLeft } from './time-left-words';

it('says the time that is left as a clock does', () => {
  expect([-5, 1, 59_000, 245_000, 3_725_000].map(timeLeft)).toEqual(['0:00', '0:01', '0:59', '4:05', '1:02:05']);
});
