import type { RulePattern } from '../../shared/rule';
import { programOf } from '../shell/program-name';
import { isReader, recordOf } from '../shell/programs/record-of';
import { readWords } from '../shell/reader';
import type { ShellReading, SimpleCommand } from '../shell/simple-command';
import { startedBy } from '../shell/started-commands';
import type { ShellWord } from '../shell/words';
import { type CommandPattern, patternOf, wordMatches } from './rule-pattern';

/**
 * Whether one of the rules could speak of a command line that it does not match as written: `x=deploy; npm run $x`,
 * `npm run -s deploy`, `uv run npm run deploy`. Such a line is for a person. It is no reason to deny.
 */
export function mayDeny(rules: readonly RulePattern[], reading: ShellReading): boolean {
  const patterns = rules.flatMap((rule) => patternOf(rule) ?? []);
  return partsOf(reading).some(({ words }) => patterns.some((pattern) => mayStartWith(pattern, words)));
}

/** Also those that a command has another program run. */
function partsOf({ commands }: ShellReading, depth = 0): SimpleCommand[] {
  return commands.flatMap((command) => {
    const started = depth > 8 ? null : startedBy(command.words);
    return [command, ...(started ? partsOf(readWords(started, command), depth + 1) : [])];
  });
}

/** Whatever program is given the words of a command may start it, unless it is there to read. */
function mayStartWith(pattern: CommandPattern, words: readonly ShellWord[]): boolean {
  const starts = isReader(recordOf(programOf(words))) ? words.slice(0, 1) : words;
  return starts.some(({ literal }, at) => (at === 0 || literal !== null) && mayMatch(pattern, words, at));
}

/** Words that are only known when they run are taken for any and any number, and flags and their values are passed over. */
function mayMatch({ words: wanted, open }: CommandPattern, given: readonly ShellWord[], start: number): boolean {
  // How many words of the pattern can have been used up so far.
  let reached = [0];
  for (let index = start; index < given.length; index += 1) {
    const word = given[index];
    if (!word || reached.length === 0 || (open && reached.includes(wanted.length))) break;
    if (word.literal === null) {
      const least = Math.min(...reached);
      reached = [least, ...wanted.slice(least).map((_, more) => least + more + 1)];
      continue;
    }
    // npm has other words for run.
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
