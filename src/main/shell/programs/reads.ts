import { ReadOnlyFlags } from './read-only-flags';
import type { ReadsByWords } from './record';

/** Every operand is a path, at most so many of them. */
export function paths(flags: string | ReadOnlyFlags, most = Number.POSITIVE_INFINITY): ReadsByWords {
  const known = typeof flags === 'string' ? new ReadOnlyFlags(flags) : flags;
  return (words) => {
    const read = known.read(words);
    // `tail +1f a` follows the file for ever.
    return read && read.operands.length <= most && !read.operands.some((word) => word.startsWith('+')) ? read.operands : null;
  };
}

/** No operand is a path. */
export function noPaths(flags: string, accepts: (operand: string) => boolean = () => true): ReadsByWords {
  const known = new ReadOnlyFlags(flags);
  return (words) => (known.read(words)?.operands.every(accepts) ? [] : null);
}

/** The first operand is a pattern or a program, unless a flag gave it; the others are paths. */
export function patternThenPaths(
  flags: string | ReadOnlyFlags,
  patternFlags: readonly string[],
  accepts: (pattern: string) => boolean = () => true,
): ReadsByWords {
  const known = typeof flags === 'string' ? new ReadOnlyFlags(flags) : flags;
  return (words) => {
    const read = known.read(words);
    // With `sed a -e b`, BSD takes a for the script and GNU takes b.
    if (!read || patternFlags.some((flag) => read.late.has(flag))) return null;
    const byFlag = patternFlags.flatMap((flag) => read.given.get(flag) ?? []);
    const patterns = byFlag.length > 0 ? byFlag : read.operands.slice(0, 1);
    return patterns.every(accepts) ? read.operands.slice(byFlag.length > 0 ? 0 : 1) : null;
  };
}

/** Whatever it is given, it reads no file. */
export const anything: ReadsByWords = () => [];

/** It only tells its version, by one of these flags. Not for programs that may fetch or start another one first, such as yarn and cargo. */
export const versionBy =
  (...flags: readonly string[]): ReadsByWords =>
  (words) =>
    words.length === 1 && flags.includes(words[0] ?? '') ? [] : null;

/** `-v` and its like. Python is not here: its `-v` runs code from its input. */
export const version = versionBy('-v', '-V', '--version');

/** It takes no words at all. */
export const alone: ReadsByWords = (words) => (words.length === 0 ? [] : null);

/** zsh does arithmetic on what test and printf are given, and a subscript there can run commands. */
export const isInert = (word: string): boolean => !/[$`[\]]/.test(word);
