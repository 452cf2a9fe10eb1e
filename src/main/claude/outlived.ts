import { readFileSync, statSync } from 'node:fs';
import { runVariable } from './launch-plan';
import { endProcesses, isRunning, type ProcessEntry, processTable, ps } from './process-table';

/** A process that a run started and that goes on although the run is gone. */
export interface Outlived {
  readonly pid: number;
  readonly runId: string;
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

const maxCommandLength = 1_000;

/**
 * What outlived runs that have ended, found by the mark every process of a run inherits; of a tree, its top.
 * Whoever calls says which runs those are: another instance of the app has live runs that look the same.
 */
export function findOutlived(hasEnded: (runId: string) => boolean): Outlived[] {
  const table = processTable();
  const runs = runsByPid(table);
  return table.flatMap((entry) => {
    const runId = runs.get(entry.pid);
    if (runId === undefined || runs.get(entry.parent) === runId || !hasEnded(runId)) return [];
    return [
      { pid: entry.pid, runId, command: asClaudeWroteIt(commandOf(entry.pid)).slice(0, maxCommandLength), startedAt: startOf(entry) },
    ];
  });
}

/** Ends one that was found, and what it started. False when that pid is no longer a process of that run, or can't be ended. */
export async function endOutlived(pid: number, runId: string, graceMs = 5_000): Promise<boolean> {
  const entry = processTable().find((candidate) => candidate.pid === pid);
  if (!entry || runsByPid([entry]).get(pid) !== runId) return false;
  await endProcesses([entry], graceMs);
  return !isRunning(entry);
}

/** The CLI wraps a shell command in a long preparation of its own; people know the part that it evaluates. */
export function asClaudeWroteIt(command: string): string {
  const [, quoted] = / && eval '((?:[^']|'"'"')*)'/.exec(command) ?? [];
  return quoted?.replaceAll(`'"'"'`, `'`) ?? command;
}

/** Started from inside a run of another Signalbox, we and ours carry its mark: that run is none of our business. */
function runsByPid(table: readonly ProcessEntry[]): Map<number, string> {
  const all = process.platform === 'linux' ? runsFromProc(table) : process.platform === 'darwin' ? runsFromPs() : [];
  return new Map(all.filter(([pid, runId]) => pid !== process.pid && runId !== process.env[runVariable]));
}

function runsFromProc(table: readonly ProcessEntry[]): [number, string][] {
  const prefix = `${runVariable}=`;
  return table.flatMap(({ pid }): [number, string][] => {
    try {
      // Root may read everyone's.
      if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return [];
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

function commandOf(pid: number): string {
  if (process.platform !== 'linux') return ps('-o', 'command=', '-p', String(pid)).trim();
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Linux counts hundredths of a second from the machine's start. */
function startOf({ started }: ProcessEntry): number {
  if (process.platform !== 'linux') return Date.parse(started);
  const machineStart = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return machineStart * 1_000 + Number(started) * 10;
}
