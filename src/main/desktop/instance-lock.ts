import { accessSync, constants, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../base/error-code';

/**
 * Whether another start of the app has the folder. Chromium says that too where the folder can't be written: nobody can take
 * the lock there, and nobody has it. Where it can be written Chromium's word stands: whoever has the lock may be about to let
 * go of it, or be a process that can't be seen from here. Except on Windows it is a link in the folder, to the machine and the
 * process that has it.
 */
export function isLockHeld(folder: string, canWrite = isWritable(folder)): boolean {
  if (process.platform === 'win32' || canWrite) return true;
  try {
    const [, machine, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(path.join(folder, 'SingletonLock'))) ?? [];
    return pid === undefined || machine !== os.hostname() || isRunning(Number(pid));
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
    // It runs, and is another person's.
    return codeOf(error) === 'EPERM';
  }
}
