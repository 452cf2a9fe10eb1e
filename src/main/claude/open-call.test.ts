import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCall, offerAgain } from './open-call';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-open-call-'));
  file = path.join(folder, 'session.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const user = (content: unknown) => ({ type: 'user', uuid: `u${Math.random()}`, message: { role: 'user', content } });
const call = (id: string, more: object = {}) => ({
  type: 'assistant',
  uuid: `line-of-${id}`,
  sessionId: 's1',
  cwd: '/home/person/project',
  version: '2.1.197',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'touch a' } }] },
  ...more,
});
const callOf = (name: string) => call('t1', { message: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name, input: {} }] } });
const result = (id: string, content: unknown = 'ok') => user([{ type: 'tool_result', tool_use_id: id, content }]);
const closed = 'Tool permission request failed: Error: Tool permission stream closed before response received';
const interrupted = 'The tool call was interrupted before a result was received. It may or may not have completed on the server.';
const write = (lines: readonly object[], end = '\n') => writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n') + end);
const offer = () =>
  offerAgain(file, { toolUseId: 't1', toolName: 'Bash', input: { command: 'touch a' }, mode: 'default' }, path.join(folder, 'copy'));

it('a call that is the last thing said is open, also before lines of the CLI’s own', async () => {
  write([user('hello'), call('t1'), { type: 'last-prompt', lastPrompt: 'hello' }]);
  expect((await findCall(file, 't1')).state).toBe('open');
});

it('a call that was made together with others is open, whichever it is, until something else is said', async () => {
  const together = ['t0', 't1', 't2'].map((id) => call(id, { message: { ...call(id).message, id: 'm1' } }));
  write([user('hello'), ...together, result('t0')]);
  expect([(await findCall(file, 't1')).state, (await findCall(file, 't2')).state]).toEqual(['open', 'open']);
  expect(await offer()).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('"parentUuid":"line-of-t1"');
  write([user('hello'), ...together, result('t0'), user('never mind')]);
  expect((await findCall(file, 't1')).state).toBe('abandoned');
});

it.each([
  ['settled', [user('hello'), call('t1'), result('t1')]],
  ['settled', [user('hello'), call('t1'), user([{ type: 'tool_result', tool_use_id: 't1' }])]],
  ['given-up', [user('hello'), call('t1'), result('t1', closed)]],
  ['given-up', [user('hello'), call('t1'), result('t1', [{ type: 'text', text: closed }]), user('later')]],
  ['given-up', [user('hello'), callOf('mcp__signalbox__ask_user'), result('t1', interrupted)]],
  ['settled', [user('hello'), callOf('mcp__other__change'), result('t1', interrupted)]],
  ['abandoned', [user('hello'), call('t1'), user('another message')]],
  ['abandoned', [user('hello'), call('t1'), call('t2')]],
  [
    'abandoned',
    [
      user('hello'),
      call('t1'),
      user([
        { type: 'tool_result', tool_use_id: 't0' },
        { type: 'text', text: 'stop' },
      ]),
    ],
  ],
  ['absent', [user('hello')]],
  ['absent', [user('hello'), call('t1', { isSidechain: true })]],
])('a call is %s', async (state, lines) => {
  write(lines);
  expect(await findCall(file, 't1')).toEqual({ state, line: null });
  const before = readFileSync(file, 'utf8');
  expect(await offer()).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it('a result that is nested too deep to be written is a result all the same', async () => {
  const depth = 20_000;
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const call = '{"type":"assistant","uuid":"1","message":{"id":"m","content":[{"type":"tool_use","id":"t1","input":{}}]}}';
  const result = `{"type":"user","uuid":"2","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":${deep}}]}}`;
  const odd = path.join(folder, 'odd.jsonl');
  writeFileSync(odd, `${call}\n${result}\n`);
  expect(await findCall(odd, 't1')).toEqual({ state: 'settled', line: null });
});

it('a file that is not there, or holds anything else, has no calls', async () => {
  expect((await findCall(file, 't1')).state).toBe('absent');
  writeFileSync(file, 'not json\n[1]\nnull\n{"type":"assistant","message":{"content":[null,7]}}\n{"type":"assis');
  expect((await findCall(file, 't1')).state).toBe('absent');
});

it('marks an open call, after a half line too, and keeps a copy of the file as it was', async () => {
  write([user('hello'), call('t1')], '\n{"type":"fi');
  const before = readFileSync(file, 'utf8');
  expect(await offer()).toBe(true);
  expect(readFileSync(path.join(folder, 'copy'), 'utf8')).toBe(before);
  const mark: unknown = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  expect(mark).toMatchObject({
    type: 'attachment',
    parentUuid: 'line-of-t1',
    sessionId: 's1',
    cwd: '/home/person/project',
    attachment: { type: 'hook_deferred_tool', toolUseID: 't1', toolInput: { command: 'touch a' }, permissionMode: 'default' },
  });
});

it('writes nothing where no copy can be kept', async () => {
  write([user('hello'), call('t1')]);
  const before = readFileSync(file, 'utf8');
  const nowhere = path.join(folder, 'missing', 'copy');
  await expect(offerAgain(file, { toolUseId: 't1', toolName: 'Bash', input: {}, mode: 'default' }, nowhere)).rejects.toThrow();
  expect(readFileSync(file, 'utf8')).toBe(before);
});
