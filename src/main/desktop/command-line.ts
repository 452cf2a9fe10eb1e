import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { idsCommand, isCommandName } from '../../shared/command-names';
import { linkScheme, type OpenTarget, parseAppLink } from './app-links';

export interface CommandLine {
  readonly argv: readonly string[];
  /** The working directory it was typed in. */
  readonly cwd: string;
  /** Whether the arguments start with the app's own path, as in `electron .`. A packaged app has none. */
  readonly hasAppPath: boolean;
}

/**
 * Parses `signalbox <folder>`, `signalbox --new-session` and `signalbox signalbox://…`, and ignores Chromium's switches.
 * A link is not trusted, so all other arguments next to it are ignored.
 */
export function parseCommandLine({ argv, cwd, hasAppPath }: CommandLine): OpenTarget | null {
  const { words, newSession } = splitArguments(argv.slice(1), hasAppPath);
  const [word] = hasAppPath ? words.slice(1) : words;
  if (word?.toLowerCase().startsWith(linkScheme)) return parseAppLink(word);
  const folder = word === undefined ? null : toFolder(word, cwd);
  return newSession || folder !== null ? { kind: 'new', folder } : null;
}

/** A program of the app that opens no window, with its arguments. */
export interface TextCommand {
  /** The file that runs it, in the folder of the main process. */
  readonly program: 'judge.js' | 'command.js';
  readonly args: readonly string[];
}

/** Recognizes `signalbox judge`, `signalbox pending` and so on. A folder of that name is opened with `signalbox ./judge`. */
export function parseTextCommand({ argv, hasAppPath }: Pick<CommandLine, 'argv' | 'hasAppPath'>): TextCommand | null {
  const args = argv.slice(1);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const word = splitArguments(args.slice(0, end), hasAppPath).words[hasAppPath ? 1 : 0] ?? '';
  if (word === 'judge') return { program: 'judge.js', args: [] };
  return isCommandName(word) || word === idsCommand ? { program: 'command.js', args: args.slice(args.indexOf(word)) } : null;
}

/** Parses the data of a second instance. Chromium's own copy of its arguments has additions and another order. */
export function parseSecondInstance(data: unknown): Pick<CommandLine, 'argv' | 'cwd'> {
  const { argv, cwd }: { argv?: unknown; cwd?: unknown } = typeof data === 'object' && data !== null ? data : {};
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : [];
  return { argv: words, cwd: typeof cwd === 'string' ? cwd : '/' };
}

function splitArguments(args: readonly string[], hasAppPath: boolean): { words: string[]; newSession: boolean } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const before = args.slice(0, end);
  // Electron's `-r module`, used by development tools, is the only switch with a separate value.
  const isValue = (index: number): boolean => hasAppPath && ['-r', '--require'].includes(before[index - 1] ?? '');
  const words = before.filter((arg, index) => arg !== '' && !arg.startsWith('-') && !isValue(index));
  return { words: [...words, ...args.slice(end + 1)], newSession: before.includes('--new-session') };
}

/** File managers pass a folder as a URL. */
function toFolder(word: string, cwd: string): string | null {
  if (!word.toLowerCase().startsWith('file:')) return path.resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}
