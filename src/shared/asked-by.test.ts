import { expect, it } from 'vitest';
import { type AskedBy, askedByWords } from './asked-by';

const rule = (more: object = {}): AskedBy => ({ kind: 'rule', rule: 'Bash(ls:*)', source: 'userSettings', certain: true, ...more });

it.each<[AskedBy, string]>([
  [rule(), 'Your rule Bash(ls:*) asks'],
  [rule({ source: 'projectSettings' }), 'The project’s rule Bash(ls:*) asks'],
  [rule({ source: 'policySettings' }), 'Your organization’s rule Bash(ls:*) asks'],
  [rule({ certain: false }), 'Your rule Bash(ls:*) may cover this'],
  [rule({ rule: null, source: null }), 'Your Claude settings ask about this'],
  [{ kind: 'hook', name: null, reason: 'a person must look' }, 'Your hook asks: a person must look'],
  [{ kind: 'hook', name: null, reason: '' }, 'Your hook asks you to decide'],
  [{ kind: 'hook', name: 'plugin:guard', reason: 'no' }, 'The hook of the plugin guard asks: no'],
  [{ kind: 'unknown' }, 'Claude Code did not say whether one of your rules asks about this'],
])('%j is “%s”', (askedBy, words) => {
  expect(askedByWords(askedBy)).toBe(words);
});
