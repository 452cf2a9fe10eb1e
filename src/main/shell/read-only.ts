import { expandPattern, isFilePattern } from './file-patterns';
import { absolutePath, absolutePaths, type FolderContext, hasOwnRepository, isFolder, isInside, realPlace } from './paths';
import { readPlainShell } from './plain-reading';
import { recordOf } from './programs/record-of';
import { looksSecret, mayMatchSecret } from './secrets';
import type { SimpleCommand } from './simple-command';
import type { ShellAssignment } from './words';

/** Whether a command line only reads: every command is listed, with listed flags, literal words and paths inside the folder. */
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
  const says = words[0]?.literal === 'echo';
  const patterns = words.flatMap(({ literal, raw }) => (literal === null && isFilePattern(raw) ? [raw] : []));
  const literals = words.flatMap(({ literal, raw }) =>
    literal !== null || isPatternFlag(raw) || isFilePattern(raw) || (says && isExitStatus(raw)) ? [literal ?? raw] : [],
  );
  if (!safeInput || literals.length !== words.length || patterns.length > mostPatterns) return false;
  if (harmlessWrapper) return patterns.length === 0;
  const matched = patterns.map((pattern) => expandPattern(pattern, places, call));
  if (matched.some((names) => names === null)) return false;
  const [program, ...args] = inOwnFolder(literals, call);
  // git takes its settings, which can run programs, from the repository it is started in.
  if (program === 'git' && meetsRepository('.', places, call)) return false;
  // In zsh `=ls` expands to the path of that program.
  if (args.some((word) => /^=[^=]/.test(word))) return false;
  const paths = program === undefined ? null : pathsOf(program, args, call);
  if (program === undefined || !paths || args.some(mayNameSecret)) return false;
  // However many names a pattern expands to, the program must read all of them as files.
  const names = matched.flatMap((one) => one ?? []);
  const expanded = args.flatMap((word) => matched[patterns.indexOf(word)] ?? [word]);
  if (!patterns.every((pattern) => paths.includes(pattern))) return false;
  if (patterns.length > 0 && !isReadWhole(pathsOf(program, expanded, call), names)) return false;
  // The shell may keep its folder for the next call, and that call may be git.
  if (program === 'cd' && paths.some((path) => meetsRepository(path, places, call))) return false;
  // With a shell option, `cd name` to a missing folder goes to the folder in the variable `name`.
  if (program === 'cd' && !paths.every((path) => absolutePaths(path, places, call).every((place) => isFolder(place, call.realpath))))
    return false;
  // Given two folders, it compares their files and follows every link among them.
  if (
    program === 'diff' &&
    paths.slice(0, 2).every((path) => absolutePaths(path, places, call).some((place) => isFolder(place, call.realpath)))
  )
    return false;
  // Without a path, many programs read the folder they are started in.
  return ['.', ...paths, ...names].every((path) => path === '-' || isSafeToRead(path, places, call));
}

const mostPatterns = 10;

const pathsOf = (program: string, args: readonly string[], call: FolderContext): readonly string[] | null =>
  recordOf(program)?.reads?.(args, { isRepositoryTop: () => call.realpath(`${call.cwd}/.git`) !== null }) ?? null;

const isReadWhole = (paths: readonly string[] | null, names: readonly string[]): boolean =>
  paths !== null && names.every((name) => paths.includes(name));

/** The value may be joined to a short flag: `rg -g.env`. */
const mayNameSecret = (word: string): boolean => mayMatchSecret(word) || (/^-\w./.test(word) && mayMatchSecret(word.slice(2)));

/** `git -C /project log` from /project is the same as `git log`. */
function inOwnFolder(words: readonly string[], { cwd }: FolderContext): readonly string[] {
  const [program, flag, folder, ...others] = words;
  return program === 'git' && flag === '-C' && folder?.replace(/\/$/, '') === cwd ? [program, ...others] : words;
}

/** `--include=*.ts` without quotes: whatever files exist, every word that the shell expands it to is still this flag. */
function isPatternFlag(raw: string): boolean {
  return /^--(include|exclude|exclude-dir|glob|iglob)=[\w.*?-]+$/.test(raw);
}

/** An exit status is only a number: `echo "exit: $?"`. */
function isExitStatus(raw: string): boolean {
  return /^[^$`*?[\]{}~<>()\\]*$/.test(raw.replaceAll(/\$(\?|\{PIPESTATUS\[\d\]\})/g, '0'));
}

/** Variables that change only how output looks. */
const harmlessVariable = /^(LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|CI|NODE_ENV)$/;
/** zsh evaluates the values of these as arithmetic: `COLUMNS=PATH=0` sets PATH. */
const numericVariable = /^(COLUMNS|LINES)$/;

/** Whether an assignment before a command changes only how output looks. A value that is a path or arithmetic is not harmless. */
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
