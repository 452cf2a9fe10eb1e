import { operandsOf } from './arguments';
import { programOf } from './program-name';
import { commandStart } from './programs/inner';
import type { ProgramRecord } from './programs/record';
import { isReader, recordOf } from './programs/record-of';
import { valuedFlags } from './reads-input';
import type { ShellWord } from './words';

/** The command that a runner may start, or any program whose words include a shell; null when there is none. */
export function startedBy(words: readonly ShellWord[]): readonly ShellWord[] | null {
  return startedByRunner(words) ?? gitByItsFile(words) ?? programInScript(words) ?? shellWithin(words);
}

/** `/usr/lib/git-core/git-reset --hard` is `git reset --hard`. */
function gitByItsFile(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const sub = /^git-([a-z][a-z-]*)$/.exec(programOf(words) ?? '')?.[1];
  return sub === undefined ? null : [wordOf('git'), wordOf(sub), ...words.slice(1)];
}

const wordOf = (text: string): ShellWord => ({ literal: text, raw: text });

/** A known program that an interpreter runs as a script or a module: `node node_modules/.bin/rimraf a`, `python -m pip …`. */
function programInScript(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const record = recordOf(programOf(words));
  if (!record?.interpreter || record.interpreter.inputIsData) return null;
  const valued = valuedFlags(record);
  const at = words.findIndex(
    ({ literal }, index) =>
      index > 0 && !/^-/.test(literal ?? '') && literal !== record.interpreter?.runWord && !valued.has(words[index - 1]?.literal ?? ''),
  );
  const script = at < 0 ? null : (words[at]?.literal ?? null);
  const name = script === null ? undefined : programOfScript(script, words[at - 1]?.literal === '-m');
  return name === undefined ? null : [wordOf(name), ...words.slice(at + 1)];
}

function programOfScript(script: string, isModule: boolean): string | undefined {
  if (isModule) return recordOf(script) ? script : undefined;
  const [, installed] = /(?:^|\/)node_modules\/(?:\.bin\/)?((?:@[^/]+\/)?[^/]+)/.exec(script) ?? [];
  if (installed !== undefined) return installed;
  const file = script.split('/').at(-1) ?? '';
  if (recordOf(file)?.interpreter === undefined && recordOf(file)?.inlineCode) return file;
  const base = file.replace(/\.\w+$/, '');
  return recordOf(base)?.risks?.deletes === true ? base : undefined;
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
 * A program that is run by its name like a script of the project: `yarn rimraf dist`, `pnpm --filter a shx rm x`. Only programs
 * with a risk count: any other name is a script's, and `pnpm rm` removes a package.
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

/** Finds a shell with a script in the words of any program: `docker exec c sh -c '…'`, `perf stat bash -c '…'`. */
function shellWithin(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const record = recordOf(programOf(words));
  // The reader already lists what wrappers start as a separate command. Reading it here too would double the work at every level.
  if (isReader(record) || record?.shell || record?.wraps) return null;
  const givesLine = (flags: readonly ShellWord[]): boolean =>
    /^[-+]/.test(flags[0]?.literal ?? '') && flags.some(({ literal }) => /^(-[A-Za-z]*c[A-Za-z]*|--command(=.*)?)$/s.test(literal ?? ''));
  const at = words.findIndex(
    (word, index) => index > 0 && recordOf(programOf([word]))?.shell !== undefined && givesLine(words.slice(index + 1, index + 6)),
  );
  return at < 0 ? null : words.slice(at);
}
