/** Returns a text field of an input, or an empty text. The model may write anything into an input. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the objects in a list of an input. */
export function listField(input: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>>[] {
  const value = input[name];
  return Array.isArray(value)
    ? value.filter((one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : [];
}
