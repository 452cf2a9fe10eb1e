import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToolDecision, ToolItem } from '../../shared/transcript';
import { lastSeenAt, readAskedFile, writtenPath } from './asked-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-asked-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (index: number, name: string, file: string, more: Partial<ToolItem> = {}): ToolItem => ({
  index,
  key: `tool:${index}`,
  at: index * 1_000,
  truncated: false,
  kind: 'tool',
  toolUseId: String(index),
  parentToolUseId: null,
  name,
  input: { file_path: file },
  status: 'ok',
  progress: null,
  result: null,
  ...more,
});
const allowedAt = (at: number): ToolDecision => ({
  answer: 'allow',
  surface: 'card',
  at,
  by: null,
  reason: null,
  note: null,
  edited: null,
});

it('knows which file a call would write', () => {
  expect(writtenPath('Edit', { file_path: 'a.txt' }, '/project')).toBe(path.resolve('/project/a.txt'));
  expect(writtenPath('NotebookEdit', { notebook_path: '/n.ipynb' }, '/project')).toBe(path.resolve('/n.ipynb'));
  expect([writtenPath('Read', { file_path: 'a' }, '/'), writtenPath('Write', {}, '/')]).toEqual([null, null]);
});

it('says until when Claude has seen a file: what came next came after the call was carried out', () => {
  const file = path.resolve('/project/a.txt');
  expect(lastSeenAt([call(1, 'Read', 'a.txt'), call(5, 'Edit', 'a.txt', { status: 'running' })], file, '/project')).toBe(5_000);
  expect(lastSeenAt([call(1, 'Edit', file, { decision: allowedAt(9_000) }), call(2, 'Bash', '')], file, '/project')).toBe(11_000);
  expect(lastSeenAt([call(1, 'Read', 'b.txt'), call(2, 'Edit', 'a.txt', { status: 'denied' })], file, '/project')).toBeNull();
});

it('reads the file as it is now, and says whether somebody changed it meanwhile', async () => {
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'one\n');
  const items = [call(1, 'Read', file), call(5, 'Edit', file, { status: 'running' })];
  utimesSync(file, 4, 4);
  expect(await readAskedFile(file, items, folder)).toEqual({ path: file, now: { what: 'text', text: 'one\n' }, changedSinceRead: false });
  utimesSync(file, 6, 6);
  expect(await readAskedFile(file, items, folder)).toMatchObject({ changedSinceRead: true });
  expect(await readAskedFile(file, [], folder)).toMatchObject({ changedSinceRead: null });
});

it('tells a file that is not there, not text, too big or no file from one that can be shown', async () => {
  const what = async (name: string) => (await readAskedFile(path.join(folder, name), [], folder)).now.what;
  writeFileSync(path.join(folder, 'binary'), Buffer.from([1, 0, 2]));
  writeFileSync(path.join(folder, 'big'), '');
  truncateSync(path.join(folder, 'big'), 1_000_001);
  expect([await what('missing'), await what('binary'), await what('big'), await what('.')]).toEqual([
    'missing',
    'unreadable',
    'too-big',
    'unreadable',
  ]);
});

it.skipIf(process.platform === 'win32')('does not wait at a pipe that nobody writes to', async () => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect((await readAskedFile(pipe, [], folder)).now).toEqual({ what: 'unreadable' });
});
