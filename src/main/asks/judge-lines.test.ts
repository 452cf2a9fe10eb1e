import { expect, it } from 'vitest';
import { judgeLine } from './judge-lines';

const call = { id: 1, mode: 'safe', tool: 'Bash', input: { command: 'git status' }, cwd: '/', home: '/root' };
const answer = (line: unknown): unknown => JSON.parse(judgeLine(typeof line === 'string' ? line : JSON.stringify(line)));
const bash = (command: string, more: object = {}): unknown => answer({ ...call, input: { command }, ...more });

it('says what a mode would allow, with its reason', () => {
  expect(answer(call)).toEqual({ id: 1, verdict: 'allow', by: 'mode', reason: 'It only reads, inside the folder.', marks: [] });
});

it('says what is marked and goes to a person', () => {
  expect(bash('rm -rf src', { mode: 'all' })).toEqual({
    id: 1,
    verdict: 'ask',
    by: 'person',
    reason: 'It is marked, so a person decides.',
    marks: ['Deletes files or throws work away: rm -rf src'],
  });
});

it('takes “all” as still running, and rules as holding everywhere', () => {
  expect(bash('npm test', { mode: 'all' })).toMatchObject({ verdict: 'allow', by: 'mode' });
  expect(bash('npm run x', { mode: 'ask', rules: ['Bash(npm run *)'] })).toMatchObject({
    verdict: 'allow',
    by: 'rule',
    reason: 'The rule Bash(npm run *) allows it.',
  });
  const edit = { ...call, tool: 'Edit', input: { file_path: '/src/a' }, rules: ['Edit', 'deny Edit(src/**)'] };
  expect(answer(edit)).toMatchObject({ verdict: 'deny', by: 'rule', reason: 'The rule Edit(src/**) denies it.' });
});

it('takes what a server says of its tool', () => {
  const mcp = { ...call, tool: 'mcp__tracker__get', input: { key: 'A-1' } };
  expect(answer({ ...mcp, mcp: { server: 'tracker', readOnly: true } })).toMatchObject({ verdict: 'allow' });
  expect(answer({ ...mcp, mcp: { server: 'tracker', readOnly: false } })).toMatchObject({ verdict: 'ask' });
});

it('echoes any id, and has null for a call without one', () => {
  expect([answer({ ...call, id: 'a' }), answer({ ...call, id: { b: 1 } }), answer({ ...call, id: undefined })]).toEqual([
    expect.objectContaining({ id: 'a', verdict: 'allow' }),
    expect.objectContaining({ id: { b: 1 }, verdict: 'allow' }),
    expect.objectContaining({ id: null, verdict: 'allow' }),
  ]);
});

it('passes over keys it does not know, a byte order mark and a carriage return', () => {
  expect(answer(`\ufeff${JSON.stringify({ ...call, later: true })}\r`)).toMatchObject({ id: 1, verdict: 'allow' });
});

it.each([
  ['', null, 'not JSON'],
  ['{', null, 'not JSON'],
  ['[]', null, 'expected object'],
  ['null', null, 'expected object'],
  [{ id: 'a' }, 'a', 'mode'],
  [{ ...call, mode: 'some' }, 1, 'mode'],
  [{ ...call, tool: 1 }, 1, 'tool'],
  [{ ...call, input: [] }, 1, 'input: must be an object'],
  [{ ...call, input: undefined }, 1, 'input: must be an object'],
  [{ ...call, cwd: 'src' }, 1, 'cwd: must be an absolute path'],
  [{ ...call, home: '~' }, 1, 'home: must be an absolute path'],
  [{ ...call, rules: 'Bash' }, 1, 'rules'],
  [{ ...call, rules: ['npm run *'] }, 1, 'is not a rule'],
  [{ ...call, shell: 'fish' }, 1, 'shell'],
  [{ ...call, platform: 'win32' }, 1, 'platform'],
  [{ ...call, mcp: { readOnly: 'yes' } }, 1, 'mcp.readOnly'],
])('answers %j with an error', (line, id, error) => {
  expect(answer(line)).toEqual({ id, error: expect.stringContaining(error) });
});

it('answers a call of ten megabytes', () => {
  expect(bash(`cat ${'a'.repeat(10_000_000)}`)).toMatchObject({ id: 1, verdict: 'ask' });
});
