import { flagsOf, hasFlag, operandsOf } from '../arguments';
import type { ShellWord } from '../words';
import { ReadOnlyFlags, type ReadWords } from './read-only-flags';

type Args = readonly ShellWord[];

/** What is known of one subcommand of git. */
export interface GitSubcommand {
  /** The flags with which it only reads. Its operands are revisions or paths, and both are checked as paths. */
  readonly reads?: ReadOnlyFlags;
  /** The word that must come first for it to only read: `git stash -- list` stashes a file of that name. */
  readonly readsAfter?: RegExp;
  /** The paths among its words; null when it does more than read. If this is missing, every operand is a path. */
  readonly readPaths?: (words: ReadWords) => readonly string[] | null;
  /** Its format strings name fields of references: `%(refname)`. */
  readonly showsRefs?: boolean;
  /** If git is sent to another folder, it only reads there. */
  readonly looks?: boolean;
  /** When it throws away files, changes or commits. */
  readonly discards?: true | ((args: Args) => boolean);
  /** When it contacts a remote. */
  readonly network?: true | ((args: Args) => boolean);
  /** When it changes what runs later. A template can bring hooks. */
  readonly governs?: true | ((args: Args) => boolean);
  /** When it may run any program. */
  readonly unclear?: true | ((args: Args) => boolean);
  /** The files and folders that it writes, beside the repository. */
  readonly writes?: (args: Args) => readonly ShellWord[];
  /** It writes to the paths in its words, even when git is sent to another folder. */
  readonly writesOwnPlace?: boolean;
  /** Flags whose value is a command line. */
  readonly lineFlags?: readonly string[];
}

/** git parses flags itself, so they work the same on every system. */
export const gitFlags = (flags: string): ReadOnlyFlags => new ReadOnlyFlags(flags, { anywhere: true });

export const has =
  (...flags: readonly string[]) =>
  (args: Args): boolean =>
    hasFlag(args, ...flags);

/** Holds if the first operand is one of these words. */
export const firstIs =
  (...words: readonly string[]) =>
  (args: Args): boolean =>
    words.includes(operandsOf(args)[0]?.raw ?? '');

export const either =
  (...tests: readonly ((args: Args) => boolean)[]) =>
  (args: Args): boolean =>
    tests.some((test) => test(args));

/**
 * Whether a flag that makes the command harmless is certainly in effect: not as another flag's value or part of it, and not
 * reversed later.
 */
export const unless =
  (valued: string, long: readonly string[], short: RegExp) =>
  (args: Args): boolean => {
    const flags = flagsOf(args, valued);
    return !flags.some((flag) => long.includes(flag) || short.test(flag)) || flags.some((flag) => flag.startsWith('--no-'));
  };
