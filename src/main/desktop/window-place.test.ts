import { expect, it } from 'vitest';
import { arrangementOf, placeWindow } from './window-place';

const screen = { x: 0, y: 0, width: 1440, height: 900 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number, width = 1000, height = 700) => ({ bounds: { x, y, width, height }, maximized: false });

it('opens in the middle of the first display, the first time', () => {
  expect(placeWindow(null, [screen])).toEqual({ x: 130, y: 70, width: 1180, height: 760 });
});

it('opens where it was, on whichever display that is', () => {
  expect(placeWindow(at(50, 60), [screen])).toEqual({ x: 50, y: 60, width: 1000, height: 700 });
  expect(placeWindow(at(1600, 100), [screen, second])).toEqual({ x: 1600, y: 100, width: 1000, height: 700 });
});

it('comes back into view, in its size, when its display is gone or its top edge can’t be reached', () => {
  const middle = { x: 220, y: 100, width: 1000, height: 700 };
  expect(placeWindow(at(1600, 100), [screen])).toEqual(middle);
  expect(placeWindow(at(100, -400), [screen])).toEqual(middle);
  expect(placeWindow(at(100, 895), [screen])).toEqual(middle);
  expect(placeWindow(at(-980, 100), [screen])).toEqual(middle);
});

it('is never larger than the display it has to move to', () => {
  expect(placeWindow(at(5000, 0, 4000, 3000), [screen])).toEqual(screen);
});

it('knows an arrangement of displays again, in whatever order they are listed', () => {
  expect(arrangementOf([screen, second])).toBe(arrangementOf([second, screen]));
  expect(arrangementOf([screen])).not.toBe(arrangementOf([screen, second]));
});
