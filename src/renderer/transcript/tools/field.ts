/** A field of a call's input, when it is text. Inputs are whatever the model wrote. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** The entries of a list in an input that are objects. */
export function listField(input: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>>[] {
  const value = input[name];
  return Array.isArray(value)
    ? value.filter((one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : [];
}
