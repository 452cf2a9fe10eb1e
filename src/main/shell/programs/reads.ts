import { ReadOnlyFlags } from './read-only-flags';
import type { ReadsByWords } from './record';

/** Every operand is a path, and there may be at most this many. */
export function paths(flags: string | ReadOnlyFlags, most = Number.POSITIVE_INFINITY): ReadsByWords {
  const known = typeof flags === 'string' ? new ReadOnlyFlags(flags) : flags;
  return (words) => {
    const read = known.read(words);
    // `tail +1f a` follows the file and never ends.
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
    // In `sed a -e b`, BSD takes a as the script and GNU takes b.
    if (!read || patternFlags.some((flag) => read.late.has(flag))) return null;
    const byFlag = patternFlags.flatMap((flag) => read.given.get(flag) ?? []);
    const patterns = byFlag.length > 0 ? byFlag : read.operands.slice(0, 1);
    return patterns.every(accepts) ? read.operands.slice(byFlag.length > 0 ? 0 : 1) : null;
  };
}

/** It reads no file, whatever its words are. */
export const anything: ReadsByWords = () => [];

/**
 * With one of these flags it only prints its version. Not for programs that may download or start another one first, such as yarn
 * and cargo.
 */
export const versionBy =
  (...flags: readonly string[]): ReadsByWords =>
  (words) =>
    words.length === 1 && flags.includes(words[0] ?? '') ? [] : null;

/** `-v` and similar flags. Python is not here: its `-v` runs code from its input. */
export const version = versionBy('-v', '-V', '--version');

/** It is safe only without words. */
export const alone: ReadsByWords = (words) => (words.length === 0 ? [] : null);

/** zsh evaluates the arguments of test and printf as arithmetic, and a subscript in them can run commands. */
export const isInert = (word: string): boolean => !/[$`[\]]/.test(word);
