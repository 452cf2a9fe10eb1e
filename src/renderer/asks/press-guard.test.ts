import { expect, it } from 'vitest';
import { focusMs, isFocusingPress, longestPressMs, PressGuard } from './press-guard';

it('takes a press for one that brings the window to the front when the focus comes with it, before or after', () => {
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_000 + focusMs - 1, releasedAt: 1_300, endedAt: 1_300 })).toBe(true);
  expect(isFocusingPress({ focusedAt: 1_050, pressedAt: 1_000, releasedAt: 1_100, endedAt: 1_100 })).toBe(true);
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_000 + focusMs, releasedAt: 1_300, endedAt: 1_300 })).toBe(false);
});

it('takes a press for the same however long it is held', () => {
  const endedAt = 1_000 + 2 * longestPressMs;
  expect(isFocusingPress({ focusedAt: 1_005, pressedAt: 1_000, releasedAt: endedAt - 1, endedAt })).toBe(true);
});

it('does not hold an earlier press against a click that came without one', () => {
  expect(isFocusingPress({ focusedAt: 1_000, pressedAt: 1_010, releasedAt: 1_100, endedAt: 1_010 + longestPressMs })).toBe(false);
});

it('takes a press for as old as its beginning, however late its end is heard of', () => {
  const target = new EventTarget();
  const guard = new PressGuard();
  guard.watch(target);
  const [down, up, click] = [new Event('pointerdown'), new Event('pointerup'), new Event('click')];
  for (const event of [down, up, click]) target.dispatchEvent(event);
  expect(guard.startOf(click)).toBe(down.timeStamp);
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
