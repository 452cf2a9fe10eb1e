import type { RiskKind } from '../../../shared/risk';
import type { FolderContext } from '../paths';
import type { SimpleCommand } from '../simple-command';
import type { ShellWord } from '../words';
import type { Inner } from './inner';

/** One use of a program: its words and where it runs. */
export interface Invocation extends Pick<SimpleCommand, 'words' | 'redirects' | 'places'> {
  /** The program's name without its folder. */
  readonly program: string;
  /** The words after the name. */
  readonly args: readonly ShellWord[];
  /** The session's folder and the disk; null when only the words are known. */
  readonly folder: FolderContext | null;
}

/** `true` if the program always does it, otherwise a test of its words. */
export type Condition = true | ((use: Invocation) => boolean);

/** Risks that depend on the program's own words. Paths, secrets and redirections are checked the same way for every program. */
export type ProgramRisk = Exclude<RiskKind, 'outside' | 'pipe-to-shell' | 'sandbox' | 'safety-check'>;

/** Facts about the working folder that a read-only check may use. */
export interface ReadingPlace {
  /** Whether the session's folder is certainly the top of its repository. */
  readonly isRepositoryTop: () => boolean;
}

/** The paths that a program with these words reads; null when it may do more than read. */
export type Reads = (words: readonly string[], place: ReadingPlace) => readonly string[] | null;
/** The same, for a program where the words alone are enough. */
export type ReadsByWords = (words: readonly string[]) => readonly string[] | null;

/** A program that starts the command in its words. */
export interface Wrapper {
  /** Flags that take the next word. */
  readonly valued?: string;
  /** How many operands come before the command. */
  readonly operands?: number | ((words: readonly ShellWord[]) => number);
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** It appends unknown words to the command. */
  readonly adds?: boolean;
  /** Flags that make the command run in another folder. */
  readonly moves?: string;
  /** The wrapper has no effect of its own. `valued` must then list every flag that takes a value. */
  readonly onlyStarts?: boolean;
}

/**
 * A program that prepares an environment and starts another program in it. Only the risk marks look at the inner command: a rule
 * for `uv run *` covers whatever uv runs.
 */
export interface Runner extends Pick<Wrapper, 'valued' | 'operands'> {
  /** The subcommand that the command follows; without one it follows the flags. */
  readonly after?: RegExp;
  /** It also runs installed programs by name: `yarn rimraf dist`. */
  readonly byName?: boolean;
}

/** A program that runs code in a language of its own. */
interface Interpreter {
  /** The flag that is followed by code. */
  readonly codeFlag: RegExp;
  /** Flags that take the next word, where that word is not code. */
  readonly valued?: string;
  /** A code flag counts even after the name of a file. */
  readonly codeAfterFile?: boolean;
  /** A subcommand before the script: `deno run x.ts`. */
  readonly runWord?: string;
  /** It takes `-m` and the name of a module. These modules run the code they read. */
  readonly inputModules?: RegExp;
  /** A `data:` address among its words is code. */
  readonly dataIsCode?: boolean;
  /** Its standard input is data, never code. */
  readonly inputIsData?: boolean;
}

/** Everything that we know about one program. A missing field means that the program doesn't do that. */
export interface ProgramRecord {
  /** Its read-only use. Every flag that is not listed there is refused. */
  readonly reads?: Reads;
  /** `reads` describes only one use, such as `node --version`. If this is missing, the program is a reader whatever its words are. */
  readonly otherUses?: boolean;
  /** The files and folders that it writes. If this is missing, the common output flags count. */
  readonly writes?: (use: Invocation) => readonly ShellWord[];
  /** Files that it leaves empty. */
  readonly empties?: (use: Invocation) => readonly ShellWord[];
  /** It prints nothing, so `> file` after it empties the file. */
  readonly printsNothing?: Condition;
  /** The names that files get inside a folder that it writes: those of its operands, or any. */
  readonly namesInFolder?: 'operands' | 'any';
  /** The targets of the links that it creates. */
  readonly linksTo?: (use: Invocation) => readonly ShellWord[];
  /** The word that it searches for, which is not a file name. */
  readonly pattern?: (use: Invocation) => ShellWord | undefined;
  /** When each risk applies. */
  readonly risks?: Readonly<Partial<Record<ProgramRisk, Condition>>>;
  /** Reasons why its words don't tell what will run, one sentence each. */
  readonly unclear?: (use: Invocation) => readonly string[];
  /** Its operands are arbitrary names or texts, so a word like `delete` among them means nothing. */
  readonly freeOperands?: boolean;
  /** It starts no program named in its words, except through the fields below. */
  readonly startsNothingElse?: boolean;
  readonly wraps?: Wrapper;
  readonly runs?: Runner;
  /** Flags whose value is a command line. */
  readonly lineFlags?: readonly string[];
  /** It appends its own words to those command lines. */
  readonly addsToLines?: boolean;
  /** The commands that it starts in another way; null to use `wraps`. */
  readonly starts?: (use: Pick<SimpleCommand, 'words' | 'redirects'>) => readonly Inner[] | null;
  /** The program is a shell. `valued` are its long flags that take the next word. */
  readonly shell?: { readonly valued?: string };
  readonly interpreter?: Interpreter;
  /** Code in its words that no flag introduces; null when there is none. */
  readonly inlineCode?: (words: readonly ShellWord[]) => string | null;
  /** Its words contain a script, into which the line's own variables are filled in. */
  readonly scriptInWords?: boolean;
}

/** Records by the names of their programs, several names separated by blanks. */
export type ProgramRecords = Readonly<Record<string, ProgramRecord>>;
