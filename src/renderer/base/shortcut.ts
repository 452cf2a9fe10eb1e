/** A key press, as far as shortcuts look at it. */
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

/** Whether the keys that were pressed are the shortcut, written as Electron writes accelerators. */
export function isShortcut(press: KeyPress, shortcut: string, mac: boolean): boolean {
  const { ctrl, meta, alt, shift, key } = parse(shortcut, mac);
  if (press.ctrlKey !== ctrl || press.metaKey !== meta || press.altKey !== alt) return false;
  // Where a sign is typed with Shift differs from keyboard to keyboard.
  const sign = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!sign && press.shiftKey !== shift) return false;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // Most keyboards have another sign, or none of its own, on the key below Esc.
  if (key === '`') return press.code === 'Backquote' && !press.shiftKey;
  // A keyboard without Latin letters has them in the usual places.
  return /^[A-Z]$/.test(key) && !/^[\x20-\x7e]$/.test(press.key) && press.code === `Key${key}`;
}

const macNames: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const names: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', PageUp: 'Page Up', PageDown: 'Page Down' };

/** The keys as they are printed on a keyboard. */
export const keyNames = (shortcut: string, mac: boolean): string[] =>
  shortcut.split('+').map((part) => (mac ? macNames[part] : undefined) ?? names[part] ?? part);

/** A shortcut as text, for a tooltip: "Ctrl N" or "⌘N". */
export const keyText = (shortcut: string, mac: boolean): string => keyNames(shortcut, mac).join(mac ? '' : ' ');

/** Returns the value of `aria-keyshortcuts` for a shortcut. */
export const ariaKeys = (shortcut: string, mac: boolean): string =>
  shortcut.replace('CmdOrCtrl', mac ? 'Meta' : 'Control').replace(/^Ctrl\b/, 'Control');
