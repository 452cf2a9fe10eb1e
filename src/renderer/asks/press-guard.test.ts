import { expect, it } from 'vitest';
import { focusMs, isFocusingPress, longestPressMs, PressGuard } from './press-guard';

it('takes a press for one that brings the window to the front when the focus comes with it, before or after', () => {
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_000 + focusMs - 1, endedAt: 1_300 })).toBe(true);
  expect(isFocusingPress({ focusedAt: 1_050, pressedAt: 1_000, endedAt: 1_100 })).toBe(true);
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_000 + focusMs, endedAt: 1_300 })).toBe(false);
});

it('does not hold an earlier press against a click that came without one', () => {
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_010, endedAt: 1_010 + longestPressMs })).toBe(false);
});

it('listens to the window, and stops', () => {
  const target = new EventTarget();
  const guard = new PressGuard();
  const stop = guard.watch(target);
  target.dispatchEvent(new Event('pointerdown'));
  expect(guard.isFocusing(new Event('click'))).toBe(false);
  target.dispatchEvent(new Event('focus'));
  expect(guard.isFocusing(new Event('click'))).toBe(true);
  stop();
  target.dispatchEvent(new Event('pointerdown'));
  expect(guard.isFocusing(new Event('click'))).toBe(true);
});
