const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'url', 'email', 'password', 'tel', 'number']);

/** Whether keys type text into this element. */
export const isEditable = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && textTypes.has(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);
