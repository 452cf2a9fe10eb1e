import { writeFileSync } from 'node:fs';
import os from 'node:os';

/** A third of the share of those who do not stand back. */
const niceness = 5;
/** The kernel takes one change in a tenth of a second from those who are not root. */
const againMs = 150;
const tries = 20;

/**
 * Where there is less processor than is wanted, the window goes before what sessions work on: a person waits for it.
 * Nobody notices while there is enough. What the process starts inherits it.
 */
export function standBack(pid: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It is gone already, or may not be changed: then it goes on as it is.
  }
  // On Linux each process group that leads a session may have a share of its own, in which niceness only counts within it.
  if (process.platform === 'linux') lowerShare(pid, tries);
}

function lowerShare(pid: number, left: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    const busy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (busy && left > 0) setTimeout(() => lowerShare(pid, left - 1), againMs).unref();
  }
}
