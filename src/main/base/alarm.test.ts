import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Alarm } from './alarm';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function createAlarm() {
  const calls: number[] = [];
  return { alarm: new Alarm(() => calls.push(Date.now()), Date.now), calls };
}

it('calls back once, at the time that was set last', () => {
  const { alarm, calls } = createAlarm();
  alarm.set(1_000);
  alarm.set(3_000);
  vi.advanceTimersByTime(2_999);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([3_000]);
});

it('calls back for a time in the past, but only after `set` returned', () => {
  const { alarm, calls } = createAlarm();
  alarm.set(-1);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual([0]);
});

it('does not call back early when the time is beyond the longest timer', () => {
  const { alarm, calls } = createAlarm();
  const days = 24 * 60 * 60_000;
  alarm.set(60 * days);
  vi.advanceTimersByTime(59 * days);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(2 * days);
  expect(calls).toEqual([60 * days]);
});

it('calls back when it is checked after sleep, and not again when the timer fires', () => {
  const { alarm, calls } = createAlarm();
  alarm.set(1_000);
  alarm.check();
  expect(calls).toEqual([]);
  vi.setSystemTime(5_000);
  alarm.check();
  alarm.check();
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([5_000]);
});

it('calls back on time although the clock was set back', () => {
  const { alarm, calls } = createAlarm();
  alarm.set(1_000);
  vi.advanceTimersByTime(400);
  vi.setSystemTime(-3_600_000);
  alarm.check();
  vi.advanceTimersByTime(599);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(10_000_000);
  expect(calls).toEqual([-3_599_400]);
});

it('does not call back after it was turned off', () => {
  const { alarm, calls } = createAlarm();
  alarm.set(1_000);
  alarm.set(null);
  vi.advanceTimersByTime(2_000);
  alarm.check();
  expect(calls).toEqual([]);
});
