/** The fields of a keyboard event that shortcuts depend on. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

interface Keys {
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

function parse(shortcut: string, mac: boolean): Keys {
  const parts = shortcut.split('+');
  const has = (name: string): boolean => parts.includes(name);
  return {
    ctrl: has('Ctrl') || (!mac && has('CmdOrCtrl')),
    meta: mac && has('CmdOrCtrl'),
    alt: has('Alt'),
    shift: has('Shift'),
    key: parts.at(-1) ?? '',
  };
}

/** Whether a key press matches a shortcut, which is an Electron accelerator. */
export function isShortcut(press: KeyPress, shortcut: string, mac: boolean): boolean {
  const { ctrl, meta, alt, shift, key } = parse(shortcut, mac);
  if (press.ctrlKey !== ctrl || press.metaKey !== meta || press.altKey !== alt) return false;
  // Whether a punctuation key needs Shift depends on the keyboard layout.
  const isPunctuation = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isPunctuation && press.shiftKey !== shift) return false;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // On many layouts the key below Esc types another character, or none.
  if (key === '`') return press.code === 'Backquote' && !press.shiftKey;
  // A layout without Latin letters: compare the physical key.
  return /^[A-Z]$/.test(key) && !/^[\x20-\x7e]$/.test(press.key) && press.code === `Key${key}`;
}

const macNames: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const names: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', PageUp: 'Page Up', PageDown: 'Page Down' };

/** Returns the names of a shortcut's keys as they are printed on a keyboard. */
export const keyNames = (shortcut: string, mac: boolean): string[] =>
  shortcut.split('+').map((part) => (mac ? macNames[part] : undefined) ?? names[part] ?? part);

/** A shortcut as text, for a tooltip: "Ctrl N" or "⌘N". */
export const keyText = (shortcut: string, mac: boolean): string => keyNames(shortcut, mac).join(mac ? '' : ' ');

/** Returns the value of `aria-keyshortcuts` for a shortcut. */
export const ariaKeys = (shortcut: string, mac: boolean): string =>
  shortcut.replace('CmdOrCtrl', mac ? 'Meta' : 'Control').replace(/^Ctrl\b/, 'Control');
