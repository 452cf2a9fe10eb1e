import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/until';
import { runVariable } from './launch-plan';
import { endOutlivedProcess, findOutlivedProcesses, unwrapCommand } from './outlived-processes';
import { isRunning, processTable } from './process-table';

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) endGroup(pid);
  vi.unstubAllEnvs();
});

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The test has ended it.
  }
}

/** A shell with a child process, both with the mark of one run. */
async function startMarked(runId: string): Promise<number> {
  const env = { ...process.env, [runVariable]: runId };
  const { pid = 0, stdout } = spawn('/bin/sh', ['-c', 'sleep 600 & echo ready; wait'], { env, detached: true });
  started.push(pid);
  await new Promise((resolve) => stdout.once('data', resolve));
  return pid;
}

it.runIf(process.platform === 'linux')('finds the tops of what ended runs left, and nothing of live ones', async () => {
  const [ended, live] = [randomUUID(), randomUUID()];
  const before = Date.now();
  const pid = await startMarked(ended);
  await startMarked(live);
  const found = findOutlivedProcesses((runId) => runId === ended);
  const command = '/bin/sh -c sleep 600 & echo ready; wait';
  const program = realpathSync('/bin/sh');
  expect(found).toEqual([{ pid, runId: ended, command, claimed: true, program, startedAt: expect.any(Number) }]);
  // The system reports its own start time only in whole seconds.
  expect(Math.abs((found[0]?.startedAt ?? 0) - before)).toBeLessThan(60_000);
});

it.runIf(process.platform === 'linux')('does not count the run that we ourselves were started in', async () => {
  const outer = randomUUID();
  await startMarked(outer);
  expect(findOutlivedProcesses((runId) => runId === outer)).toHaveLength(1);
  vi.stubEnv(runVariable, outer);
  expect(findOutlivedProcesses((runId) => runId === outer)).toEqual([]);
});

it.runIf(process.platform === 'linux')('ends one with what it started, only if it still is that run’s', async () => {
  const runId = randomUUID();
  const pid = await startMarked(runId);
  expect(await endOutlivedProcess(pid, randomUUID())).toBe(false);
  expect(await endOutlivedProcess(process.pid, runId)).toBe(false);
  expect(findOutlivedProcesses((found) => found === runId)).toHaveLength(1);
  expect(await endOutlivedProcess(pid, runId)).toBe(true);
  expect(findOutlivedProcesses((found) => found === runId)).toEqual([]);
  expect(await endOutlivedProcess(pid, runId)).toBe(false);
});

/** A shell that starts `script` in the background, prints its pid and then runs `after`. */
async function startBelow(runId: string, script: string, after: string): Promise<{ top: number; below: number }> {
  const env = { ...process.env, [runVariable]: runId };
  const { pid = 0, stdout } = spawn('/bin/bash', ['-c', `${script} & echo $!; ${after}`], { env, detached: true });
  started.push(pid);
  const below = Number(await new Promise((resolve) => stdout.once('data', resolve)));
  return { top: pid, below };
}
const isThere = (pid: number): boolean => processTable().some((entry) => entry.pid === pid && isRunning(entry));

describe.runIf(process.platform === 'linux')('a process that hides', () => {
  it('is shown by the program that runs, whatever it calls itself', async () => {
    const runId = randomUUID();
    const claim = `/bin/bash -c source x && eval 'npm test' && pwd -P >| /tmp/cwd`;
    const { below } = await startBelow(runId, `exec -a "${claim}" sleep 600`, 'exit');
    await until(() =>
      expect(findOutlivedProcesses((found) => found === runId)).toMatchObject([
        { pid: below, command: `${claim} 600`, claimed: true, program: realpathSync('/bin/sleep') },
      ]),
    );
  });

  it('is ended with the process above it when it removed its mark', async () => {
    const runId = randomUUID();
    const { top, below } = await startBelow(runId, `env -u ${runVariable} sleep 600`, 'wait');
    expect(findOutlivedProcesses((found) => found === runId)).toMatchObject([{ pid: top }]);
    expect(await endOutlivedProcess(top, runId)).toBe(true);
    await until(() => expect(isThere(below)).toBe(false));
  });

  it('is found in the group of a marked one when it removed its mark and has no parent left', async () => {
    const runId = randomUUID();
    // Its parent is a subshell that ends at once. The shell itself keeps running, with its mark.
    const { top } = await startBelow(runId, `(env -u ${runVariable} sleep 599 &)`, 'exec sleep 600');
    await until(() => {
      const found = findOutlivedProcesses((one) => one === runId);
      expect(found.map(({ pid, command }) => [pid === top, command]).sort()).toEqual([
        [false, 'sleep 599'],
        [true, 'sleep 600'],
      ]);
    });
  });
});

describe('the command that Claude had a shell run', () => {
  const script = (quoted: string): string =>
    `source /x/snapshot.sh 2>/dev/null || true && eval '${quoted}' < /dev/null && pwd -P >| /tmp/cwd`;
  const ofBash = (...words: string[]) => unwrapCommand('/usr/bin/bash', ['/bin/bash', ...words]);

  it('is shown without what the CLI puts around it', () => {
    expect(ofBash('-c', script(`touch "it'"'"'s" && sleep 9 | cat`))).toBe(`touch "it's" && sleep 9 | cat`);
    expect(ofBash('-c', '-l', script('one\ntwo'))).toBe('one\ntwo');
  });

  it.each<[string, string | null]>([
    ['a program that is no shell', unwrapCommand('/usr/bin/node', ['/bin/bash', '-c', script('npm test')])],
    ['a program that nobody knows', unwrapCommand(null, ['/bin/bash', '-c', script('npm test')])],
    ['a name with a command in it', unwrapCommand('/usr/bin/bash', [`/bin/bash -c ${script('npm test')}`, 'evil.sh'])],
    ['a script with arguments', ofBash('evil.sh', script('npm test'))],
    ['a command with words after it', ofBash('-c', 'evil', script('npm test'))],
    ['a command that goes on', ofBash('-c', `${script('npm test')}; evil`)],
    ['another command line', ofBash('-c', 'node server.js')],
  ])('is not taken from %s', (_what, command) => {
    expect(command).toBeNull();
  });
});
