import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkScheme, type Opening, parseAppLink } from './app-links';

export interface CommandLine {
  readonly argv: readonly string[];
  /** The folder it was typed in. */
  readonly cwd: string;
  /** Whether the runtime was given our folder to run, as in `electron .`; a packaged app is not. */
  readonly namesApp: boolean;
}

/**
 * What the command line asks to see: `signalbox <folder>`, `signalbox --new-session`, `signalbox signalbox://…`.
 * Chromium's switches are passed over. A link comes from outside, so it stands alone: what is beside it does not count.
 */
export function parseCommandLine({ argv, cwd, namesApp }: CommandLine): Opening | null {
  const { words, newSession } = sort(argv.slice(1), namesApp);
  const [word] = namesApp ? words.slice(1) : words;
  if (word?.toLowerCase().startsWith(linkScheme)) return parseAppLink(word);
  const folder = word === undefined ? null : folderOf(word, cwd);
  return newSession || folder !== null ? { kind: 'new', folder } : null;
}

/** Whether it is `signalbox judge`, which opens nothing; a folder of that name is `signalbox ./judge`. */
export function isJudgeCommand({ argv, namesApp }: Pick<CommandLine, 'argv' | 'namesApp'>): boolean {
  const args = argv.slice(1);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return sort(args.slice(0, end), namesApp).words[namesApp ? 1 : 0] === 'judge';
}

/** What a start tells the instance that is already there: Chromium's own copy of the arguments is added to and reordered. */
export function handedOver(data: unknown): Pick<CommandLine, 'argv' | 'cwd'> {
  const { argv, cwd }: { argv?: unknown; cwd?: unknown } = typeof data === 'object' && data !== null ? data : {};
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : [];
  return { argv: words, cwd: typeof cwd === 'string' ? cwd : '/' };
}

function sort(args: readonly string[], namesApp: boolean): { words: string[]; newSession: boolean } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const before = args.slice(0, end);
  // Electron's own `-r module`, which a development tool may use, is the one switch with its value apart.
  const isValue = (index: number): boolean => namesApp && ['-r', '--require'].includes(before[index - 1] ?? '');
  const words = before.filter((arg, index) => arg !== '' && !arg.startsWith('-') && !isValue(index));
  return { words: [...words, ...args.slice(end + 1)], newSession: before.includes('--new-session') };
}

/** File managers give a folder as an address. */
function folderOf(word: string, cwd: string): string | null {
  if (!word.toLowerCase().startsWith('file:')) return path.resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}
