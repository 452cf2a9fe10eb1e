import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { codeOf } from '../base/error-code';

/** Added to our own niceness. It gives the process a third of our share of the CPU. */
const niceness = 5;
const maxNiceness = 19;
/** For users other than root the kernel allows one change of an autogroup per 100 ms, over all processes. */
const retryMs = 150;
const maxTries = 100;

/**
 * Gives a process lower CPU priority than the window, because a person waits for the window. It only matters when the CPU is
 * busy. Processes that this one starts inherit it.
 */
export function lowerPriority(pid: number, isAlive: () => boolean): void {
  try {
    os.setPriority(pid, Math.min(maxNiceness, os.getPriority() + niceness));
  } catch {
    // It is gone, or we may not change it. It then keeps its priority.
  }
  // With autogrouping, Linux compares niceness only within one session of processes; across sessions the autogroup's counts.
  if (process.platform === 'linux') lowerAutogroup(pid, isAlive, maxTries);
}

function lowerAutogroup(pid: number, isAlive: () => boolean, left: number): void {
  if (!isAlive()) return;
  try {
    const own = Number(/ nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1] ?? 0);
    writeFileSync(`/proc/${pid}/autogroup`, String(Math.min(maxNiceness, own + niceness)));
  } catch (error) {
    const busy = codeOf(error) === 'EAGAIN';
    if (busy && left > 0) setTimeout(() => lowerAutogroup(pid, isAlive, left - 1), retryMs).unref();
  }
}
