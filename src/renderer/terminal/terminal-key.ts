/** A key that does not go to the program in the terminal. `app`: a shortcut of the window. */
export type TerminalKey = 'copy' | 'paste' | 'find' | 'leave' | 'app';

export type PressedKey = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Compares physical keys, because the character depends on Shift and on the layout. */
export function terminalKey({ code, ctrlKey, metaKey, shiftKey, altKey }: PressedKey, mac: boolean): TerminalKey | null {
  if (code === 'Backquote' && ctrlKey && !metaKey && !shiftKey && !altKey) return 'app';
  if (altKey || ctrlKey === metaKey || metaKey !== mac) return null;
  if (/^Digit[1-9]$/.test(code) && !shiftKey) return 'app';
  if (code === 'KeyE' && shiftKey) return 'leave';
  // On macOS no program uses ⌘ with these keys, so Shift is not needed.
  if (!shiftKey && !mac) return null;
  switch (code) {
    case 'KeyC':
      return 'copy';
    case 'KeyV':
      return 'paste';
    case 'KeyF':
      return 'find';
    default:
      return mac ? 'app' : null;
  }
}
