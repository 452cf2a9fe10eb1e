import { Tool } from '../../shared/tools';

type Input = Readonly<Record<string, unknown>>;

/** What a call would make of a file. */
export interface ProposedChange {
  readonly before: string;
  readonly after: string;
  /** False when what it would replace is not in the file: then the two texts are only what would be replaced by what. */
  readonly fits: boolean;
}

interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
}

/** What an editing call would make of the file, given its text now; null when the call is not one whose result is known. */
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

/** What would be replaced by what, wherever that is. */
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

/** Word for word: `replace` would read `$&` in what is written. */
function replaced(text: string, { from, to, all }: Replacement): string {
  if (from === '') return to;
  if (all) return text.split(from).join(to);
  const at = text.indexOf(from);
  return text.slice(0, at) + to + text.slice(at + from.length);
}
