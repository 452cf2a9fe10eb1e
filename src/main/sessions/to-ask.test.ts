import { expect, it } from 'vitest';
import { aPermissionRequest } from '../../../test/a-permission-request';
import { questionsOf } from '../../shared/ask';
import { SessionId } from '../../shared/ids';
import type { PermissionRequest } from '../claude/permission-request';
import { toAsk } from './to-ask';

const where = { cwd: '/home/ann/project', home: '/home/ann', realpath: (path: string) => path };
const sessionId = SessionId.parse('session');
const request = (tool: string, input: Record<string, unknown>, more: Partial<PermissionRequest> = {}) =>
  aPermissionRequest({ tool, input, ...more });

it('says what the CLI asked in our words, and keeps the input as it came', () => {
  const input = { command: 'npm test', description: 'Run the tests' };
  const incoming = toAsk(sessionId, request('Bash', input, { agentId: 'agent-1' }), 42, { ...where, agent: ' Search\n' });
  expect(incoming).toEqual({
    ask: {
      id: 'session/toolu_1',
      sessionId: 'session',
      kind: 'permission',
      tool: 'Bash',
      toolUseId: 'toolu_1',
      summary: 'Runs `npm test`',
      summaryIsComplete: true,
      input,
      truncated: false,
      agentId: 'agent-1',
      agentName: 'Search',
      marks: [],
      askedBy: null,
      defaultToNo: false,
      changedByHook: false,
      mcpServer: null,
      interaction: null,
      askedAt: 42,
      expiresAt: null,
      fingerprint: expect.any(String),
      note: null,
    },
    input,
    suggestions: [],
    folder: where.cwd,
  });
});

it('names the MCP server on one short line, with nothing invisible in it', () => {
  const mcpServer = { name: `thi\u202engs\n${'x'.repeat(100)}`, source: 'project' };
  const { ask } = toAsk(sessionId, request('mcp__things__change', {}, { mcpServer }), 0, where);
  expect(ask.mcpServer?.source).toBe('project');
  expect(ask.mcpServer?.name).toMatch(/^thi⟨U\+202E⟩ngs x+…$/);
  expect(ask.mcpServer?.name.length).toBeLessThanOrEqual(40);
});

it.each([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan'],
  ['Write', 'permission'],
  ['mcp__server__tool', 'permission'],
  ['constructor', 'permission'],
])('%s asks for a %s', (tool, kind) => {
  expect(toAsk(sessionId, request(tool, {}), 0, where).ask.kind).toBe(kind);
});

it.each([
  ['Bash', { command: 'ls\n  -la\n' }, 'Runs `ls ⏎ -la`'],
  ['Edit', { file_path: '/a/b.ts', old_string: 'x' }, 'Edits /a/b.ts'],
  ['mcp__db__query', {}, 'Calls query of db'],
  ['ExitPlanMode', { plan: '# Plan\n1. Do it' }, 'Plan 1. Do it'],
  ['ExitPlanMode', {}, 'Has a plan ready'],
  ['AskUserQuestion', { questions: [{ question: 'Which?' }, { question: 'Why?' }] }, 'Which? Why?'],
  ['AskUserQuestion', {}, 'Asks you a question'],
])('sums up %s %j in one line', (tool, input, summary) => {
  expect(toAsk(sessionId, request(tool, input), 0, where).ask.summary).toBe(summary);
});

it('keeps a summary short', () => {
  const { summary } = toAsk(sessionId, request('Bash', { command: 'x'.repeat(10_000) }), 0, where).ask;
  expect([summary.length, summary.at(-1)]).toEqual([160, '…']);
});

it.each([
  ['a command that ends behind the cut', 'Bash', { command: `npm test -- ${'a'.repeat(170)}; node evil.js` }],
  ['a long question', 'AskUserQuestion', { questions: [{ question: 'Why? '.repeat(50) }] }],
  ['a call that is named by its server alone', 'mcp__db__query', { sql: 'select 1 -- '.repeat(20) }],
])('knows that the summary of %s is not complete', (_what, tool, input) => {
  const { ask } = toAsk(sessionId, request(tool, input), 0, where);
  expect([ask.marks, ask.summaryIsComplete]).toEqual([[], false]);
});

it.each([300, 5_000, 100_000])('refuses an input that is nested %d deep, with a reason that Claude can act on', (depth) => {
  const input: Record<string, unknown> = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  const reason = 'The input is nested more than 200 levels deep, so nobody could check it. Make it flatter.';
  expect(() => toAsk(sessionId, request('mcp__db__query', input), 0, where)).toThrow(reason);
});

it('reads the questions it can, and leaves out what is none', () => {
  const questions = [{ question: 'Which?', options: [{ label: 'A' }], multiSelect: 'yes' }, { header: 'no question' }, 'text', null];
  expect(questionsOf({ questions })).toEqual([
    { question: 'Which?', header: '', multiSelect: false, options: [{ label: 'A', description: '', preview: undefined }] },
  ]);
  expect(questionsOf({ questions: 'none' })).toEqual([]);
});

it.each([
  ['a long string', { content: 'x'.repeat(5_000) }],
  ['many strings', { edits: Array.from({ length: 100 }, () => ({ new_string: 'x'.repeat(1_000) })) }],
  ['a long list', { list: Array.from({ length: 1_000 }, (_, i) => i) }],
  ['many fields', Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field ${i}`, i]))],
  ['something deep', { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }],
])('sends only the beginning of %s to every window, says so, and keeps the whole', (_what, input) => {
  const incoming = toAsk(sessionId, request('Write', input), 0, where);
  expect(incoming.ask.truncated).toBe(true);
  expect(JSON.stringify(incoming.ask.input).length).toBeLessThan(45_000);
  expect(incoming.ask.input).not.toEqual(input);
  expect(incoming.input).toEqual(input);
});

it('never cuts a character in two', () => {
  const input = { content: `x${'😀'.repeat(5_000)}` };
  expect(JSON.stringify(toAsk(sessionId, request('Write', input), 0, where).ask.input)).not.toContain(String.raw`\ud83d`);
});

it('says what deserves a second look, and takes the CLI’s word for it too', () => {
  const kinds = (tool: string, input: object, more: object = {}) =>
    toAsk(sessionId, request(tool, { ...input }, more), 0, where).ask.marks.map(({ kind }) => kind);
  expect(kinds('Bash', { command: 'rm -rf build' })).toEqual(['deletes']);
  expect(kinds('Bash', { command: 'ls' }, { reasonType: 'safetyCheck' })).toEqual(['safety-check']);
  expect(kinds('Bash', { command: 'ls' }, { needsPerson: true })).toEqual(['safety-check']);
  expect(kinds('Bash', { command: 'ls' }, { reasonType: 'sandboxOverride', needsPerson: true })).toEqual(['sandbox', 'safety-check']);
  expect(kinds('AskUserQuestion', { questions: [] }, { needsPerson: true })).toEqual([]);
  expect(kinds('Write', { file_path: '/etc/hosts', content: '' })).toEqual(['outside']);
  expect(kinds('Write', { file_path: '/home/ann/project/a.txt', content: '' })).toEqual([]);
});

it('says who asks, that no keystroke is to allow it, and that a hook changed it', () => {
  const said = { command: 'make' };
  const more = { reasonType: 'hook', reason: 'look', defaultToNo: true };
  expect(toAsk(sessionId, request('Bash', { command: 'make all' }, more), 0, { ...where, said }).ask).toMatchObject({
    askedBy: { kind: 'hook', name: null, reason: 'look' },
    defaultToNo: true,
    changedByHook: true,
  });
});
