import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { runVariable } from './launch-plan';
import { asClaudeWroteIt, endOutlived, findOutlived } from './outlived';

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

/** A shell with a command below it, all marked as one run's. */
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
  const found = findOutlived((runId) => runId === ended);
  expect(found).toEqual([{ pid, runId: ended, command: '/bin/sh -c sleep 600 & echo ready; wait', startedAt: expect.any(Number) }]);
  // The system knows its own start to the second.
  expect(Math.abs((found[0]?.startedAt ?? 0) - before)).toBeLessThan(60_000);
});

it.runIf(process.platform === 'linux')('does not count the run that we ourselves were started in', async () => {
  const outer = randomUUID();
  await startMarked(outer);
  expect(findOutlived((runId) => runId === outer)).toHaveLength(1);
  vi.stubEnv(runVariable, outer);
  expect(findOutlived((runId) => runId === outer)).toEqual([]);
});

it.runIf(process.platform === 'linux')('ends one with what it started, only if it still is that run’s', async () => {
  const runId = randomUUID();
  const pid = await startMarked(runId);
  expect(await endOutlived(pid, randomUUID())).toBe(false);
  expect(await endOutlived(process.pid, runId)).toBe(false);
  expect(findOutlived((found) => found === runId)).toHaveLength(1);
  expect(await endOutlived(pid, runId)).toBe(true);
  expect(findOutlived((found) => found === runId)).toEqual([]);
  expect(await endOutlived(pid, runId)).toBe(false);
});

it('shows a shell command as Claude wrote it, without what the CLI puts around it', () => {
  const around = (quoted: string): string =>
    `/bin/bash -c source /x/snapshot.sh 2>/dev/null || true && eval '${quoted}' < /dev/null && pwd -P >| /tmp/cwd`;
  expect(asClaudeWroteIt(around(`touch "it'"'"'s" && sleep 9 | cat`))).toBe(`touch "it's" && sleep 9 | cat`);
  expect(asClaudeWroteIt(around('one\ntwo'))).toBe('one\ntwo');
  expect(asClaudeWroteIt('node server.js')).toBe('node server.js');
});
