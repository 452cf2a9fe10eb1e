import { takesNext } from '../arguments';
import type { ShellAssignment, ShellWord } from '../words';
import type { Wrapper } from './record';

/** A command that another one starts: as words, or as a line for a shell. */
export type Inner =
  | { readonly kind: 'script'; readonly source: string }
  | {
      readonly kind: 'words';
      readonly words: readonly ShellWord[];
      readonly assignments: readonly ShellAssignment[];
      /** It runs in another folder. */
      readonly moves: boolean;
    };

/** Any number of words that are only known when the command runs. */
export const unknownWords: ShellWord = { literal: null, raw: '', splits: true };

export function commandOf(words: readonly ShellWord[], moves = false): Inner {
  return { kind: 'words', words, assignments: [], moves };
}

/** A line for a shell. One that is not known is a command whose program is not known. */
export function line(source: string | null): Inner {
  return source === null ? commandOf([unknownWords]) : { kind: 'script', source };
}

/** A line made of several words. */
export function joined(words: readonly ShellWord[]): Inner {
  return line(words.every(({ literal }) => literal !== null) ? words.map(({ literal }) => literal).join(' ') : null);
}

/** A line that more words are added to. A comment or a here-document in it would change how those are read. */
export function startOfLine(source: string | null): Inner {
  return line(source === null || /#|<</.test(source) ? null : /\\$/.test(source) ? source : `${source} "$@"`);
}

/** The index of the first word that is neither the wrapper nor one of its own flags and operands. */
export function commandStart(words: readonly ShellWord[], { valued = '', operands = 0, assigns = false }: Wrapper): number {
  const names = new Set(valued.split(' '));
  let index = 1;
  let left = typeof operands === 'number' ? operands : operands(words);
  for (; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? '';
    if (literal === '--') {
      if (left === 0 && !assigns) return index + 1;
    } else if (/^-./.test(literal)) {
      if (takesNext(literal, names)) index += 1;
    } else if (assigns && (literal === '-' || words[index]?.raw.includes('='))) {
    } else if (left > 0) left -= 1;
    else break;
  }
  return index;
}
