import { accessSync, constants, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../base/error-code';

/**
 * Checks whether another instance really holds the lock after Chromium refused it. Chromium also refuses it in a read-only
 * folder, where nobody can hold it. In a writable folder we trust Chromium: the holder may be about to exit, or invisible to us.
 * Except on Windows, the lock is a symbolic link in the folder that names the host and the process.
 */
export function isLockHeld(folder: string, canWrite = isWritable(folder)): boolean {
  if (process.platform === 'win32' || canWrite) return true;
  try {
    const [, host, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(path.join(folder, 'SingletonLock'))) ?? [];
    return pid === undefined || host !== os.hostname() || isRunning(Number(pid));
  } catch {
    return false;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
