import { Tool } from '../../shared/tools';

type Input = Readonly<Record<string, unknown>>;

/** The change that a call would make to a file. */
export interface ProposedChange {
  readonly before: string;
  readonly after: string;
  /** False if the file does not contain the text to replace. Then these are only that text and its replacement. */
  readonly fits: boolean;
}

interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
}

/** Returns what a call would change in the file's current text; null if that can't be known. */
export function proposedChange(tool: string, input: Input, now: string): ProposedChange | null {
  if (tool === Tool.Write) return typeof input.content === 'string' ? { before: now, after: input.content, fits: true } : null;
  const replacements = replacementsOf(tool, input);
  if (replacements === null) return null;
  let after = now;
  for (const one of replacements) {
    if (one.from === '' ? after !== '' : !after.includes(one.from)) return unplaced(replacements);
    after = replaced(after, one);
  }
  return { before: now, after, fits: true };
}

/** Returns the replaced text and its replacement, without their place in the file. */
const unplaced = (replacements: readonly Replacement[]): ProposedChange => ({
  before: replacements.map(({ from }) => from).join('\n'),
  after: replacements.map(({ to }) => to).join('\n'),
  fits: false,
});

function replacementsOf(tool: string, input: Input): Replacement[] | null {
  const list = tool === Tool.Edit ? [input] : tool === Tool.MultiEdit && Array.isArray(input.edits) ? input.edits : null;
  if (list === null) return null;
  const read = list.map(replacementOf);
  return read.every((one) => one !== null) ? read : null;
}

function replacementOf(value: unknown): Replacement | null {
  if (typeof value !== 'object' || value === null) return null;
  const { old_string: from, new_string: to, replace_all: all } = { old_string: null, new_string: null, replace_all: false, ...value };
  return typeof from === 'string' && typeof to === 'string' ? { from, to, all: all === true } : null;
}

/** Replaces literally: `String.replace` would interpret `$&` in the new text. */
function replaced(text: string, { from, to, all }: Replacement): string {
  if (from === '') return to;
  if (all) return text.split(from).join(to);
  const at = text.indexOf(from);
  return text.slice(0, at) + to + text.slice(at + from.length);
}
