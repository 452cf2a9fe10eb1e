import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLockHeld } from './instance-lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gone = spawnSync(process.execPath, ['-e', '0'], { env: { ELECTRON_RUN_AS_NODE: '1' } }).pid;

it.skipIf(process.platform === 'win32').each([
  ['nobody', null, false],
  ['a process that runs', `${os.hostname()}-${process.pid}`, true],
  ['one that is gone', `${os.hostname()}-${gone}`, false],
  ['one of another machine, which can’t be looked for', `elsewhere-${gone}`, true],
  ['what nobody can read', 'x', true],
])('a folder that can’t be written is had by %s', (_, holder, held) => {
  if (holder !== null) symlinkSync(holder, path.join(folder, 'SingletonLock'));
  expect(isLockHeld(folder, false)).toBe(held);
});

it.skipIf(process.platform === 'win32')('in a folder that can be written somebody has the lock, also one who lets go of it now', () => {
  expect(isLockHeld(folder)).toBe(true);
  symlinkSync(`${os.hostname()}-${gone}`, path.join(folder, 'SingletonLock'));
  expect(isLockHeld(folder)).toBe(true);
  expect(isLockHeld(path.join(folder, 'not there'))).toBe(false);
});
