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

const exitedPid = spawnSync(process.execPath, ['-e', '0'], { env: { ELECTRON_RUN_AS_NODE: '1' } }).pid;

it.skipIf(process.platform === 'win32').each([
  ['nobody', null, false],
  ['a running process', `${os.hostname()}-${process.pid}`, true],
  ['a process that has exited', `${os.hostname()}-${exitedPid}`, false],
  ['a process on another host, which can’t be checked', `other-host-${exitedPid}`, true],
  ['an unreadable name', 'x', true],
])('checks the lock of a read-only folder held by %s', (_, holder, held) => {
  if (holder !== null) symlinkSync(holder, path.join(folder, 'SingletonLock'));
  expect(isLockHeld(folder, false)).toBe(held);
});

it.skipIf(process.platform === 'win32')('assumes that the lock of a writable folder is held, even if its process has exited', () => {
  expect(isLockHeld(folder)).toBe(true);
  symlinkSync(`${os.hostname()}-${exitedPid}`, path.join(folder, 'SingletonLock'));
  expect(isLockHeld(folder)).toBe(true);
  expect(isLockHeld(path.join(folder, 'not there'))).toBe(false);
});
