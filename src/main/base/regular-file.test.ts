import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NotRegularFile, openRegularFile, readSmallFile, readSmallFileSync } from './regular-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readBoth = async (name: string, maxBytes = 100) => {
  const file = path.join(folder, name);
  return [await readSmallFile(file, maxBytes), readSmallFileSync(file, maxBytes)];
};

it('reads a file, directly or through a link, up to the limit', async () => {
  writeFileSync(path.join(folder, 'file'), 'x'.repeat(100));
  symlinkSync('file', path.join(folder, 'link'));
  const bytes = Buffer.from('x'.repeat(100));
  const whole = { what: 'bytes', bytes, modifiedAt: expect.any(Number) };
  expect([...(await readBoth('file')), ...(await readBoth('link'))]).toEqual([whole, whole, whole, whole]);
  const tooBig = { what: 'too-big', modifiedAt: expect.any(Number) };
  expect(await readBoth('file', 99)).toEqual([tooBig, tooBig]);
});

it('distinguishes a missing file from an unreadable one', async () => {
  mkdirSync(path.join(folder, 'folder'));
  writeFileSync(path.join(folder, 'file'), '');
  expect(await readBoth('nothing')).toEqual([{ what: 'missing' }, { what: 'missing' }]);
  expect(await readBoth('folder')).toEqual([
    { what: 'unreadable', code: null },
    { what: 'unreadable', code: null },
  ]);
  expect(await readBoth('file/below')).toMatchObject([
    { what: 'unreadable', code: 'ENOTDIR' },
    { what: 'unreadable', code: 'ENOTDIR' },
  ]);
});

it.runIf(process.platform === 'linux')('does not wait for a pipe, and does not read a device', async () => {
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  symlinkSync('/dev/zero', path.join(folder, 'zero'));
  const unreadable = { what: 'unreadable', code: null };
  expect([...(await readBoth('pipe')), ...(await readBoth('zero'))]).toEqual([unreadable, unreadable, unreadable, unreadable]);
  await expect(openRegularFile(path.join(folder, 'pipe'))).rejects.toBeInstanceOf(NotRegularFile);
});

it.runIf(process.platform === 'linux')('limits how much it reads of a /proc file, which reports a size of 0', async () => {
  symlinkSync('/proc/self/maps', path.join(folder, 'maps'));
  expect(await readBoth('maps', 10)).toMatchObject([{ what: 'too-big' }, { what: 'too-big' }]);
});
