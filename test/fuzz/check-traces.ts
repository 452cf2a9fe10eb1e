import { realpathSync } from 'node:fs';
import path from 'node:path';
import { within } from '../../src/main/shell/paths';
import { readingPrograms, recordOf } from '../../src/main/shell/programs/record-of';
import { readShell } from '../../src/main/shell/reader';
import { canary } from './jail';
import type { Trace } from './traces';

export type FailureKind = 'trace' | 'change' | 'outside' | 'mismatch' | 'hung';

export interface Finding {
  readonly kind: FailureKind;
  readonly detail: string;
}

interface Place {
  readonly project: string;
  readonly home: string;
  readonly bin: string;
}

/** Programs that read all of their operands as files. */
const readers: ReadonlySet<string> = new Set(
  'cat head tail wc ls stat file tac rev du diff cmp readlink realpath md5sum sha1sum sha256sum sha512sum shasum'.split(' '),
);

/** Compares a program that ran with what the judge read in the allowed line; null when they agree, otherwise the difference. */
export function checkTrace(line: string, trace: Trace, { project, home, bin }: Place): Finding | null {
  const { program, words, folder, input } = trace;
  const said = `${program} ${JSON.stringify(words)}`;
  // There are no stand-ins for names with a version, such as node10.
  const [wanted = ''] = words;
  if (program === 'not found' && (readingPrograms.includes(wanted) || !recordOf(wanted)?.reads))
    return { kind: 'trace', detail: `no program: ${JSON.stringify(words)}` };
  if (program === 'not found') return checkTrace(line, { ...trace, program: wanted, words: words.slice(1) }, { project, home, bin });
  if (program.includes('/') && path.dirname(program) !== bin) return { kind: 'trace', detail: `another program of that name: ${said}` };
  const name = path.basename(program);
  const read = readShell(line).commands.map((command) => command.words.map(({ literal }) => literal?.replace(/^~(?=\/|$)/, home) ?? null));
  const sameName = read.filter(([first]) => first === name);
  if (sameName.length === 0) return { kind: 'trace', detail: said };
  // The stand-in for cat prints nothing.
  const isShown = line.includes('"$(cat <<');
  if (!isShown && !sameName.some(([, ...expected]) => sameWords(expected, words)))
    return { kind: 'mismatch', detail: `${said}, read as ${JSON.stringify(sameName.map((one) => one.slice(1)))}` };
  if (input.startsWith(canary) || input.startsWith('root:')) return { kind: 'outside', detail: `${said} reads ${input}` };
  const left = readers.has(name) ? words.find((word, index) => leaves(word, words[index - 1], folder, project)) : undefined;
  if (left !== undefined || !isBelow(project, folder)) return { kind: 'outside', detail: `${said} in ${folder}` };
  return null;
}

/** A word that is known only at run time matches any number of words. */
function sameWords(expected: readonly (string | null)[], words: readonly string[]): boolean {
  if (expected.includes(null)) return true;
  // With an option of zsh, `stash@{0}` becomes `stash@0`.
  return (
    expected.length === words.length &&
    expected.every((word, index) => [word, word?.replace(/@\{(\w)\}/, '@$1')].includes(words[index] ?? ''))
  );
}

function leaves(word: string, before: string | undefined, folder: string, project: string): boolean {
  // The word after a flag may be its value.
  if (word.startsWith('-') || before?.startsWith('-')) return false;
  const file = path.resolve(folder, word);
  return !isBelow(project, file);
}

/** Whether an existing file is in the folder. A missing file can't be read. */
function isBelow(project: string, file: string): boolean {
  try {
    return within(project, realpathSync.native(file));
  } catch {
    return true;
  }
}
