import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/until';
import { loginShellPath } from './login-shell';
import { findOutlivedProcesses } from './outlived-processes';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-shell-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** A script in place of a shell. It gets "-ilc" and the command. */
function fakeShell(script: string): string {
  const file = path.join(home, 'shell');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const env = { PATH: '/usr/bin:/bin' };

it('takes PATH from what a real shell’s start-up files make of it, whatever they print', async () => {
  writeFileSync(path.join(home, '.bash_profile'), 'echo Welcome; echo "$PATH"; export PATH="/from profile/bin:/usr/bin:/bin"\n');
  expect(await loginShellPath({ shell: '/bin/bash', env: { ...env, HOME: home } })).toBe('/from profile/bin:/usr/bin:/bin');
});

it.each([
  ['answers', 'eval "$2"', '/usr/bin:/bin'],
  ['does not', 'exit 1', null],
])('does not wait for what a shell that %s leaves running', async (_what, end, answer) => {
  const left = path.join(home, 'left');
  const shell = fakeShell(`setsid sleep 600 & echo $! > ${left}; ${end}`);
  expect(await loginShellPath({ shell, env, timeoutMs: answer ? 20_000 : 200 })).toBe(answer);
  process.kill(Number(readFileSync(left, 'utf8')), 'SIGKILL');
});

it('ends a shell that does not answer', async () => {
  const shell = fakeShell('sleep 600; :');
  const run = `shell-${home}`;
  expect(await loginShellPath({ shell, env: { ...env, SIGNALBOX_RUN: run }, timeoutMs: 100 })).toBeNull();
  await until(() => expect(findOutlivedProcesses((runId) => runId === run)).toEqual([]));
});

it.each([
  ['fails', 'exit 1'],
  ['does not understand the question', 'echo "unknown option -ilc" >&2; exit 2'],
  ['becomes another program', 'exec true'],
  ['prints without end', 'yes'],
])('has no answer from a shell that %s', async (_what, script) => {
  expect(await loginShellPath({ shell: fakeShell(script), env })).toBeNull();
});

it('has no answer from a shell that is not there', async () => {
  expect(await loginShellPath({ shell: path.join(home, 'missing'), env })).toBeNull();
});
