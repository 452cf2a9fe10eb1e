import { expect, it } from 'vitest';
import { type PressedKey, terminalKey } from './terminal-key';

const press = (keys: string): PressedKey => {
  const held = keys.split('+');
  return {
    code: held.at(-1) ?? '',
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Cmd'),
    shiftKey: held.includes('Shift'),
    altKey: held.includes('Alt'),
  };
};

it.each([
  ['Ctrl+KeyC', null],
  ['Ctrl+KeyV', null],
  ['Ctrl+KeyF', null],
  ['Ctrl+KeyK', null],
  ['Ctrl+Shift+KeyC', 'copy'],
  ['Ctrl+Shift+KeyV', 'paste'],
  ['Ctrl+Shift+KeyF', 'find'],
  ['Ctrl+Shift+KeyE', 'leave'],
  ['Ctrl+Digit2', 'app'],
  ['Ctrl+Backquote', 'app'],
  ['Ctrl+Shift+Backquote', null],
  ['Ctrl+Alt+Digit2', null],
  ['Tab', null],
  ['Escape', null],
])('%s goes to the program, or means %s', (keys, meaning) => {
  expect(terminalKey(press(keys), false)).toBe(meaning);
});

it.each([
  ['Ctrl+KeyC', null],
  ['Ctrl+Shift+KeyC', null],
  ['Cmd+KeyC', 'copy'],
  ['Cmd+KeyV', 'paste'],
  ['Cmd+KeyF', 'find'],
  ['Cmd+Shift+KeyE', 'leave'],
  ['Cmd+KeyN', 'app'],
  ['Ctrl+Backquote', 'app'],
])('on a Mac %s goes to the program, or means %s', (keys, meaning) => {
  expect(terminalKey(press(keys), true)).toBe(meaning);
});
