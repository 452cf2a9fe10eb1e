import {
  type ArithmeticWord,
  type Assignment,
  forEachChild,
  type HereDoc,
  type ParameterExpansionPart,
  type Redirection,
  type Word,
  type WordPart,
} from 'unbash';

/** One word of a command. */
export interface ShellWord {
  /** The argument that the program gets; null when it is known only at run time: variables, globs, substitutions. A leading `~` is home. */
  readonly literal: string | null;
  /** As written, without its quotes. */
  readonly raw: string;
  /** The shell may split it into several words or drop it: `$x` without quotes. */
  readonly splits?: boolean;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: string | null;
  /** The value as written, without its quotes. */
  readonly raw: string;
}

/** Where a command's input or output goes. `text` is a here-document or here-string, `duplicate` another descriptor. */
export interface ShellRedirect {
  readonly kind: 'read' | 'overwrite' | 'append' | 'duplicate' | 'text';
  readonly target: ShellWord;
}

/** An expansion with no end, which the parser takes for text. */
const opens = /(^|[^\\])\$[[({]/;
/** Bash also expands a `~` to home in these: `dd of=~/x`, `a=b:~/x`. */
const assignsTilde = /^[A-Za-z_][^=]*=(.*:)?~/s;

export function shellWord(word: Word | undefined): ShellWord {
  if (!word) return { literal: null, raw: '' };
  const shown = shownByCat(word);
  if (shown !== null && !shown.startsWith('~')) return { literal: shown, raw: shown };
  const plain = (word.parts ? word.parts.every(isPlain) : !opens.test(word.text)) && !hasBraces(word);
  // A quoted `~` is part of a name, a bare one is home. File names that start with `~` are rare, so the two are not kept apart.
  const quotedTilde = word.value.startsWith('~') && !word.text.startsWith('~');
  const literal = plain && !quotedTilde && !assignsTilde.test(word.text) ? word.value : null;
  return { literal, raw: word.value, splits: literal === null && splits(word.parts ?? []) };
}

/** The text of `"$(cat <<'E'⏎…⏎E⏎)"`, which agents use for commit messages; null for any other word. */
function shownByCat({ parts = [] }: Word): string | null {
  const [quoted, ...beside] = parts;
  const [part, ...others] = quoted?.type === 'DoubleQuoted' ? quoted.parts : [];
  if (beside.length > 0 || others.length > 0 || part?.type !== 'CommandExpansion' || !part.script || part.script.errors?.length)
    return null;
  const [statement, ...more] = part.script.commands;
  const node = statement?.command;
  if (more.length > 0 || statement?.background || node?.type !== 'Command' || node.name?.text !== 'cat') return null;
  const [text] = node.redirects;
  if (node.prefix.length > 0 || node.suffix.length !== 1 || text?.type !== 'HereDoc' || text.operator !== '<<') return null;
  // If the end marker is not quoted, variables in the text are expanded.
  return text.delimiter?.quoted && text.closing && !text.descriptor ? text.body.text.replace(/\n+$/, '') : null;
}

/** The fixed text of a word: its quoted and plain parts, and the fallback of a variable (`${x:-'a'}`). */
export function textAsWritten({ parts, value }: Word | ArithmeticWord): string {
  const textOf = (part: WordPart): string => {
    if ('parts' in part && part.parts) return (part.type === 'Glob' ? '[' : '') + part.parts.map(textOf).join('');
    if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return part.value;
    if (part.type === 'ParameterExpansion') return valuesIn(part);
    return part.type === 'Glob' || part.type === 'ExtendedGlob' || part.type === 'BraceExpansion' ? unescaped(part.text) : '';
  };
  return parts ? parts.map(textOf).join('') : value;
}

/** The fallback that replaces an unset variable. */
function valuesIn({ operation }: ParameterExpansionPart): string {
  const texts: string[] = [];
  if (operation)
    forEachChild(operation, (child) => {
      if (child.type === 'Word') texts.push(textAsWritten(child));
    });
  return texts.join('');
}

/** The parser leaves a file name pattern as it is written. */
const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, '$1');

/** `name=value` as an argument, for export and alias. */
export function assignmentWord(assignment: Assignment): ShellWord {
  const { name, value } = shellAssignment(assignment);
  return { literal: value === null || assignsTilde.test(assignment.text) ? null : `${name}=${value}`, raw: assignment.text };
}

export function shellAssignment({ name, value, append, index }: Assignment): ShellAssignment {
  const plain = value.type === 'Word' && !append && !index;
  return { name, value: plain ? shellWord(value).literal : null, raw: value.type === 'Word' ? value.value : '' };
}

/** `{name}>file` sets a variable, even PATH. */
export function descriptorVariable({ descriptor }: Redirection): ShellAssignment[] {
  return descriptor?.type === 'FileDescriptorVariable' ? [{ name: descriptor.name, value: null, raw: '' }] : [];
}

export function shellRedirect(redirect: Redirection): ShellRedirect {
  if (redirect.type === 'HereDoc') return { kind: 'text', target: bodyWord(redirect) };
  const target = shellWord(redirect.target);
  if (redirect.type === 'HereString') return { kind: 'text', target };
  switch (redirect.operator) {
    case '<':
      return { kind: 'read', target };
    case '<&':
      return { kind: 'duplicate', target };
    case '>&':
      return { kind: /^(\d+-?|-)$/.test(target.literal ?? '') ? 'duplicate' : 'overwrite', target };
    case '>>':
    case '&>>':
    case '<>':
      return { kind: 'append', target: unforced(target) };
    case '>':
    case '>|':
    case '&>':
      return { kind: 'overwrite', target: unforced(target) };
  }
}

/** `>!file` writes to `file` in zsh and to `!file` in bash. We can't tell which shell it is. */
function unforced(target: ShellWord): ShellWord {
  return target.raw.startsWith('!') ? { ...target, literal: null } : target;
}

/** The parser leaves the text as it is written. The shell removes leading tabs for `<<-`, and a `\` before `$`, `` ` `` and `\`. */
function bodyWord({ operator, delimiter, body }: HereDoc): ShellWord {
  const raw = operator === '<<-' ? body.text.replaceAll(/^\t+/gm, '') : body.text;
  if (delimiter?.quoted) return { literal: raw, raw };
  const plain = (!body.parts || body.parts.every(isPlain)) && !raw.includes('\\\n');
  return { literal: plain ? raw.replaceAll(/\\([$`\\])/g, '$1') : null, raw };
}

/** The parser misses some lists in braces: bash expands `a{},}` to `a}` and `a`. */
function hasBraces({ parts, text }: Word): boolean {
  const bare = (parts ? parts.map((part) => (part.type === 'Literal' ? part.text : '_')).join('') : text).replaceAll(/\\./gs, '_');
  return bare.includes('{') && /,|\.\./.test(bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1));
}

/** `"$@"` becomes several words even in quotes. */
function splits(parts: readonly WordPart[]): boolean {
  return parts.some((part) => !isPlain(part) && (part.type !== 'DoubleQuoted' || /[@*]/.test(part.text)));
}

function isPlain(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(({ type }) => type === 'Literal');
  // The parser and bash differ on an escaped line end and on `\cé`.
  if (part.type === 'AnsiCQuoted') return !/\\[\nc]/.test(part.text);
  return part.type === 'SingleQuoted' || (part.type === 'Literal' && !opens.test(part.text));
}
