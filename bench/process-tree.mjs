import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants. @param {number} top */
export function processTree(top) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = pid && parentOf(pid);
    if (parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [top];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    // The name in parentheses may hold anything, so fields are counted from its end.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Proportional memory of a process tree, in MB: shared pages count once. @param {number} top */
export function treePss(top) {
  let kilobytes = 0;
  for (const pid of processTree(top)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return kilobytes / 1024;
}
