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
const project = { cwd: '/project', home: '/home/ann' };
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
  const written = (tool: string, input: Record<string, unknown>) => writtenPath({ tool, input, ...project });
  expect(written('Edit', { file_path: 'a.txt' })).toBe(path.resolve('/project/a.txt'));
  expect(written('NotebookEdit', { notebook_path: '/n.ipynb' })).toBe(path.resolve('/n.ipynb'));
  expect([written('Read', { file_path: 'a' }), written('Write', {}), written('Write', { file_path: ' ' })]).toEqual([null, null, null]);
});

it.each([
  ['~/.bashrc', '/home/ann/.bashrc'],
  [' /etc/x\n', '/etc/x'],
  ['src/../a.txt ', '/project/a.txt'],
  ['~ann/x', '/project/~ann/x'],
])('finds %j where the CLI would write it', (file_path, file) => {
  expect(writtenPath({ tool: 'Write', input: { file_path }, ...project })).toBe(path.resolve(file));
});

it('says until when Claude has seen a file: what came next came after the call was carried out', () => {
  const file = path.resolve('/project/a.txt');
  expect(lastSeenAt([call(1, 'Read', 'a.txt'), call(5, 'Edit', 'a.txt', { status: 'running' })], file, project)).toBe(5_000);
  expect(lastSeenAt([call(1, 'Edit', file, { decision: allowedAt(9_000) }), call(2, 'Bash', '')], file, project)).toBe(11_000);
  expect(lastSeenAt([call(1, 'Read', 'b.txt'), call(2, 'Edit', 'a.txt', { status: 'denied' })], file, project)).toBeNull();
});

it('reads the file as it is now, and says whether somebody changed it meanwhile', async () => {
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'one\n');
  const items = [call(1, 'Read', file), call(5, 'Edit', file, { status: 'running' })];
  utimesSync(file, 4, 4);
  expect(await readAskedFile(file, items, { cwd: folder, home: folder })).toEqual({
    path: file,
    now: { what: 'text', text: 'one\n' },
    changedSinceRead: false,
  });
  utimesSync(file, 6, 6);
  expect(await readAskedFile(file, items, { cwd: folder, home: folder })).toMatchObject({ changedSinceRead: true });
  expect(await readAskedFile(file, [], { cwd: folder, home: folder })).toMatchObject({ changedSinceRead: null });
});

it('tells a file that is not there, not text, too big or no file from one that can be shown', async () => {
  const what = async (name: string) => (await readAskedFile(path.join(folder, name), [], { cwd: folder, home: folder })).now.what;
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
  expect((await readAskedFile(pipe, [], { cwd: folder, home: folder })).now).toEqual({ what: 'unreadable' });
});
