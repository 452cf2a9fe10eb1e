import { expandPattern, isFilePattern } from './file-patterns';
import { absolutePath, absolutePaths, type FolderContext, hasOwnRepository, isFolder, isInside, realPlace } from './paths';
import { readPlainShell } from './plain-reading';
import { recordOf } from './programs/record-of';
import type { SimpleCommand } from './reader';
import { looksSecret, mayMatchSecret } from './secrets';
import type { ShellAssignment, ShellWord } from './words';

/** Whether a command line only reads: every command on the list, with listed flags, literal words and paths inside the folder. */
export function isReadOnlyShell(source: string, call: FolderContext): boolean {
  const { commands, trouble } = readPlainShell(source);
  return trouble === null && commands.length > 0 && commands.every((command) => isReadOnlyCommand(command, call));
}

/** Whether one command of an understood line only reads. */
export function isReadOnlyCommand(
  { words, redirects, assignments, background, places, harmlessWrapper }: SimpleCommand,
  call: FolderContext,
): boolean {
  if (background || !assignments.every(isHarmlessAssignment)) return false;
  const safeInput = redirects.every(({ kind, target: { literal } }) => {
    if (literal === null) return false;
    if (kind === 'duplicate' || kind === 'text' || literal === '/dev/null') return true;
    return kind === 'read' && isSafeToRead(literal, places, call);
  });
  const expanded = words.map((word) => wordsMadeOf(word, words[0]?.literal === 'echo', places, call));
  if (!safeInput || expanded.some((made) => made === null)) return false;
  if (harmlessWrapper) return true;
  const [program, ...args] = inOwnFolder(
    expanded.flatMap((made) => made ?? []),
    call,
  );
  // Whichever of the names that match a pattern come first or last, each of them may be read.
  const matched = expanded.flatMap((made, index) =>
    made && words[index]?.literal === null && isFilePattern(words[index].raw) ? made : [],
  );
  // git takes its settings, which can run programs, from the repository it is started in.
  if (program === 'git' && meetsRepository('.', places, call)) return false;
  // In zsh `=ls` is the path of that program.
  if (args.some((word) => /^=[^=]/.test(word))) return false;
  const paths =
    program === undefined ? null : recordOf(program)?.reads?.(args, { isRepositoryTop: () => call.realpath(`${call.cwd}/.git`) !== null });
  if (!paths || args.some(mayMatchSecret)) return false;
  // A shell that is not told otherwise stays where it went, and the next call may be git.
  if (program === 'cd' && paths.some((path) => meetsRepository(path, places, call))) return false;
  // Of two folders it compares the files, and follows every link among them.
  if (
    program === 'diff' &&
    paths.slice(0, 2).every((path) => absolutePaths(path, places, call).some((place) => isFolder(place, call.realpath)))
  )
    return false;
  // Many read the folder they are started in when no path is given.
  return ['.', ...paths, ...matched].every((path) => path === '-' || isSafeToRead(path, places, call));
}

/** The words that the shell makes of one, as far as that can be told; null when it can't. */
function wordsMadeOf(
  { literal, raw }: ShellWord,
  isShown: boolean,
  places: SimpleCommand['places'],
  call: FolderContext,
): readonly string[] | null {
  if (literal !== null) return [literal];
  if (isPatternFlag(raw) || (isShown && isExitStatus(raw))) return [raw];
  return isFilePattern(raw) ? expandPattern(raw, places, call) : null;
}

/** `git -C /project log` from /project is the same as `git log`. */
function inOwnFolder(words: readonly string[], { cwd }: FolderContext): readonly string[] {
  const [program, flag, folder, ...others] = words;
  return program === 'git' && flag === '-C' && folder?.replace(/\/$/, '') === cwd ? [program, ...others] : words;
}

/** `--include=*.ts` without quotes: whatever files there are, each word the shell makes of it is this flag. */
function isPatternFlag(raw: string): boolean {
  return /^--(include|exclude|exclude-dir|glob|iglob)=[\w.*?-]+$/.test(raw);
}

/** `echo "exit: $?"`: how a command ended is a number. */
function isExitStatus(raw: string): boolean {
  return /^[^$`*?[\]{}~<>()\\]*$/.test(raw.replaceAll(/\$(\?|\{PIPESTATUS\[\d\]\})/g, '0'));
}

/** Variables that change how things look, not what runs. */
const harmlessVariable = /^(LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|CI|NODE_ENV)$/;
/** zsh calculates with what it is given for these: `COLUMNS=PATH=0` sets PATH. */
const numericVariable = /^(COLUMNS|LINES)$/;

/** Whether an assignment before a command changes only how things look. A path, or anything to calculate, is not a harmless value. */
export function isHarmlessAssignment({ name, value }: ShellAssignment): boolean {
  if (value === null || !harmlessVariable.test(name)) return false;
  return numericVariable.test(name) ? /^\d{1,6}$/.test(value) : /^[\w.@+-]*(\/[A-Za-z_+-]+)*$/.test(value) && !value.includes('..');
}

function meetsRepository(path: string, places: SimpleCommand['places'], call: FolderContext): boolean {
  return absolutePaths(path, places, call).some((place) => hasOwnRepository(call.cwd, place, call.realpath));
}

export function isSafeToRead(path: string, places: SimpleCommand['places'], { cwd, home, realpath }: FolderContext): boolean {
  if (looksSecret(path) || places === null) return false;
  return places.every((place) => {
    const base = absolutePath(place, cwd, home);
    const absolute = base === null ? null : absolutePath(path, base, home);
    return absolute !== null && isInside(cwd, absolute, realpath) && !looksSecret(realPlace(absolute, realpath));
  });
}
