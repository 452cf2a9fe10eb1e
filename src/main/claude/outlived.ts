import { readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { escapeInvisible } from '../../shared/invisible';
import { runVariable } from './launch-plan';
import { endProcesses, isRunning, type ProcessEntry, processTable, ps } from './process-table';

/** A process that a run started and that goes on although the run is gone. */
export interface Outlived {
  readonly pid: number;
  readonly runId: string;
  /** What Claude had a shell run, or the command line that the process gives for itself. */
  readonly command: string;
  /** The process chose its command line, so it may say anything. */
  readonly claimed: boolean;
  /** The file of the program that runs, as the system has it; null when that can't be found out. */
  readonly program: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

const maxCommandLength = 1_000;

/**
 * What outlived runs that have ended; of a tree, its top. Whoever calls says which runs those are: another instance of the app
 * has live runs that look the same.
 *
 * Every process of a run inherits a mark in its environment. A process that removed its mark is still found as a descendant
 * of a marked one, or in the same process group. One that left its group as well, and whose marked relatives have ended, is
 * not found: this list helps a person to tidy up, and is no promise that nothing else runs.
 */
export function findOutlived(hasEnded: (runId: string) => boolean): Outlived[] {
  const table = processTable();
  const runs = runsByPid(table);
  return table.flatMap((entry) => {
    const runId = runs.get(entry.pid);
    if (runId === undefined || runs.get(entry.parent) === runId || !hasEnded(runId)) return [];
    return [{ pid: entry.pid, runId, ...describeProcess(entry.pid), startedAt: startOf(entry) }];
  });
}

/** Ends one that was found, and what it started. False when that pid is no longer a process of that run, or can't be ended. */
export async function endOutlived(pid: number, runId: string, graceMs = 5_000): Promise<boolean> {
  const table = processTable();
  const entry = table.find((candidate) => candidate.pid === pid);
  if (!entry || runsByPid(table).get(pid) !== runId) return false;
  await endProcesses([entry], graceMs);
  return !isRunning(entry);
}

const shells: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash']);

/**
 * The CLI wraps a shell command in a long preparation of its own; people know the part that it evaluates. Null for any other
 * command line. Only the script that a real shell was given counts: a process is free to choose its name, but not its program.
 */
export function commandOfClaude(program: string | null, [, flag, ...rest]: readonly string[]): string | null {
  if (program === null || !shells.has(path.basename(program)) || flag !== '-c') return null;
  const [script, ...others] = rest[0] === '-l' ? rest.slice(1) : rest;
  if (script === undefined || others.length > 0) return null;
  const [, quoted] = / && eval '((?:[^']|'"'"')*)'(?: < \/dev\/null)? && pwd -P >\| \S+$/.exec(script) ?? [];
  return quoted?.replaceAll(`'"'"'`, `'`) ?? null;
}

function describeProcess(pid: number): Pick<Outlived, 'command' | 'claimed' | 'program'> {
  const program = programOf(pid);
  const words = commandLineOf(pid);
  const command = commandOfClaude(program, words);
  return { command: escapeInvisible((command ?? words.join(' ').trim()).slice(0, maxCommandLength)), claimed: command === null, program };
}

/** Started from inside a run of another Signalbox, we and ours carry its mark: that run is none of our business. */
function runsByPid(table: readonly ProcessEntry[]): Map<number, string> {
  const all = process.platform === 'linux' ? runsFromProc(table) : process.platform === 'darwin' ? runsFromPs() : [];
  const marked = new Map(all.filter(([pid, runId]) => pid !== process.pid && runId !== process.env[runVariable]));
  return withUnmarked(marked, table);
}

/** Adds processes without a mark that descend from a marked one, or are in the group of one. Never us, nor what we started. */
function withUnmarked(marked: ReadonlyMap<number, string>, table: readonly ProcessEntry[]): Map<number, string> {
  const entries = new Map(table.map((entry) => [entry.pid, entry]));
  const groups = new Map<number, string>();
  for (const [pid, runId] of marked) {
    const group = entries.get(pid)?.group;
    if (group !== undefined && group !== entries.get(process.pid)?.group) groups.set(group, runId);
  }
  const found = new Map(marked);
  const visit = (entry: ProcessEntry): string | null => {
    const way: ProcessEntry[] = [];
    let runId: string | null = null;
    // A way that leads in a circle, which only a table read while it changed has, ends at its own beginning.
    for (let here: ProcessEntry | undefined = entry; here && !way.includes(here); here = entries.get(here.parent)) {
      if (here.pid === process.pid) return null;
      way.push(here);
      runId = found.get(here.pid) ?? groups.get(here.group) ?? null;
      if (runId !== null) break;
    }
    return runId;
  };
  for (const entry of table) {
    if (found.has(entry.pid) || entry.pid === process.pid) continue;
    const runId = visit(entry);
    if (runId !== null && isOurUsers(entry.pid)) found.set(entry.pid, runId);
  }
  return found;
}

/** Root may read the processes of everyone. */
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

/** Not tested on a Mac. The system hides the environment of its own programs there, so some are not found. */
function runsFromPs(): [number, string][] {
  const found = ps('eww', '-axo', 'pid=,command=').matchAll(new RegExp(`^\\s*(\\d+) .* ${runVariable}=(\\S+)`, 'gm'));
  return [...found].flatMap(([, pid, runId]): [number, string][] => (pid && runId ? [[Number(pid), runId]] : []));
}

/** The words of a command line. Where only `ps` tells them, blanks in a word can't be told from blanks between words. */
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

/** Linux counts hundredths of a second from the machine's start. */
function startOf({ started }: ProcessEntry): number {
  if (process.platform !== 'linux') return Date.parse(started);
  const machineStart = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return machineStart * 1_000 + Number(started) * 10;
}
