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
      /** Whether it runs in another folder. */
      readonly moves: boolean;
    };

/** Stands for any number of words that are known only at run time. */
export const unknownWords: ShellWord = { literal: null, raw: '', splits: true };

export function commandOf(words: readonly ShellWord[], moves = false): Inner {
  return { kind: 'words', words, assignments: [], moves };
}

/** A script for a shell. An unknown script becomes a command with an unknown program. */
export function line(source: string | null): Inner {
  return source === null ? commandOf([unknownWords]) : { kind: 'script', source };
}

/** A script made of several words. */
export function joined(words: readonly ShellWord[]): Inner {
  return line(words.every(({ literal }) => literal !== null) ? words.map(({ literal }) => literal).join(' ') : null);
}

/** A script with words appended. A comment or a here-document in it would change how those words are read. */
export function startOfLine(source: string | null): Inner {
  return line(source === null || /#|<</.test(source) ? null : /\\$/.test(source) ? source : `${source} "$@"`);
}

/** The index of the first word after the wrapper and its own flags and operands. */
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
