import { variablesOf } from './inner-commands';
import { absolutePath, type FolderContext, isInside } from './paths';
import type { Invocation } from './programs/record';
import { readsOrStarts, recordOf } from './programs/record-of';
import { byCommonFlags } from './programs/written';
import type { SimpleCommand } from './simple-command';
import type { ShellWord } from './words';

const notFiles = /^\/dev\/(null|zero|stdout|stderr|tty|fd\/\d+)$/;

/** The files and folders that a command writes, as far as its words tell. */
export function writtenBy(command: SimpleCommand, use: Invocation | null): ShellWord[] {
  const redirected = command.redirects.flatMap(({ kind, target }) => (kind === 'overwrite' || kind === 'append' ? [target] : []));
  return [...redirected, ...(use ? writtenByProgram(use) : []), ...traces(command)].filter(
    ({ literal }) => literal === null || !notFiles.test(literal),
  );
}

function writtenByProgram(use: Invocation): readonly ShellWord[] {
  const record = recordOf(use.program);
  if (record?.writes) return record.writes(use);
  return readsOrStarts(record) ? [] : byCommonFlags(use);
}

/** Some variables name a file that the program writes: `GIT_TRACE=/tmp/x git status`. */
function traces(command: SimpleCommand): ShellWord[] {
  return variablesOf(command).flatMap(({ name, value, raw }) =>
    /^GIT_TRACE/.test(name) && /^["']?[/~$]/.test(raw) ? [{ literal: value, raw }] : [],
  );
}

/** Whether a word of a command leads into the folder, out of it, or to a place known only at run time. */
export function whereIs(word: ShellWord, places: SimpleCommand['places'], call: FolderContext): 'inside' | 'outside' | 'unknown' {
  const known = word.literal ?? globFolder(word.raw);
  if (known === null) return /^([/~]|"?\$\{?HOME\b)/.test(word.raw) ? 'outside' : 'unknown';
  const absolute = /^[/~\\]|^[A-Za-z]:/.test(known);
  if (!places && !absolute) return 'unknown';
  const inside = (absolute ? ['.'] : (places ?? [])).every((place) => {
    const base = absolutePath(place, call.cwd, call.home);
    const target = base === null ? null : absolutePath(known, base, call.home);
    return target !== null && isInside(call.cwd, target, call.realpath);
  });
  return inside ? 'inside' : 'outside';
}

/** The folder in which all matches of a pattern lie; null when the pattern has more in it than `*`, `?` and braces without folders. */
function globFolder(raw: string): string | null {
  if (/[$`<>()~]|\.\./.test(raw) || /\{[^}]*[/{][^}]*\}/.test(raw)) return null;
  const special = raw.search(/[*?[{]/);
  if (special < 0) return null;
  const slash = raw.lastIndexOf('/', special);
  return slash < 0 ? '.' : raw.slice(0, slash) || '/';
}
