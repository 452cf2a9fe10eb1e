const textTypes: ReadonlySet<string> = new Set([
  ...['text', 'search', 'url', 'email', 'password', 'tel', 'number'],
  ...['date', 'datetime-local', 'time', 'month', 'week'],
]);

/** Whether letters and digits go into this element: it takes text or a date, or finds an option by its first letters. */
export const isEditable = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && textTypes.has(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);
