/** The fields of a keyboard event that an accelerator depends on. */
export interface KeyPress {
  /** The physical key, whose name does not depend on Shift or the layout. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const keyNames: Readonly<Record<string, string>> = {
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
 * Converts a key press to an Electron accelerator: "Control+Shift+Space". Returns null while only modifiers are held, for a key
 * that Electron can't name, and for a plain key, which no other program would get any more.
 */
export function acceleratorOf({ code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress, { mac }: { readonly mac: boolean }): string | null {
  const functionKey = /^F([1-9]|1\d|2[0-4])$/.test(code);
  const key = functionKey ? code : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? keyNames[code]);
  if (key === undefined) return null;
  if (!ctrlKey && !altKey && !metaKey && !functionKey) return null;
  const held = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && (mac ? 'Command' : 'Super')];
  return [...held.filter((name) => name !== false), key].join('+');
}

/** Returns the names of an accelerator's keys as they are printed on a keyboard. */
export function keysOf(accelerator: string, { mac }: { readonly mac: boolean }): string[] {
  const onMac: Readonly<Record<string, string>> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' };
  const onOthers: Readonly<Record<string, string>> = { Control: 'Ctrl' };
  return accelerator.split('+').map((key) => (mac ? onMac : onOthers)[key] ?? key);
}
