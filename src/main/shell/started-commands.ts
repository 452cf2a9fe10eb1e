import { operandsOf } from './arguments';
import { programOf } from './program-name';
import { commandStart } from './programs/inner';
import type { ProgramRecord } from './programs/record';
import { isReader, recordOf } from './programs/record-of';
import type { ShellWord } from './words';

/** The command that a runner, or any program that is given a shell, may start; null when there is none. */
export function startedBy(words: readonly ShellWord[]): readonly ShellWord[] | null {
  return startedByRunner(words) ?? shellWithin(words);
}

/** The command that `uv run` and its like start; null when there is none. */
function startedByRunner(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const runner = recordOf(programOf(words))?.runs;
  if (!runner) return null;
  const { after, byName } = runner;
  const at = after ? words.findIndex(({ literal }, index) => index > 0 && after.test(literal ?? '')) : 0;
  if (at < 0) return byName ? installedProgram(words) : null;
  const inner = words.slice(at).slice(commandStart(words.slice(at), runner));
  // `uv run -` runs Python from its input.
  if (inner[0]?.literal === '-') return [{ literal: 'python', raw: 'python' }, ...inner];
  return inner.length > 0 ? inner : null;
}

/**
 * A program that is run by its name, like a script of the project: `yarn rimraf dist`, `pnpm --filter a shx rm x`. Only those
 * that matter: any other name is a script's, and `pnpm rm` removes a package.
 */
function installedProgram(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const operands = operandsOf(words.slice(1), '--filter -F --dir -C --cwd').filter(({ literal }) => literal !== 'run');
  const [first] = operands[0]?.literal === 'workspace' ? operands.slice(2) : operands;
  const name = first ? programOf([first]) : null;
  if (!first || name === null || /^(rm|unlink)$/.test(name)) return null;
  return name === 'shx' || mattersByName(recordOf(name)) ? words.slice(words.indexOf(first)) : null;
}

const mattersByName = (record: ProgramRecord | undefined): boolean =>
  record?.risks?.deletes === true || record?.shell !== undefined || record?.interpreter !== undefined;

/** A shell with a line in the words of any program: `docker exec c sh -c '…'`, `perf stat bash -c '…'`. */
function shellWithin(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const record = recordOf(programOf(words));
  // What wrappers start is a command of its own. To read it here too would double the work at every level.
  if (isReader(record) || record?.shell || record?.wraps) return null;
  const givesLine = (flags: readonly ShellWord[]): boolean =>
    /^[-+]/.test(flags[0]?.literal ?? '') && flags.some(({ literal }) => /^(-[A-Za-z]*c[A-Za-z]*|--command(=.*)?)$/s.test(literal ?? ''));
  const at = words.findIndex(
    (word, index) => index > 0 && recordOf(programOf([word]))?.shell !== undefined && givesLine(words.slice(index + 1, index + 6)),
  );
  return at < 0 ? null : words.slice(at);
}
