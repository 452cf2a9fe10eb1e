type Input = Readonly<Record<string, unknown>>;

export type Edited = { readonly ok: true; readonly input: Record<string, unknown> } | { readonly ok: false; readonly problem: string };

const isShell = (tool: string, input: Input): boolean => tool === 'Bash' && typeof input.command === 'string';

/** What a person edits: of a shell call its command, of any other the input as JSON. */
export const editText = (tool: string, input: Input): string =>
  isShell(tool, input) ? String(input.command) : JSON.stringify(input, null, 2);

/** The input to run instead, or why the text can't be one. */
export function editedInput(tool: string, input: Input, text: string): Edited {
  if (isShell(tool, input)) {
    return text.trim() === '' ? { ok: false, problem: 'There is no command.' } : { ok: true, input: { ...input, command: text } };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { ok: true, input: value };
    return { ok: false, problem: 'The input must be a JSON object.' };
  } catch (error) {
    return { ok: false, problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
