import type { ShellAssignment, ShellRedirect, ShellWord } from './words';

/** The folders that a command may run in, as written, starting with `.`; null when that can't be told. */
export type Places = readonly string[] | null;

/**
 * One program with its words, wherever it is in the line. A wrapper (`sudo`, `env`, `xargs`, `sh -c`) and the command it starts
 * are two commands. A group with redirections, `[[ … ]]`, `(( … ))`, `case` and a function definition are commands with the one
 * word `{`, `[[`, `((`, `case` or `function`; a loop is `for`, which assigns its variable.
 */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  readonly assignments: readonly ShellAssignment[];
  /** Its input comes from a pipe. */
  readonly piped: boolean;
  /** The programs whose output reaches it, by pipe or by substitution. */
  readonly fedBy: readonly string[];
  readonly background: boolean;
  readonly places: Places;
  /** It only starts the command after it, and its own words are harmless. */
  readonly harmlessWrapper: boolean;
  /** How many commands it is started through: 0 for a command in the line itself. */
  readonly depth: number;
}

export interface ShellReading {
  readonly commands: readonly SimpleCommand[];
  /** Why the line is not understood; null when it is. If it is not, nothing may be concluded from the commands. */
  readonly trouble: string | null;
  /** Scripts in the line that another shell reads: `sh -c '…'`. */
  readonly innerLines: readonly string[];
}
