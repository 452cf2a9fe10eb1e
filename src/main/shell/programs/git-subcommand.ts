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
  /** The paths among its words; null when these words do more than read. Without this every operand counts. */
  readonly readPaths?: (words: ReadWords) => readonly string[] | null;
  /** Its formats name fields of references: `%(refname)`. */
  readonly showsRefs?: boolean;
  /** Another folder that git is sent to is only looked at, not written. */
  readonly looks?: boolean;
  /** When it throws away files, changes or commits. */
  readonly discards?: true | ((args: Args) => boolean);
  /** When it contacts a remote. */
  readonly network?: true | ((args: Args) => boolean);
  /** When it changes what runs later. Hooks come with a template. */
  readonly governs?: true | ((args: Args) => boolean);
  /** When it may run any program. */
  readonly unclear?: true | ((args: Args) => boolean);
  /** The files and folders that it writes, beside the repository. */
  readonly writes?: (args: Args) => readonly ShellWord[];
  /** It writes where its words say, even when git is sent to another folder. */
  readonly writesOwnPlace?: boolean;
  /** Flags whose value is a command line. */
  readonly lineFlags?: readonly string[];
}

/** git reads its flags itself, and so in the same way on every system. */
export const gitFlags = (flags: string): ReadOnlyFlags => new ReadOnlyFlags(flags, { anywhere: true });

export const has =
  (...flags: readonly string[]) =>
  (args: Args): boolean =>
    hasFlag(args, ...flags);

/** The first operand is one of these words. */
export const firstIs =
  (...words: readonly string[]) =>
  (args: Args): boolean =>
    words.includes(operandsOf(args)[0]?.raw ?? '');

export const either =
  (...tests: readonly ((args: Args) => boolean)[]) =>
  (args: Args): boolean =>
    tests.some((test) => test(args));

/** Whether a flag that makes it harmless is certainly given: not as the value of another one, not as a part of it, not taken back. */
export const unless =
  (valued: string, long: readonly string[], short: RegExp) =>
  (args: Args): boolean => {
    const flags = flagsOf(args, valued);
    return !flags.some((flag) => long.includes(flag) || short.test(flag)) || flags.some((flag) => flag.startsWith('--no-'));
  };
