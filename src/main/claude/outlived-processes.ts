import { readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { escapeInvisible } from '../../shared/invisible';
import type { OutlivedProcess } from '../../shared/session';
import { runVariable } from './launch-plan';
import { endProcesses, isRunning, type ProcessEntry, processTable, ps } from './process-table';

const maxCommandLength = 1_000;

/**
 * Finds the processes that still run although their run has ended. Of a tree of processes only the top is returned. The
 * caller says which runs have ended, because the live runs of another instance of the app look the same.
 *
 * Every process of a run inherits a variable in its environment. A process without it is still found as a descendant of one
 * that has it, or in the same process group. A process is not found if it also left its group and its relatives have ended:
 * the list helps a person to tidy up, and does not promise that nothing else runs.
 */
export function findOutlivedProcesses(hasEnded: (runId: string) => boolean): OutlivedProcess[] {
  const table = processTable();
  const runs = runsByPid(table);
  return table.flatMap((entry) => {
    const runId = runs.get(entry.pid);
    if (runId === undefined || runs.get(entry.parent) === runId || !hasEnded(runId)) return [];
    return [{ pid: entry.pid, runId, ...describeProcess(entry.pid), startedAt: startTimeOf(entry) }];
  });
}

/** Ends a process that was found, and its descendants. Returns false when the pid is no longer a process of that run, or can't be ended. */
export async function endOutlivedProcess(pid: number, runId: string, graceMs = 5_000): Promise<boolean> {
  const table = processTable();
  const entry = table.find((candidate) => candidate.pid === pid);
  if (!entry || runsByPid(table).get(pid) !== runId) return false;
  await endProcesses([entry], graceMs);
  return !isRunning(entry);
}

const shells: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash']);

/**
 * Returns the command that Claude asked for, without the long script that the CLI wraps around it. Null for any other command
 * line. The program must be a real shell: a process can choose its name and arguments, but not its program.
 */
export function unwrapCommand(program: string | null, [, flag, ...rest]: readonly string[]): string | null {
  if (program === null || !shells.has(path.basename(program)) || flag !== '-c') return null;
  const [script, ...others] = rest[0] === '-l' ? rest.slice(1) : rest;
  if (script === undefined || others.length > 0) return null;
  const [, quoted] = / && eval '((?:[^']|'"'"')*)'(?: < \/dev\/null)? && pwd -P >\| \S+$/.exec(script) ?? [];
  return quoted?.replaceAll(`'"'"'`, `'`) ?? null;
}

function describeProcess(pid: number): Pick<OutlivedProcess, 'command' | 'claimed' | 'program'> {
  const program = programOf(pid);
  const words = commandLineOf(pid);
  const command = unwrapCommand(program, words);
  return { command: escapeInvisible((command ?? words.join(' ').trim()).slice(0, maxCommandLength)), claimed: command === null, program };
}

/** If another Signalbox started us inside one of its runs, we have that run's variable too. Such processes are left out. */
function runsByPid(table: readonly ProcessEntry[]): Map<number, string> {
  const all = process.platform === 'linux' ? runsFromProc(table) : process.platform === 'darwin' ? runsFromPs() : [];
  const marked = new Map(all.filter(([pid, runId]) => pid !== process.pid && runId !== process.env[runVariable]));
  return withUnmarked(marked, table);
}

/** Adds processes without the variable that descend from one that has it, or share its group. Never ourselves or our children. */
function withUnmarked(marked: ReadonlyMap<number, string>, table: readonly ProcessEntry[]): Map<number, string> {
  const entries = new Map(table.map((entry) => [entry.pid, entry]));
  const groups = new Map<number, string>();
  for (const [pid, runId] of marked) {
    const group = entries.get(pid)?.group;
    if (group !== undefined && group !== entries.get(process.pid)?.group) groups.set(group, runId);
  }
  const found = new Map(marked);
  const runOf = (entry: ProcessEntry): string | null => {
    const visited: ProcessEntry[] = [];
    let runId: string | null = null;
    // The table may have changed while it was read, so parents can form a circle.
    for (let here: ProcessEntry | undefined = entry; here && !visited.includes(here); here = entries.get(here.parent)) {
      if (here.pid === process.pid) return null;
      visited.push(here);
      runId = found.get(here.pid) ?? groups.get(here.group) ?? null;
      if (runId !== null) break;
    }
    return runId;
  };
  for (const entry of table) {
    if (found.has(entry.pid) || entry.pid === process.pid) continue;
    const runId = runOf(entry);
    if (runId !== null && isOurUsers(entry.pid)) found.set(entry.pid, runId);
  }
  return found;
}

/** Root can read the processes of all users, so this checks the owner. */
function isOurUsers(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.();
  } catch {
    return false;
  }
}

function runsFromProc(table: readonly ProcessEntry[]): [number, string][] {
  const prefix = `${runVariable}=`;
  return table.flatMap(({ pid }): [number, string][] => {
    try {
      if (!isOurUsers(pid)) return [];
      const variable = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .find((entry) => entry.startsWith(prefix));
      return variable === undefined ? [] : [[pid, variable.slice(prefix.length)]];
    } catch {
      return [];
    }
  });
}

/** Not tested on a Mac. macOS hides the environment of its own programs, so some are not found. */
function runsFromPs(): [number, string][] {
  const found = ps('eww', '-axo', 'pid=,command=').matchAll(new RegExp(`^\\s*(\\d+) .* ${runVariable}=(\\S+)`, 'gm'));
  return [...found].flatMap(([, pid, runId]): [number, string][] => (pid && runId ? [[Number(pid), runId]] : []));
}

/** The words of a command line. With `ps` it is one string, because blanks inside a word can't be recognised. */
function commandLineOf(pid: number): string[] {
  if (process.platform !== 'linux') return [ps('-o', 'command=', '-p', String(pid)).trim()];
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0');
  } catch {
    return [];
  }
}

function programOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps('-o', 'comm=', '-p', String(pid)).trim() || null;
  try {
    return escapeInvisible(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return null;
  }
}

/** In milliseconds since the epoch. Linux counts hundredths of a second since the boot. */
function startTimeOf({ started }: ProcessEntry): number {
  if (process.platform !== 'linux') return Date.parse(started);
  const machineStart = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return machineStart * 1_000 + Number(started) * 10;
}
