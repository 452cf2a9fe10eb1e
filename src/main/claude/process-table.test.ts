import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/until';
import { descendantsOf, endProcesses, isRunning, parsePs, parseStat, processTable, signalProcess } from './process-table';

let sleeper: ChildProcess | null = null;
afterEach(() => sleeper?.kill('SIGKILL'));

function startSleeper(): number {
  sleeper = spawn('sleep', ['600']);
  return sleeper.pid ?? 0;
}

it('reads a name that tries to pass for the rest', () => {
  const after = 'S 7 5 5 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000';
  expect(parseStat(`42 (a) R 1 ) b) ${after}`)).toEqual({ pid: 42, parent: 7, group: 5, started: '98765' });
  expect(parseStat(`42 (gone) ${after.replace('S', 'Z')}`)).toBeNull();
  expect(parseStat('nonsense')).toBeNull();
});

it('reads what ps prints', () => {
  const output = `
      1     0     1 Ss   Mon Nov 16 05:38:59 2026
  12345     1 12340 S+   Mon Nov  9 05:38:59 2026\x20
    777     1   777 Z    Mon Nov 16 05:39:00 2026
`;
  expect(parsePs(output)).toEqual([
    { pid: 1, parent: 0, group: 1, started: 'Mon Nov 16 05:38:59 2026' },
    { pid: 12345, parent: 1, group: 12340, started: 'Mon Nov  9 05:38:59 2026' },
  ]);
});

describe.each(['linux', 'darwin'] as const)('the table as on %s', (platform) => {
  it('has us and our children, and not those that are gone', async () => {
    const pid = startSleeper();
    const entry = descendantsOf(process.pid, processTable(platform)).find((candidate) => candidate.pid === pid);
    expect(entry).toMatchObject({ pid, parent: process.pid });
    if (!entry) return;
    expect(isRunning(entry, platform)).toBe(true);
    sleeper?.kill('SIGKILL');
    await until(() => expect(isRunning(entry, platform)).toBe(false));
  });
});

it('finds descendants however deep, and is not led in circles', () => {
  const entry = (pid: number, parent: number) => ({ pid, parent, group: pid, started: '0' });
  const table = [entry(5, 4), entry(2, 1), entry(3, 1), entry(4, 2), entry(9, 8), entry(0, 0), entry(1, 5)];
  expect(descendantsOf(1, table).map(({ pid }) => pid)).toEqual([2, 3, 4, 5]);
  expect(descendantsOf(0, table)).toEqual([]);
});

it('never signals another process that was given the same pid', () => {
  const pid = startSleeper();
  const signals = vi.spyOn(process, 'kill');
  const entry = processTable().find((candidate) => candidate.pid === pid);
  expect(entry).toBeDefined();
  if (!entry) return;
  signalProcess({ ...entry, started: '1' }, 'SIGKILL');
  expect(signals).not.toHaveBeenCalled();
  signalProcess(entry, 'SIGKILL');
  expect(signals.mock.calls).toEqual([[pid, 'SIGKILL']]);
  signals.mockRestore();
});

it('ends by force what does not end when asked, and what it started', async () => {
  sleeper = spawn('/bin/sh', ['-c', 'trap "" TERM; sleep 600 & echo $!; while :; do sleep 600; done']);
  const below = Number(await new Promise((resolve) => sleeper?.stdout?.once('data', resolve)));
  const entries = processTable().filter(({ pid }) => pid === sleeper?.pid || pid === below);
  expect(entries).toHaveLength(2);
  await endProcesses(
    entries.filter(({ pid }) => pid !== below),
    100,
  );
  expect(entries.filter((entry) => isRunning(entry))).toEqual([]);
});
