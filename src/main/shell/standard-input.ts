import { valuesOf } from './arguments';
import { isShell, programOf } from './program-name';
import type { ShellWord } from './words';

/** The file that `.` and `source` read. */
export function sourced(words: readonly ShellWord[]): ShellWord | undefined {
  return words[words[1]?.literal === '--' ? 2 : 1];
}

/** The name of what comes in: `/dev/stdin`, `/proc/self/fd/0`, and `/dev/fd/$n`, whichever it will be. */
export function isInput(word: ShellWord | undefined): boolean {
  return /(^|\/)(stdin$|fd\/+(\d+$|[^/]*[$`*?[{]))/.test(word?.literal ?? word?.raw ?? '');
}

const nodeValued = '-r --require --import --loader --experimental-loader -C --conditions --env-file --tsconfig -P --project';
/** Of each interpreter, the flags that take the next word and are no code. */
const interpreterValued: readonly (readonly [program: RegExp, flags: string])[] = [
  [/^(python|pypy)[\d.]*$/, '-W -X'],
  [/^(node|nodejs|bun|tsx|ts-node)$/, nodeValued],
  [/^ruby[\d.]*$/, '-I -r -C'],
  [/^perl[\d.]*$/, '-I'],
  [/^php[\d.]*$/, '-d -c'],
  [/^lua[\d.]*$/, '-l'],
  [/^(ba|rba|z|k)?sh$/, '--rcfile --init-file'],
];

/** The flags of an interpreter that take the next word and are no code. */
export function valuedBy(program: string | null): ReadonlySet<string> {
  return new Set(interpreterValued.find(([name]) => name.test(program ?? ''))?.[1].split(' '));
}

/** Whether a shell or an interpreter with these words runs what comes in, for want of a file or a line of code. */
export function readsItsInput(words: readonly ShellWord[]): boolean {
  const program = programOf(words);
  const valued = valuedBy(program);
  const shell = isShell(program);
  for (let index = 1; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? null;
    if (/^(deno|bun)$/.test(program ?? '') && literal === 'run') continue;
    if (literal !== null && valued.has(literal)) {
      index += 1;
      continue;
    }
    if (literal === '-' || isInput(words[index]) || /^-[a-z]*s$/.test(literal ?? '')) return true;
    if (literal === null || !/^[-+]/.test(literal)) return false;
    if (isPython(program) && /^-[A-Za-z]*m/.test(literal)) return asksForCode(valuesOf(words.slice(index), '-m')[0]?.literal ?? '');
    // `-e` and `-p` of a shell are no code; `-se x` gives it a word for its script.
    if (shell && /^-[A-Za-z]*s/.test(literal)) return true;
    if (!shell && /^-([a-z]*c|e|m|p|r|-command|-eval|-print)$/.test(literal)) return false;
    if (shell && /^-[A-Za-z]*c/.test(literal)) return false;
    // `-euo pipefail`
    if (shell) index += optionNames(literal);
  }
  return true;
}

const isPython = (program: string | null): boolean => /^(python|pypy)[\d.]*$/.test(program ?? '');
/** Modules of Python that run what they read. */
const asksForCode = (module: string): boolean => /^(code|asyncio|pdb|IPython|bpython|ptpython)$/.test(module);

/** How many words the flags of a shell take: each `o` the name of an option, wherever it stands (`-oc errexit 'line'`). */
export function optionNames(flags: string): number {
  return /^[-+][A-Za-z]+$/.test(flags) ? flags.replaceAll(/[^oO]/g, '').length : 0;
}
