import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import type { RuleDraft, RulePattern } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import type { IncomingAsk } from './desk-dependencies';
import { riskOf } from './risk';
import { RuleBook } from './rule-book';

let folder: string;
let inClaude: [string, string][];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-rules-'));
  inClaude = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const where = { cwd: '/project', home: '/home/ann', realpath: (place: string) => place };
const sessionId = SessionId.parse('session');
const claudeFiles = { folder: '/project/.claude/settings.local.json', everywhere: '/home/ann/.claude/settings.json' };

const aBook = (addToClaude = (file: string, rule: RulePattern): void => void inClaude.push([file, printRule(rule)])): RuleBook =>
  new RuleBook({
    folder,
    callOf: ({ tool }, input) => ({ tool, input, ...where }),
    claudeFiles: () => claudeFiles,
    addToClaude,
    now: () => 7,
  });

function asked(tool: string, input: Record<string, unknown>, kind: Ask['kind'] = 'permission'): IncomingAsk {
  const ask = anAsk('one', { summary: 'It does something', kind, tool, input, marks: riskOf({ tool, input, ...where }) });
  return { ask, input, suggestions: [], folder: null };
}
const bash = (command: string): IncomingAsk => asked('Bash', { command });
/** An ask for a command for which the CLI suggests rules. */
const suggested = (command: string, ...rules: string[]): IncomingAsk => ({
  ...bash(command),
  suggestions: rules.map((content) => ({ tool: 'Bash', content })),
});
const draft = (more: Partial<RuleDraft>): RuleDraft => ({ tool: 'Bash', content: 'make all', scope: 'folder', inClaude: false, ...more });
const code = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'kept';
};

it('keeps a rule on disk, says so, and finds it again after a restart', () => {
  const book = aBook();
  const told: number[] = [];
  book.onChange((rules) => told.push(rules.length));
  book.prepare(bash('make all'), draft({})).keep();
  const kept = {
    tool: 'Bash',
    content: 'make all',
    id: expect.any(String),
    behavior: 'allow',
    scope: { kind: 'folder', folder: '/project' },
    createdAt: 7,
    source: 'Made for: It does something',
  };
  expect([book.list, aBook().list, told]).toEqual([[kept], [kept], [1]]);
});

it('keeps the same rule once, revokes it, and forgets what was for a session that is closed', () => {
  const book = aBook();
  for (const scope of ['folder', 'folder', 'session', 'everywhere'] as const) book.prepare(bash('make all'), draft({ scope })).keep();
  expect(book.list.map(({ scope }) => scope.kind)).toEqual(['folder', 'session', 'everywhere']);
  book.revoke(book.list[0]?.id ?? '');
  book.forget(sessionId);
  expect(aBook().list.map(({ scope }) => scope.kind)).toEqual(['everywhere']);
});

it('takes the narrowest rule for “this session”, never all of Bash', () => {
  const book = aBook();
  book.prepare(bash('make all'), 'session').keep();
  expect(book.list).toMatchObject([{ tool: 'Bash', content: 'make all', scope: { kind: 'session', sessionId } }]);
  expect(code(() => book.prepare(bash('make *'), 'session'))).toBe('no-rule');
});

it.each([
  ['a wider one', suggested('npm run build', 'npm run *'), 'npm run build'],
  ['one for each part', suggested('touch a && touch b', 'touch a', 'touch b'), 'touch a && touch b'],
  ['one for something else', suggested("npm run 'a*'", 'npm test', 'npm run *'), 'npm run *'],
])('takes the narrowest rule that speaks of the call for “this session” also where Claude suggests %s', (_, ask, content) => {
  const book = aBook();
  book.prepare(ask, 'session').keep();
  expect(book.list).toMatchObject([{ content }]);
});

describe('no rule is kept', () => {
  it.each<[string, IncomingAsk, RuleDraft | 'session', string]>([
    ['for what destroys, even letter by letter', bash('rm -rf build'), draft({ content: 'rm -rf build' }), 'no-rule'],
    ['for what destroys, for this session', bash('git push --force'), 'session', 'no-rule'],
    ['that does not speak of the call', bash('make all'), draft({ content: 'make clean' }), 'no-rule'],
    ['that leaves what is marked to a person', bash('npm install x'), draft({ content: 'npm install *' }), 'no-rule'],
    ['for all of Bash for longer than a session', bash('make all'), draft({ content: null, scope: 'everywhere' }), 'no-rule'],
  ])('%s', (_, ask, wanted, expected) => {
    const book = aBook();
    expect([code(() => book.prepare(ask, wanted)), book.list, inClaude]).toEqual([expected, [], []]);
  });

  it('when Claude’s own settings can’t be changed, and the person wanted that', () => {
    const book = aBook(() => {
      throw new AppError('claude-settings', 'It was not changed.');
    });
    expect([code(() => book.prepare(bash('make all'), draft({ inClaude: true }))), book.list]).toEqual(['claude-settings', []]);
  });
});

it('writes into Claude’s own settings only when the person ticked it, in the file of the scope', () => {
  const book = aBook();
  book.prepare(bash('make all'), draft({ scope: 'everywhere', inClaude: true })).keep();
  book.prepare(bash('make all'), draft({ scope: 'session', inClaude: true })).keep();
  book.prepare(bash('make all'), draft({})).keep();
  expect(inClaude).toEqual([[claudeFiles.everywhere, 'Bash(make all)']]);
});

it('remembers in which of Claude’s files a rule stands too, since revoking it here does not take it out there', () => {
  const book = aBook();
  book.prepare(bash('make all'), draft({})).keep();
  const before = book.list.map(({ claudeFile }) => claudeFile);
  book.prepare(bash('make all'), draft({ inClaude: true })).keep();
  expect([before, aBook().list.map(({ claudeFile }) => claudeFile)]).toEqual([[undefined], [claudeFiles.folder]]);
});

describe('the offer', () => {
  it('has the rules for a call, and where Claude keeps its own', () => {
    const offer = aBook().offer(bash('npm run build'));
    expect(offer).toMatchObject({ refused: null, claudeFiles });
    expect(offer.candidates.map(({ content }) => content)).toEqual(['npm run build', 'npm run *', null]);
  });

  it('has only rules that would be kept', () => {
    const { candidates } = aBook().offer(suggested('touch a && touch b', 'touch a', 'touch b', 'touch *'));
    expect(candidates.map(({ content }) => content)).toEqual(['touch *', 'touch a && touch b', null]);
  });

  it('has no rule that would leave the call to a person all the same', () => {
    const offered = (ask: IncomingAsk) => aBook().offer(ask).candidates.map(printRule);
    expect(offered(bash('npm install left-pad'))).toEqual(['Bash(npm install left-pad)', 'Bash']);
    const artifact = asked('Artifact', { title: 'A page' });
    expect(offered(artifact)).toEqual([]);
    expect(() => aBook().prepare(artifact, 'session')).toThrow('No rule can speak for this call.');
  });

  it.each([
    ['what destroys', bash('sudo make install')],
    ['a plan', asked('ExitPlanMode', {}, 'plan')],
  ])('is empty for %s, and says why', (_, ask) => {
    expect(aBook().offer(ask)).toEqual({ candidates: [], refused: expect.stringMatching(/\w/), claudeFiles });
  });
});

it.each<[Partial<Ask>, RegExp]>([
  [{ askedBy: { kind: 'rule', rule: 'Bash(make:*)', source: 'userSettings', certain: true } }, /^Your Claude settings ask/],
  [{ askedBy: { kind: 'hook', name: null, reason: '' } }, /^A hook asks/],
  [{ defaultToNo: true }, /^Your Claude settings ask/],
])('offers and keeps no rule for what a person must answer: %j', (parts, refused) => {
  const book = aBook();
  const { ask, ...rest } = bash('make all');
  const explicit = { ...rest, ask: { ...ask, ...parts } };
  expect(book.offer(explicit)).toMatchObject({ candidates: [], refused: expect.stringMatching(refused) });
  expect([
    code(() => book.prepare(explicit, 'session')),
    code(() => book.prepare(explicit, draft({ content: null, scope: 'session' }))),
  ]).toEqual(['no-rule', 'no-rule']);
});
