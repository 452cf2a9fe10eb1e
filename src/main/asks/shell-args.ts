import type { ShellWord } from './shell-word';

/** The words that are no flags and no values of flags. `valued` names the flags that take the next word. */
export function operandsOf(args: readonly ShellWord[], valued = ''): ShellWord[] {
  const takesNext = new Set(valued.split(' '));
  const operands: ShellWord[] = [];
  let flags = true;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (!word) continue;
    const { literal } = word;
    if (flags && literal === '--') flags = false;
    else if (flags && literal !== null && /^-./.test(literal)) {
      if (takesNext.has(literal)) index += 1;
    } else operands.push(word);
  }
  return operands;
}

/** The values of flags such as `-o x`, `-ox`, `--output x` and `--output=x`. */
export function valuesOf(args: readonly ShellWord[], ...flags: readonly string[]): ShellWord[] {
  return args.flatMap((word, index) =>
    flags.flatMap((flag) => {
      const text = word.literal ?? word.raw;
      if (text === flag) return args[index + 1] ?? [];
      const start = flag.startsWith('--') ? `${flag}=` : flag;
      if (!text.startsWith(start) || (!flag.startsWith('--') && text.startsWith('--'))) return [];
      return { literal: word.literal?.slice(start.length) ?? null, raw: text.slice(start.length) };
    }),
  );
}

/** Whether a flag is given, also among short ones written together (`-rf`). */
export function hasFlag(args: readonly ShellWord[], ...flags: readonly string[]): boolean {
  const end = args.findIndex(({ literal }) => literal === '--');
  return args.slice(0, end < 0 ? undefined : end).some(({ literal }) =>
    flags.some((flag) => {
      if (literal === null) return false;
      if (flag.startsWith('--')) return literal === flag || literal.startsWith(`${flag}=`);
      return /^-[A-Za-z0-9]+$/.test(literal) && literal.includes(flag.slice(1));
    }),
  );
}

/** A git command in its parts: what stands before the subcommand, and after. */
export function gitParts(words: readonly ShellWord[]): { globals: ShellWord[]; sub: string | null; args: ShellWord[] } {
  let index = 1;
  for (; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? '';
    if (!literal.startsWith('-')) break;
    if (['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'].includes(literal)) index += 1;
  }
  return { globals: words.slice(1, index), sub: words[index]?.literal ?? null, args: words.slice(index + 1) };
}
