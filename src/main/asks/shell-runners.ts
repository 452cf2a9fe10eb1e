import { commandStart } from './shell-inner';
import { programOf } from './shell-program-name';
import { runners } from './shell-starters';
import type { ShellWord } from './shell-word';

/** The command that `uv run` and its like start; null when there is none. */
export function ranBy(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const program = programOf(words) ?? '';
  const runner = Object.hasOwn(runners, program) ? runners[program] : undefined;
  const { after } = runner ?? {};
  const at = after ? words.findIndex(({ literal }, index) => index > 0 && after.test(literal ?? '')) : 0;
  if (!runner || at < 0) return null;
  const inner = words.slice(at).slice(commandStart(words.slice(at), runner));
  // `uv run -` runs Python that comes in.
  if (inner[0]?.literal === '-') return [{ literal: 'python', raw: 'python' }, ...inner];
  return inner.length > 0 ? inner : null;
}
