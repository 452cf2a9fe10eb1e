import type { RiskKind } from '../../../shared/risk';
import type { FolderContext } from '../paths';
import type { SimpleCommand } from '../reader';
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

/** `true` when the program always does it; otherwise whether these words make it do so. */
export type Condition = true | ((use: Invocation) => boolean);

/** The risks that follow from a program's own words. Paths, secrets and redirections are checked for every program alike. */
export type ProgramRisk = Exclude<RiskKind, 'outside' | 'pipe-to-shell' | 'sandbox' | 'safety-check'>;

/** What a reading program's record may ask about the folder that it runs in. */
export interface ReadingPlace {
  /** The session's folder is certainly the top of its repository. */
  readonly isRepositoryTop: () => boolean;
}

/** The paths that a program with these words reads; null when it may do more than read. */
export type Reads = (words: readonly string[], place: ReadingPlace) => readonly string[] | null;
/** The same for a program whose words alone tell. */
export type ReadsByWords = (words: readonly string[]) => readonly string[] | null;

/** A program that starts the command that stands in its words. */
export interface Wrapper {
  /** Flags that take the next word. */
  readonly valued?: string;
  /** How many words stand between the flags and the command. */
  readonly operands?: number | ((words: readonly ShellWord[]) => number);
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** It adds words of its own to the command, which are not known. */
  readonly adds?: boolean;
  /** Flags that make the command run in another folder. */
  readonly moves?: string;
  /** The wrapper has no effect of its own. `valued` must then list every flag that takes a value. */
  readonly onlyStarts?: boolean;
}

/**
 * A program that prepares an environment and starts another in it. Only the risk marks look at the inner command: a rule for
 * `uv run *` is about whatever uv runs.
 */
export interface Runner extends Pick<Wrapper, 'valued' | 'operands'> {
  /** The subcommand that the command follows; without one it follows the flags. */
  readonly after?: RegExp;
  /** It also runs an installed program by its name: `yarn rimraf dist`. */
  readonly byName?: boolean;
}

/** A program that runs code in a language of its own. */
interface Interpreter {
  /** The flag that comes with code on the line. */
  readonly codeFlag: RegExp;
  /** Flags that take the next word and are no code. */
  readonly valued?: string;
  /** A code flag counts even after the name of a file. */
  readonly codeAfterFile?: boolean;
  /** A subcommand before the script: `deno run x.ts`. */
  readonly runWord?: string;
  /** It takes `-m` and the name of a module. These modules run what they read. */
  readonly inputModules?: RegExp;
  /** A `data:` address among its words is code. */
  readonly dataIsCode?: boolean;
  /** Its standard input is data, never code. */
  readonly inputIsData?: boolean;
}

/** Everything that is known of one program. A missing field means that it does not do that. */
export interface ProgramRecord {
  /** How it only reads. Every flag that is not listed there is refused. */
  readonly reads?: Reads;
  /** `reads` describes one use among others, such as `node --version`. Without this the program is a reader whatever it is given. */
  readonly otherUses?: boolean;
  /** The files and folders that it writes. Without this the flags that most programs use for their output count. */
  readonly writes?: (use: Invocation) => readonly ShellWord[];
  /** Files that it leaves empty. */
  readonly empties?: (use: Invocation) => readonly ShellWord[];
  /** It prints nothing, so that `> file` after it empties the file. */
  readonly printsNothing?: Condition;
  /** The names that it gives to files in a folder that it writes: those of its operands, or any. */
  readonly namesInFolder?: 'operands' | 'any';
  /** What its links lead to. */
  readonly linksTo?: (use: Invocation) => readonly ShellWord[];
  /** The word that it searches for, which is not a file. */
  readonly pattern?: (use: Invocation) => ShellWord | undefined;
  /** When each risk applies. */
  readonly risks?: Readonly<Partial<Record<ProgramRisk, Condition>>>;
  /** Why a reader of its words can't tell what will run, one sentence each. */
  readonly unclear?: (use: Invocation) => readonly string[];
  /** Its operands are names or texts of any kind, so that `delete` among them means nothing. */
  readonly freeOperands?: boolean;
  /** No word of it is the name of a program that it starts, beside what the fields below tell. */
  readonly startsNothingElse?: boolean;
  readonly wraps?: Wrapper;
  readonly runs?: Runner;
  /** Flags whose value is a command line. */
  readonly lineFlags?: readonly string[];
  /** It adds words of its own to those command lines. */
  readonly addsToLines?: boolean;
  /** The commands that it starts in any other way; null leaves that to `wraps`. */
  readonly starts?: (use: Pick<SimpleCommand, 'words' | 'redirects'>) => readonly Inner[] | null;
  /** It is a shell. `valued` are its long flags that take the next word. */
  readonly shell?: { readonly valued?: string };
  readonly interpreter?: Interpreter;
  /** The code that it is given on the line, where that is not a flag's; null when there is none. */
  readonly inlineCode?: (words: readonly ShellWord[]) => string | null;
  /** It has a script in its words, in which the line's own variables are put in. */
  readonly scriptInWords?: boolean;
}

/** Records by the names of their programs, several names separated by blanks. */
export type ProgramRecords = Readonly<Record<string, ProgramRecord>>;
