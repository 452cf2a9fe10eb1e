import { describe, expect, it } from 'vitest';
import { actions } from '../../shared/action';
import { ariaKeys, isShortcut, type KeyPress, keyNames, keyText } from './shortcut';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a shortcut', () => {
  it('is Ctrl on most systems and Cmd on a Mac', () => {
    expect([false, true].map((mac) => isShortcut(press('k', { ctrlKey: true }), 'CmdOrCtrl+K', mac))).toEqual([true, false]);
    expect([false, true].map((mac) => isShortcut(press('k', { metaKey: true }), 'CmdOrCtrl+K', mac))).toEqual([false, true]);
  });

  it('is pressed with no other key held', () => {
    expect(isShortcut(press('k', { ctrlKey: true, altKey: true }), 'CmdOrCtrl+K', false)).toBe(false);
    expect(isShortcut(press('T', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+T', false)).toBe(false);
    expect(isShortcut(press('T', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+Shift+T', false)).toBe(true);
  });

  it('takes a sign however it is typed', () => {
    expect(isShortcut(press('/', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+/', false)).toBe(true);
  });

  it('finds the key below Esc whatever is printed on it', () => {
    const pressed = (key: string, shiftKey = false) =>
      isShortcut(press(key, { ctrlKey: true, code: 'Backquote', shiftKey }), 'Ctrl+`', false);
    expect([pressed('`'), pressed('Dead'), pressed('º'), pressed('~', true)]).toEqual([true, true, true, false]);
  });

  it('finds a letter by its place on a keyboard without Latin letters, and only there', () => {
    expect(isShortcut(press('л', { ctrlKey: true, code: 'KeyK' }), 'CmdOrCtrl+K', false)).toBe(true);
    expect(isShortcut(press('t', { ctrlKey: true, code: 'KeyK' }), 'CmdOrCtrl+K', false)).toBe(false);
  });

  it('is written as on the keyboard', () => {
    expect(keyNames('CmdOrCtrl+Shift+PageUp', false)).toEqual(['Ctrl', 'Shift', 'Page Up']);
    expect(keyNames('CmdOrCtrl+Shift+T', true)).toEqual(['⌘', '⇧', 'T']);
    expect([keyText('CmdOrCtrl+N', false), keyText('CmdOrCtrl+N', true)]).toEqual(['Ctrl N', '⌘N']);
    expect(ariaKeys('CmdOrCtrl+N', true)).toBe('Meta+N');
    expect(ariaKeys('Ctrl+Tab', false)).toBe('Control+Tab');
  });

  it('belongs to one action only', () => {
    const keys = actions.flatMap(({ shortcut }) => shortcut ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
