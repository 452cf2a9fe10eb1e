import { messageOf } from '../../shared/errors';
import { Tool } from '../../shared/tools';

type Input = Readonly<Record<string, unknown>>;

export type Edited = { readonly ok: true; readonly input: Record<string, unknown> } | { readonly ok: false; readonly problem: string };

/** For these tools the person edits one field instead of JSON. */
const editedFields: ReadonlyMap<string, string> = new Map<string, string>([
  [Tool.Bash, 'command'],
  [Tool.Write, 'content'],
  [Tool.Edit, 'new_string'],
]);

function editedField(tool: string, input: Input): string | null {
  const field = editedFields.get(tool);
  return field !== undefined && typeof input[field] === 'string' ? field : null;
}

/** Returns the text that the person edits: a command, the new text of a file, or the whole input as JSON. */
export function editText(tool: string, input: Input): string {
  const field = editedField(tool, input);
  return field === null ? JSON.stringify(input, null, 2) : String(input[field]);
}

/** Returns the input to run instead, or why the text is not a valid one. */
export function editedInput(tool: string, input: Input, text: string): Edited {
  const field = editedField(tool, input);
  if (field === 'command' && text.trim() === '') return { ok: false, problem: 'There is no command.' };
  if (field !== null) return { ok: true, input: { ...input, [field]: withLineEndsOf(String(input[field]), text) } };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { ok: true, input: value };
    return { ok: false, problem: 'The input must be a JSON object.' };
  } catch (error) {
    return { ok: false, problem: `This is not JSON: ${messageOf(error)}` };
  }
}

/** Whether an edit changed anything. Opening the editor alone does not. */
export const isChanged = (input: Input, edited: Input): boolean => JSON.stringify(input) !== JSON.stringify(edited);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text box turns every line ending into `\n`. Text that had only `\r\n` gets it back. */
const withLineEndsOf = (before: string, text: string): string =>
  before.includes('\r\n') && !/(?<!\r)\n/.test(before) ? text.replaceAll(/\r?\n/g, '\r\n') : text;
