import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Alarm } from './alarm';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function anAlarm() {
  const wentOff: number[] = [];
  return { alarm: new Alarm(() => wentOff.push(Date.now()), Date.now), wentOff };
}

it('goes off once at the moment that was set last', () => {
  const { alarm, wentOff } = anAlarm();
  alarm.set(1_000);
  alarm.set(3_000);
  vi.advanceTimersByTime(2_999);
  expect(wentOff).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(wentOff).toEqual([3_000]);
});

it('goes off soon for a moment that is past, but not before set returns', () => {
  const { alarm, wentOff } = anAlarm();
  alarm.set(-1);
  expect(wentOff).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(wentOff).toEqual([0]);
});

it('does not go off early for a moment that is further away than a timer can be set', () => {
  const { alarm, wentOff } = anAlarm();
  const days = 24 * 60 * 60_000;
  alarm.set(60 * days);
  vi.advanceTimersByTime(59 * days);
  expect(wentOff).toEqual([]);
  vi.advanceTimersByTime(2 * days);
  expect(wentOff).toEqual([60 * days]);
});

it('goes off when it is checked after a sleep, and no second time when its timer comes', () => {
  const { alarm, wentOff } = anAlarm();
  alarm.set(1_000);
  alarm.check();
  expect(wentOff).toEqual([]);
  vi.setSystemTime(5_000);
  alarm.check();
  alarm.check();
  vi.advanceTimersByTime(10_000);
  expect(wentOff).toEqual([5_000]);
});

it('goes off after its time also when the clock is set back meanwhile', () => {
  const { alarm, wentOff } = anAlarm();
  alarm.set(1_000);
  vi.advanceTimersByTime(400);
  vi.setSystemTime(-3_600_000);
  alarm.check();
  vi.advanceTimersByTime(599);
  expect(wentOff).toEqual([]);
  vi.advanceTimersByTime(10_000_000);
  expect(wentOff).toEqual([-3_599_400]);
});

it('does not go off when nothing is set any more', () => {
  const { alarm, wentOff } = anAlarm();
  alarm.set(1_000);
  alarm.set(null);
  vi.advanceTimersByTime(2_000);
  alarm.check();
  expect(wentOff).toEqual([]);
});
