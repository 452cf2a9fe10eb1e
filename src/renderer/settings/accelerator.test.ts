import { expect, it } from 'vitest';
import { acceleratorOf, type KeyPress, keysOf } from './accelerator';

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const press = (code: string, held: Partial<KeyPress> = {}, mac = false) => acceleratorOf({ ...none, code, ...held }, { mac });

it('writes a press as Electron does', () => {
  expect([
    press('Space', { ctrlKey: true, shiftKey: true }),
    press('KeyJ', { altKey: true, metaKey: true }),
    press('KeyJ', { altKey: true, metaKey: true }, true),
    press('Digit1', { ctrlKey: true }),
    press('ArrowUp', { ctrlKey: true, altKey: true }),
    press('Comma', { metaKey: true }, true),
    press('F9'),
    press('F24', { shiftKey: true }),
  ]).toEqual(['Control+Shift+Space', 'Alt+Super+J', 'Alt+Command+J', 'Control+1', 'Control+Alt+Up', 'Command+,', 'F9', 'Shift+F24']);
});

it('is none yet while only modifiers are held, without one, or for a key without a name', () => {
  expect([
    press('ControlLeft', { ctrlKey: true }),
    press('KeyA'),
    press('KeyA', { shiftKey: true }),
    press('F25'),
    press('Lang1', { ctrlKey: true }),
  ]).toEqual([null, null, null, null, null]);
});

it('shows the keys as the keyboard does', () => {
  expect(keysOf('Control+Shift+Space', { mac: false })).toEqual(['Ctrl', 'Shift', 'Space']);
  expect(keysOf('Alt+Command+J', { mac: true })).toEqual(['⌥', '⌘', 'J']);
});
