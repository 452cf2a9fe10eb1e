/** What a key means in a terminal, where it does not go to the program in it. `app`: one of the window's own shortcuts. */
export type TerminalKey = 'copy' | 'paste' | 'find' | 'leave' | 'app';

export type PressedKey = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** By place on the keyboard: with Shift the character is another one, and differs by layout. */
export function terminalKey({ code, ctrlKey, metaKey, shiftKey, altKey }: PressedKey, mac: boolean): TerminalKey | null {
  if (code === 'Backquote' && ctrlKey && !metaKey && !shiftKey && !altKey) return 'app';
  if (altKey || ctrlKey === metaKey || metaKey !== mac) return null;
  if (/^Digit[1-9]$/.test(code) && !shiftKey) return 'app';
  if (code === 'KeyE' && shiftKey) return 'leave';
  // On a Mac these are no program's, so Shift is not needed to tell them apart.
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
