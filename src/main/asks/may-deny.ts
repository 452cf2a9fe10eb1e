import type { RulePattern } from '../../shared/rule';
import { programOf } from '../shell/program-name';
import { isReader, recordOf } from '../shell/programs/record-of';
import { readWords } from '../shell/reader';
import type { ShellReading, SimpleCommand } from '../shell/simple-command';
import { startedBy } from '../shell/started-commands';
import type { ShellWord } from '../shell/words';
import { type CommandPattern, patternOf, wordMatches } from './rule-pattern';

/**
 * Whether a deny rule might match a command line that it does not match as written: `x=deploy; npm run $x`,
 * `npm run -s deploy`, `uv run npm run deploy`. A person decides such a line; it is not denied.
 */
export function mayDeny(rules: readonly RulePattern[], reading: ShellReading): boolean {
  const patterns = rules.flatMap((rule) => patternOf(rule) ?? []);
  return partsOf(reading).some(({ words }) => patterns.some((pattern) => mayStartWith(pattern, words)));
}

/** All commands of a line, with those that other commands start. */
function partsOf({ commands }: ShellReading, depth = 0): SimpleCommand[] {
  return commands.flatMap((command) => {
    const started = depth > 8 ? null : startedBy(command.words);
    return [command, ...(started ? partsOf(readWords(started, command), depth + 1) : [])];
  });
}

/** A program may start any command in its arguments, unless it is known to only read. */
function mayStartWith(pattern: CommandPattern, words: readonly ShellWord[]): boolean {
  const starts = isReader(recordOf(programOf(words))) ? words.slice(0, 1) : words;
  return starts.some(({ literal }, at) => (at === 0 || literal !== null) && mayMatch(pattern, words, at));
}

/** A word that is known only at run time matches any number of words. Flags and their values are skipped. */
function mayMatch({ words: wanted, open }: CommandPattern, given: readonly ShellWord[], start: number): boolean {
  // How many words of the pattern can be matched so far.
  let reached = [0];
  for (let index = start; index < given.length; index += 1) {
    const word = given[index];
    if (!word || reached.length === 0 || (open && reached.includes(wanted.length))) break;
    if (word.literal === null) {
      const least = Math.min(...reached);
      reached = [least, ...wanted.slice(least).map((_, more) => least + more + 1)];
      continue;
    }
    // npm has aliases of run.
    const names =
      index === start ? [word.literal, programOf([word])] : [word.literal.replace(/^(run-script|rum|urn)$/, 'run'), word.literal];
    const skipped = index > start && [given[index - 1], word].some((one) => one?.literal?.startsWith('-'));
    const matching = reached.filter((at) => {
      const expected = wanted[at];
      return expected !== undefined && names.some((name) => name !== null && wordMatches(expected, name));
    });
    reached = [...new Set([...(skipped ? reached : []), ...matching.map((at) => at + 1)])];
  }
  return reached.includes(wanted.length);
}
