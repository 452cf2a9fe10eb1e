import { valuesOf } from './arguments';
import { programOf } from './program-name';
import type { ProgramRecord } from './programs/record';
import { recordOf } from './programs/record-of';
import { optionNames } from './programs/shell-line';
import { isInput } from './standard-input';
import type { ShellWord } from './words';

/** Flags of a shell or an interpreter that take the next word, where that word is not code. */
export function valuedFlags(record: ProgramRecord | undefined): ReadonlySet<string> {
  return new Set((record?.interpreter?.valued ?? record?.shell?.valued)?.split(' '));
}

/** Whether a shell or an interpreter runs its standard input, because it is given neither a file nor a line of code. */
export function readsItsInput(words: readonly ShellWord[]): boolean {
  const record = recordOf(programOf(words));
  const shell = record?.shell !== undefined;
  const valued = valuedFlags(record);
  for (let index = 1; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? null;
    if (literal !== null && literal === record?.interpreter?.runWord) continue;
    if (literal !== null && valued.has(literal)) {
      index += 1;
      continue;
    }
    if (literal === '-' || isInput(words[index]) || /^-[a-z]*s$/.test(literal ?? '')) return true;
    if (literal === null || !/^[-+]/.test(literal)) return false;
    const modules = record?.interpreter?.inputModules;
    if (modules && /^-[A-Za-z]*m/.test(literal)) return modules.test(valuesOf(words.slice(index), '-m')[0]?.literal ?? '');
    // A shell's `-e` and `-p` take no code, and the word after `-se` is an argument of its script.
    if (shell && /^-[A-Za-z]*s/.test(literal)) return true;
    if (!shell && /^-([a-z]*c|e|m|p|r|-command|-eval|-print)$/.test(literal)) return false;
    if (shell && /^-[A-Za-z]*c/.test(literal)) return false;
    if (shell) index += optionNames(literal);
  }
  return true;
}
