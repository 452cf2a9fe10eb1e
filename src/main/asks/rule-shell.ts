import type { RulePattern } from '../../shared/rule';
import { gitParts } from '../shell/arguments';
import { invocationOf } from '../shell/findings';
import { readPlainShell } from '../shell/plain-reading';
import { programOf } from '../shell/program-name';
import { recordOf } from '../shell/programs/record-of';
import { isHarmlessAssignment, isReadOnlyCommand } from '../shell/read-only';
import type { ShellReading, SimpleCommand } from '../shell/simple-command';
import { writtenBy } from '../shell/writes';
import { isAnything, type PatternWord, patternOf, wordMatches } from './rule-pattern';
import type { ToolCall } from './tool-call';

/** Whether the rule is this whole command, so that the person who made it saw all of it. With a `*` it matches other commands too. */
export function isExactly({ content }: RulePattern, command: string): boolean {
  return content !== null && content === command && !content.includes('*');
}

/** The first rule that matches any part of a command line. */
export function denyingRule<R extends RulePattern>(rules: readonly R[], command: string, reading: ShellReading): R | null {
  return (
    rules.find(
      (rule) =>
        rule.content === null ||
        isAnything(rule) ||
        isExactly(rule, command) ||
        reading.commands.some((part) => partMatches(rule, part, looseWords) || partMatches(rule, part, gitWords)),
    ) ?? null
  );
}

/**
 * The rule that allows a command line. Unless one is the whole line, or is for all of Bash, every part must match a rule or only
 * read inside the folder (`… 2>&1 | tail -5`).
 */
export function allowingRule<R extends RulePattern>(rules: readonly R[], command: string, call: ToolCall): R | null {
  const whole = rules.find((rule) => isExactly(rule, command));
  if (whole) return whole;
  const any = rules.find(({ content }) => content === null);
  if (any) return any;
  const { commands, trouble } = readPlainShell(command);
  if (trouble !== null) return null;
  let first: R | null = null;
  for (const part of commands) {
    const rule =
      isPlain(part) && !part.harmlessWrapper
        ? rules.find((candidate) => partMatches(candidate, part, literalWords, staysBelow) && !writesUnexpectedly(candidate, part, call))
        : undefined;
    first ??= rule ?? null;
    if (!rule && !isReadOnlyCommand({ ...part, background: false }, call)) return null;
  }
  return first;
}

/** A rule for a command that only reads does not allow it to write: `Bash(git log *)` and `git log --output=x`. */
function writesUnexpectedly(rule: RulePattern, part: SimpleCommand, call: ToolCall): boolean {
  const [program, ...fixed] = patternOf(rule)?.words.map(({ text }) => text) ?? [];
  const onlyReads = program !== undefined && fixed.length > 0 && recordOf(program)?.reads?.(fixed, { isRepositoryTop: () => false });
  return Boolean(onlyReads) && writtenBy(part, invocationOf(part, call)).length > 0;
}

/** Whether a command has only words: no variables, substitutions, files to write or settings for the program. */
function isPlain({ words, redirects, assignments }: SimpleCommand): boolean {
  return (
    words.every(({ literal }) => literal !== null) &&
    assignments.every(isHarmlessAssignment) &&
    redirects.every(
      ({ kind, target: { literal } }) => literal !== null && (kind === 'duplicate' || kind === 'text' || literal === '/dev/null'),
    )
  );
}

const literalWords = ({ words }: SimpleCommand): (string | null)[] => words.map(({ literal }) => literal);
/** `/bin/rm` is denied by a rule about `rm`. */
const looseWords = ({ words }: SimpleCommand): (string | null)[] => [programOf(words), ...words.slice(1).map(({ literal }) => literal)];

/** `git -C a push` is denied by a rule about `git push`. */
const gitWords = (part: SimpleCommand): (string | null)[] => {
  if (programOf(part.words) !== 'git') return [];
  const { sub, args } = gitParts(part.words);
  return ['git', sub, ...args.map(({ literal }) => literal)];
};

/** Compares word by word. A last `*` matches any words, another `*` any text within its word. */
function partMatches(
  rule: RulePattern,
  part: SimpleCommand,
  wordsOf: (part: SimpleCommand) => (string | null)[],
  matches: (wanted: PatternWord, word: string) => boolean = wordMatches,
): boolean {
  const pattern = patternOf(rule);
  if (pattern === null || pattern.words.length === 0 || part.words.length === 0) return false;
  const words = wordsOf(part);
  if (pattern.open ? words.length < pattern.words.length : words.length !== pattern.words.length) return false;
  return pattern.words.every((wanted, index) => {
    const word = words[index];
    return word !== null && word !== undefined && matches(wanted, word);
  });
}

/** `scripts/*` allows files below that folder, and not `scripts/../../x`. */
function staysBelow(wanted: PatternWord, word: string): boolean {
  const up = (path: string): number => path.split(/[/\\]/).filter((part) => part === '..').length;
  return wordMatches(wanted, word) && (!wanted.wild || up(word) <= up(wanted.text));
}
