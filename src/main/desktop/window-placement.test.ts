import { expect, it } from 'vitest';
import { displayLayoutKey, placeWindow } from './window-placement';

const screen = { x: 0, y: 0, width: 1440, height: 900 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number, width = 1000, height = 700) => ({ bounds: { x, y, width, height }, maximized: false });

it('centers the first window on the first display', () => {
  expect(placeWindow(null, [screen])).toEqual({ x: 130, y: 70, width: 1180, height: 760 });
});

it('restores the position on any display', () => {
  expect(placeWindow(at(50, 60), [screen])).toEqual({ x: 50, y: 60, width: 1000, height: 700 });
  expect(placeWindow(at(1600, 100), [screen, second])).toEqual({ x: 1600, y: 100, width: 1000, height: 700 });
});

it('centers the window in its size when its title bar would be out of reach', () => {
  const middle = { x: 220, y: 100, width: 1000, height: 700 };
  expect(placeWindow(at(1600, 100), [screen])).toEqual(middle);
  expect(placeWindow(at(100, -400), [screen])).toEqual(middle);
  expect(placeWindow(at(100, 895), [screen])).toEqual(middle);
  expect(placeWindow(at(-980, 100), [screen])).toEqual(middle);
});

it('shrinks the window to fit the display it moves to', () => {
  expect(placeWindow(at(5000, 0, 4000, 3000), [screen])).toEqual(screen);
});

it('recognizes a display layout in any order', () => {
  expect(displayLayoutKey([screen, second])).toBe(displayLayoutKey([second, screen]));
  expect(displayLayoutKey([screen])).not.toBe(displayLayoutKey([screen, second]));
});
