import type { ShellWord } from './words';

/**
 * Whether a flag takes the next word as its value. Among short flags written together (`-0I {}`) only the last one can, unless an
 * earlier one takes the rest. A long flag may be abbreviated (`--uns A`).
 */
export function takesNext(literal: string, valued: ReadonlySet<string>): boolean {
  if (valued.has(literal)) return true;
  if (/^--\w/.test(literal)) return [...valued].some((flag) => isShortFor(literal, flag));
  if (!/^-[A-Za-z0-9]{2,}$/.test(literal)) return false;
  return [...literal.slice(1)].findIndex((letter) => valued.has(`-${letter}`)) === literal.length - 2;
}

/** GNU programs and git accept an unambiguous prefix of a long flag. */
function isShortFor(written: string, flag: string): boolean {
  return written.length > 2 && flag.startsWith('--') && flag.startsWith(written);
}

/** The words that are flags, without their values. */
export function flagsOf(args: readonly ShellWord[], valued = ''): string[] {
  const operands = new Set(operandsOf(args, valued));
  const end = args.findIndex(({ literal }) => literal === '--');
  const names = new Set(valued.split(' ').filter(Boolean));
  const before = args.slice(0, end < 0 ? undefined : end);
  return before.flatMap((word, index) =>
    operands.has(word) || takesNext(before[index - 1]?.literal ?? '', names) ? [] : (word.literal ?? []),
  );
}

/** The operands: words that are neither flags nor values of flags. `valued` names the flags that take the next word. */
export function operandsOf(args: readonly ShellWord[], valued = ''): ShellWord[] {
  const names = new Set(valued.split(' '));
  const operands: ShellWord[] = [];
  let flags = true;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (!word) continue;
    const { literal } = word;
    if (flags && literal === '--') flags = false;
    else if (flags && literal !== null && /^-./.test(literal)) {
      if (takesNext(literal, names)) index += 1;
    } else operands.push(word);
  }
  return operands;
}

/** The values of flags such as `-o x`, `-ox`, `-uo x`, `--output x`, `--output=x` and `--outp=x`. */
export function valuesOf(args: readonly ShellWord[], ...flags: readonly string[]): ShellWord[] {
  return args.flatMap((word, index) =>
    flags.flatMap((flag) => {
      const text = word.literal ?? word.raw;
      if (takesNext(text, new Set([flag]))) return args[index + 1] ?? [];
      const name = text.split('=')[0] ?? '';
      const start = !flag.startsWith('--') ? flag : name === flag || isShortFor(name, flag) ? `${name}=` : `${flag}=`;
      if (!text.startsWith(start) || (!flag.startsWith('--') && text.startsWith('--'))) return [];
      return { literal: word.literal?.slice(start.length) ?? null, raw: text.slice(start.length) };
    }),
  );
}

/**
 * Whether a flag may be among the words, including in a cluster (`-rf`) or abbreviated (`--har`). It guesses generously, so use it
 * only to add marks.
 */
export function hasFlag(args: readonly ShellWord[], ...flags: readonly string[]): boolean {
  const end = args.findIndex(({ literal }) => literal === '--');
  return args.slice(0, end < 0 ? undefined : end).some(({ literal }) =>
    flags.some((flag) => {
      if (literal === null) return false;
      const name = literal.split('=')[0] ?? '';
      if (flag.startsWith('--')) return name === flag || isShortFor(name, flag);
      return /^-[A-Za-z0-9]+$/.test(literal) && literal.includes(flag.slice(1));
    }),
  );
}

/** git's own flags that take the next word as their value. */
const gitValued: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --config-env --attr-source --shallow-file --super-prefix'.split(' '),
);

/** Splits a git command into the words before the subcommand, the subcommand, and the words after it. */
export function gitParts(words: readonly ShellWord[]): { globals: ShellWord[]; sub: string | null; args: ShellWord[] } {
  let index = 1;
  for (; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? '';
    if (!literal.startsWith('-')) break;
    if (gitValued.has(literal)) index += 1;
  }
  return { globals: words.slice(1, index), sub: words[index]?.literal ?? null, args: words.slice(index + 1) };
}
