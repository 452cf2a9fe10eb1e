import { operandsOf } from './arguments';
import { isInterpreter } from './inline-code';
import { commandStart } from './inner-commands';
import { isShell, programOf } from './program-name';
import { deleters } from './program-risk';
import { isReader } from './read-only-programs';
import { runners, wrappers } from './starters';
import type { ShellWord } from './words';

/** The command that a program with these words may start, where that is no wrapper's; null when there is none. */
export function startedBy(words: readonly ShellWord[]): readonly ShellWord[] | null {
  return ranBy(words) ?? shellWithin(words);
}

/** The command that `uv run` and its like start; null when there is none. */
function ranBy(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const program = programOf(words) ?? '';
  const runner = Object.hasOwn(runners, program) ? runners[program] : undefined;
  const { after } = runner ?? {};
  const at = after ? words.findIndex(({ literal }, index) => index > 0 && after.test(literal ?? '')) : 0;
  if (!runner) return null;
  if (at < 0) return byName.has(program) ? installed(words) : null;
  const inner = words.slice(at).slice(commandStart(words.slice(at), runner));
  // `uv run -` runs Python that comes in.
  if (inner[0]?.literal === '-') return [{ literal: 'python', raw: 'python' }, ...inner];
  return inner.length > 0 ? inner : null;
}

/** They run what is installed by its name, like a script of the project: `yarn rimraf dist`, `pnpm --filter a shx rm x`. */
const byName: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);

/** Only what is known to matter: any other name is a script's, and `pnpm rm` takes a package away. */
function installed(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const operands = operandsOf(words.slice(1), '--filter -F --dir -C --cwd').filter(({ literal }) => literal !== 'run');
  const [first] = operands[0]?.literal === 'workspace' ? operands.slice(2) : operands;
  const name = first ? programOf([first]) : null;
  const matters = name !== null && (deleters.has(name) || name === 'shx' || isShell(name) || isInterpreter(name));
  return first && matters && !/^(rm|unlink)$/.test(name) ? words.slice(words.indexOf(first)) : null;
}

/** Whatever program it is that starts it: `docker exec c sh -c '…'`, `perf stat bash -c '…'`. */
function shellWithin(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const program = programOf(words) ?? '';
  // What those start is read as a command of its own: to read it here too would be once more at every level.
  if (isReader(program) || isShell(program) || Object.hasOwn(wrappers, program) || program === 'git') return null;
  const givesLine = (flags: readonly ShellWord[]): boolean =>
    /^[-+]/.test(flags[0]?.literal ?? '') && flags.some(({ literal }) => /^(-[A-Za-z]*c[A-Za-z]*|--command(=.*)?)$/s.test(literal ?? ''));
  const at = words.findIndex((word, index) => index > 0 && isShell(programOf([word])) && givesLine(words.slice(index + 1, index + 6)));
  return at < 0 ? null : words.slice(at);
}
