import type { RulePattern } from '../../shared/rule';
import { readShell } from '../shell/reader';
import { wildcard } from './rule-paths';

/** One word of a command rule. */
export interface PatternWord {
  readonly text: string;
  /** Its `*` matches any text. A quoted `*` is an ordinary character. */
  readonly wild: boolean;
}

/** A command rule, word by word. */
export interface CommandPattern {
  readonly words: readonly PatternWord[];
  /** It ends in a `*`, which matches any number of words. */
  readonly open: boolean;
}

export function wordMatches({ text, wild }: PatternWord, word: string): boolean {
  return wild ? wildcard(text, word) : text === word;
}

/** Whether it matches every command, also as `* *` or `*:*`. */
export function isAnything(rule: RulePattern): boolean {
  const pattern = patternOf(rule);
  return pattern?.open === true && pattern.words.every(({ text, wild }) => wild && /^\*+$/.test(text));
}

/** A cache, because every part of every call is compared with every rule, and a rule can be as long as a script. */
const known = new WeakMap<RulePattern, CommandPattern | null>();

export function patternOf(rule: RulePattern): CommandPattern | null {
  if (!known.has(rule)) known.set(rule, readPattern(rule.content ?? ''));
  return known.get(rule) ?? null;
}

/** `npm run:*` is the CLI's older spelling of `npm run *`. Null if the pattern is not one simple command. */
function readPattern(content: string): CommandPattern | null {
  const { commands, trouble } = readShell(content.replace(/:\*$/, ' *'));
  const [command, ...others] = commands;
  if (trouble !== null || !command || command.redirects.length > 0 || command.assignments.length > 0) return null;
  const line = command.words.map(({ raw }) => raw).join(' ');
  // The command that a wrapper starts is listed after it and is its last words. Any other second command is not simple.
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
