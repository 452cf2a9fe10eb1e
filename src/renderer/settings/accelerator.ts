/** The parts of a key press that matter. */
export interface KeyPress {
  /** The key by its place on the keyboard, so that Shift and layouts do not change what it is called. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const named: Readonly<Record<string, string>> = {
  Space: 'Space',
  Tab: 'Tab',
  Enter: 'Return',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Minus: '-',
  Equal: '=',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  BracketLeft: '[',
  BracketRight: ']',
};

/**
 * A key press as Electron writes it: "Control+Shift+Space". Null while only modifiers are held, for keys that have no
 * name there, and for a key that would be taken from every other program when pressed alone.
 */
export function acceleratorOf({ code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress, { mac }: { readonly mac: boolean }): string | null {
  const functionKey = /^F([1-9]|1\d|2[0-4])$/.test(code);
  const key = functionKey ? code : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? named[code]);
  if (key === undefined) return null;
  if (!ctrlKey && !altKey && !metaKey && !functionKey) return null;
  const held = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && (mac ? 'Command' : 'Super')];
  return [...held.filter((name) => name !== false), key].join('+');
}

/** The keys of an accelerator, as they stand on a keyboard. */
export function keysOf(accelerator: string, { mac }: { readonly mac: boolean }): string[] {
  const onMac: Readonly<Record<string, string>> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' };
  const elsewhere: Readonly<Record<string, string>> = { Control: 'Ctrl' };
  return accelerator.split('+').map((key) => (mac ? onMac : elsewhere)[key] ?? key);
}
