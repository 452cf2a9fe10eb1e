import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NotRegularFile, openRegularFile, readSmallFile, readSmallFileSync } from './regular-file';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-file-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const both = async (name: string, mostBytes = 100) => {
  const file = path.join(box, name);
  return [await readSmallFile(file, mostBytes), readSmallFileSync(file, mostBytes)];
};

it('reads a file, also through a link, up to the bound', async () => {
  writeFileSync(path.join(box, 'file'), 'x'.repeat(100));
  symlinkSync('file', path.join(box, 'link'));
  const bytes = Buffer.from('x'.repeat(100));
  const whole = { what: 'bytes', bytes, modifiedAt: expect.any(Number) };
  expect([...(await both('file')), ...(await both('link'))]).toEqual([whole, whole, whole, whole]);
  const tooBig = { what: 'too-big', modifiedAt: expect.any(Number) };
  expect(await both('file', 99)).toEqual([tooBig, tooBig]);
});

it('tells a file that is missing from one that can’t be read', async () => {
  mkdirSync(path.join(box, 'folder'));
  writeFileSync(path.join(box, 'file'), '');
  expect(await both('nothing')).toEqual([{ what: 'missing' }, { what: 'missing' }]);
  expect(await both('folder')).toEqual([
    { what: 'unreadable', code: null },
    { what: 'unreadable', code: null },
  ]);
  expect(await both('file/below')).toMatchObject([
    { what: 'unreadable', code: 'ENOTDIR' },
    { what: 'unreadable', code: 'ENOTDIR' },
  ]);
});

it.runIf(process.platform === 'linux')('does not wait for a pipe, and reads no device', async () => {
  execFileSync('mkfifo', [path.join(box, 'pipe')]);
  symlinkSync('/dev/zero', path.join(box, 'zero'));
  const unreadable = { what: 'unreadable', code: null };
  expect([...(await both('pipe')), ...(await both('zero'))]).toEqual([unreadable, unreadable, unreadable, unreadable]);
  await expect(openRegularFile(path.join(box, 'pipe'))).rejects.toBeInstanceOf(NotRegularFile);
});

it.runIf(process.platform === 'linux')('bounds a file of the kernel, which claims to be empty', async () => {
  symlinkSync('/proc/self/maps', path.join(box, 'maps'));
  expect(await both('maps', 10)).toMatchObject([{ what: 'too-big' }, { what: 'too-big' }]);
});
