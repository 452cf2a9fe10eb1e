import { valuesOf } from './arguments';
import type { ShellWord } from './words';

/** The file that `.` and `source` read. */
export function sourced(words: readonly ShellWord[]): ShellWord | undefined {
  return words[words[1]?.literal === '--' ? 2 : 1];
}

/** Whether a name means the standard input: `/dev/stdin`, `/proc/self/fd/0`, or `/dev/fd/$n` for any n. */
export function isInput(word: ShellWord | undefined): boolean {
  return /(^|\/)(stdin$|fd\/+(\d+$|[^/]*[$`*?[{]))/.test(word?.literal ?? word?.raw ?? '');
}

/** Whether a flag's script comes from the input and not from a file on the disk: `-f -`, `-f /dev/stdin`, `-f <(…)`. */
export function scriptComesIn(args: readonly ShellWord[]): boolean {
  return valuesOf(args, '-f', '--file').some((word) => word.literal === '-' || isInput(word) || /^<\(/.test(word.raw));
}
