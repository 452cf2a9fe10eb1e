import type { RulePattern } from '../../shared/rule';
import { readShell } from '../shell/reader';
import { wildcard } from './rule-paths';

/** One word of a rule about commands. */
export interface PatternWord {
  readonly text: string;
  /** Its `*` stands for any text. In quotes it is a star. */
  readonly wild: boolean;
}

/** A rule about commands, word by word. */
export interface CommandPattern {
  readonly words: readonly PatternWord[];
  /** It ends in a `*`, which is any words. */
  readonly open: boolean;
}

export function wordMatches({ text, wild }: PatternWord, word: string): boolean {
  return wild ? wildcard(text, word) : text === word;
}

/** Whether it is any command in another spelling: `* *`, `*:*`. */
export function isAnything(rule: RulePattern): boolean {
  const pattern = patternOf(rule);
  return pattern?.open === true && pattern.words.every(({ text, wild }) => wild && /^\*+$/.test(text));
}

/** A rule is tried on every part of every call, and may be as long as a script. */
const known = new WeakMap<RulePattern, CommandPattern | null>();

export function patternOf(rule: RulePattern): CommandPattern | null {
  if (!known.has(rule)) known.set(rule, readPattern(rule.content ?? ''));
  return known.get(rule) ?? null;
}

/** `npm run:*` is the CLI's older way to write `npm run *`. A pattern that is no simple command has no words. */
function readPattern(content: string): CommandPattern | null {
  const { commands, trouble } = readShell(content.replace(/:\*$/, ' *'));
  const [command, ...others] = commands;
  if (trouble !== null || !command || command.redirects.length > 0 || command.assignments.length > 0) return null;
  const line = command.words.map(({ raw }) => raw).join(' ');
  // What a wrapper starts is listed after it, and is its last words. Any other second command makes it no simple one.
  const starts = others.every(
    (other) =>
      line.endsWith(
        ` ${other.words
          .map(({ raw }) => raw)
          .join(' ')
          .trim()}`,
      ) && other.redirects.length === 0,
  );
  if (!starts) return null;
  const words = command.words.map(({ literal, raw }) => ({ text: raw, wild: literal === null && raw.includes('*') }));
  const last = words.at(-1);
  const open = last?.wild === true && last.text === '*';
  return { words: open ? words.slice(0, -1) : words, open };
}
