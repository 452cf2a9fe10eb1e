/** Shows what waits, whatever the person is doing. */
export const showWaitingKey = {
  aria: (mac: boolean): string => (mac ? 'Meta+J' : 'Control+J'),
  words: (mac: boolean): string => (mac ? '⌘J' : 'Ctrl J'),
  is: ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, mac: boolean): boolean =>
    key.toLowerCase() === 'j' && !altKey && !shiftKey && (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey),
};

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'url', 'email', 'password', 'tel', 'number']);

/** Where keys become text. */
export const isEditable = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && textTypes.has(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** A key that somebody presses while they write. */
export const isTypingKey = ({ target }: KeyboardEvent): boolean => isEditable(target);
