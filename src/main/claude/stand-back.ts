import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { codeOf } from '../base/error-code';

/** More than our own: a third of our share. */
const niceness = 5;
const most = 19;
/** The kernel takes one change in a tenth of a second, of all together, from those who don't run the machine. */
const againMs = 150;
const tries = 100;

/**
 * Where there is less processor than is wanted, the window goes before what sessions work on: a person waits for it.
 * Nobody notices while there is enough. What the process starts inherits the niceness.
 */
export function standBack(pid: number, isAlive: () => boolean): void {
  try {
    os.setPriority(pid, Math.min(most, os.getPriority() + niceness));
  } catch {
    // It is gone already, or may not be changed: then it goes on as it is.
  }
  // On Linux each session may have a share of its own, within which niceness counts and beyond which it does not.
  if (process.platform === 'linux') lowerShare(pid, isAlive, tries);
}

function lowerShare(pid: number, isAlive: () => boolean, left: number): void {
  if (!isAlive()) return;
  try {
    const own = Number(/ nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1] ?? 0);
    writeFileSync(`/proc/${pid}/autogroup`, String(Math.min(most, own + niceness)));
  } catch (error) {
    const busy = codeOf(error) === 'EAGAIN';
    if (busy && left > 0) setTimeout(() => lowerShare(pid, isAlive, left - 1), againMs).unref();
  }
}
