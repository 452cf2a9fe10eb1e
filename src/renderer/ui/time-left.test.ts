import { expect, it } from 'vitest';
import { clockLeft } from './time-left';

it('says the time that is left as a clock does', () => {
  const left = [-5, 0, 1, 59_001, 245_000, 1_798_000, 3_600_000, 3_725_000];
  expect(left.map(clockLeft)).toEqual(['0:00', '0:00', '0:01', '1:00', '4:05', '29:58', '1:00:00', '1:02:05']);
});
