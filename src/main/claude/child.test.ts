import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/until';
import { Child, type ChildOptions } from './child';
import { Leash, type Tether } from './leash';
import { processTable } from './process-table';
import type { TransportEnd } from './transport';

let folder: string;
let children: Child[];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-child-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map((child) => child.stop({ askWaiting: true, graceMs: 100 })));
  rmSync(folder, { recursive: true });
});

/** Without a parent-death signal and a watcher, the started process is the command itself. */
const untied: Tether = { wrap: (command) => command, hold: () => () => undefined };

interface Heard {
  readonly child: Child;
  /** Collects the lines, with the end as the last entry. */
  readonly events: (string | TransportEnd)[];
  readonly end: Promise<TransportEnd>;
}

function startCommand(command: string, args: readonly string[], options: Partial<ChildOptions> = {}, cwd = folder): Heard {
  const child = new Child({ command, args, env: process.env, cwd }, { tether: untied, ...options });
  children.push(child);
  const events: (string | TransportEnd)[] = [];
  child.onLine((line) => events.push(line));
  const end = new Promise<TransportEnd>((resolve) => {
    child.onEnd((how) => {
      events.push(how);
      resolve(how);
    });
  });
  return { child, events, end };
}

const startShell = (script: string, options?: Partial<ChildOptions>): Heard => startCommand('/bin/sh', ['-c', script], options);

const isRunning = (pid: number): boolean => processTable().some((entry) => entry.pid === pid);
const ended = (exitCode: number, message: string): TransportEnd => ({ reason: 'exited', exitCode, signal: null, message });
const wasEndedBy = (signal: string): TransportEnd => ({
  reason: 'exited',
  exitCode: null,
  signal,
  message: `Claude was ended by ${signal}.`,
});

it('stands back: the window goes before it, and before what it starts', async () => {
  const { child, events } = startShell('read -r go; nice; cat');
  await child.send('go');
  const nice = Math.min(19, os.getPriority() + 5);
  await until(() => expect(events).toEqual([String(nice)]));
  const pid = child.pid ?? expect.fail('not started');
  expect(os.getPriority(pid)).toBe(nice);
  // Only where the kernel shares by sessions is there such a file, and a change may be taken only later. It is empty
  // for what was started without a session of its own, which these tests may have been.
  const share = (of: number | 'self'): number => Number(/ nice (-?\d+)/.exec(readFileSync(`/proc/${of}/autogroup`, 'utf8'))?.[1] ?? 0);
  if (existsSync('/proc/self/autogroup')) await until(() => expect(share(pid)).toBe(Math.min(19, share('self') + 5)));
});

describe('lines', () => {
  it('go both ways in order, and the end comes once, after the last of them', async () => {
    const { child, events, end } = startShell('cat; printf "no newline"; exit 3');
    await child.send('{"a":"ž"}');
    await child.send('');
    await child.send('2');
    await child.stop({ askWaiting: false });
    await end;
    expect(events).toEqual(['{"a":"ž"}', '', '2', 'no newline', ended(3, 'Claude ended with exit code 3.')]);
  });

  it('wait for the first listener, and a late one is still told the end', async () => {
    const child = new Child({ command: '/bin/sh', args: ['-c', 'echo one; echo two'], env: process.env, cwd: folder }, { tether: untied });
    await new Promise((resolve) => child.onEnd(resolve));
    const events: unknown[] = [];
    child.onEnd((how) => events.push(how.exitCode));
    child.onLine((line) => events.push(line));
    await until(() => expect(events).toEqual(['one', 'two', 0]));
  });

  it('are refused when they are not one line', async () => {
    const { child } = startShell('cat');
    await expect(child.send('a\nb')).rejects.toThrow('A line holds no newline.');
  });

  it('are taken no faster than the child reads, and arrive whole', async () => {
    const { child, events } = startShell('read go; echo reading; wc -c');
    void child.send('go');
    const big = 'x'.repeat(4_000_000);
    const sends = ['a', 'b', 'c'].map(async (name) => {
      await child.send(big);
      events.push(`sent ${name}`);
    });
    await Promise.all(sends);
    await child.stop({ askWaiting: false });
    expect(events.indexOf('reading')).toBeLessThan(events.indexOf('sent a'));
    expect(events.at(-2)).toBe(String(3 * (big.length + 1)));
  });

  it('that the child will never read are rejected when it ends, as are all after that', async () => {
    const { child, end } = startShell('sleep 600');
    const stuck = expect(child.send('x'.repeat(4_000_000))).rejects.toMatchObject({ code: 'run-gone' });
    child.killNow();
    await stuck;
    await end;
    await expect(child.send('late')).rejects.toMatchObject({ code: 'run-gone' });
  });

  it('written to a child that has closed its input are rejected, and nothing is thrown', async () => {
    const { child, events } = startShell('exec 0<&-; echo closed; exec sleep 600');
    await until(() => expect(events).toEqual(['closed']));
    await until(() => expect(child.send('anyone?')).rejects.toMatchObject({ code: 'run-gone' }));
  });

  it('end with a reason when one is too long, and the child is ended', async () => {
    const { events, end } = startShell('echo short; echo much-too-long; echo never; exec sleep 600', { maxLineBytes: 8 });
    await end;
    expect(events).toEqual(['short', { reason: 'line-too-long', exitCode: null, signal: 'SIGTERM', message: expect.any(String) }]);
  });

  it('end although a process the child left behind holds its output open', async () => {
    const { events, end } = startShell('setsid sleep 600 & echo $!; exit 0', { drainMs: 10 });
    expect(await end).toEqual(ended(0, 'Claude ended.'));
    expect(events).toHaveLength(2);
    process.kill(Number(events[0]), 'SIGKILL');
  });
});

describe('error output', () => {
  it('is kept as its newest lines', async () => {
    const { child, end } = startShell('i=0; while [ $i -lt 1000 ]; do echo "line $i" >&2; i=$((i+1)); done');
    await end;
    expect(child.errorLines).toEqual(Array.from({ length: 200 }, (_, i) => `line ${i + 800}`));
  });

  it('is bounded also when it has no lines', async () => {
    const { child, end } = startShell('head -c 200000 /dev/zero | tr "\\0" x >&2');
    await end;
    expect(child.errorLines.map((line) => line.length)).toEqual([64 * 1024]);
  });
});

describe('a child that can’t be started', () => {
  const leash = new Leash();

  it.each([
    ['is not there', 'missing', 'missing does not exist.'],
    ['is a folder', '.', 'is not a file.'],
    ['is not executable', 'plain', 'plain is not executable.'],
    ['is no program', 'broken', 'could not be started'],
  ])('says that the command %s', async (_why, name, message) => {
    writeFileSync(path.join(folder, 'plain'), '#!/bin/sh\n');
    writeFileSync(path.join(folder, 'broken'), '#!/no/such/interpreter\n');
    chmodSync(path.join(folder, 'broken'), 0o755);
    for (const tether of [untied, leash]) {
      const { child, events, end } = startCommand(path.join(folder, name), [], { tether });
      await end;
      expect(events).toEqual([expect.objectContaining({ reason: 'not-started', message: expect.stringContaining(message) })]);
      await expect(child.send('x')).rejects.toMatchObject({ code: 'run-gone' });
      expect(await child.stop({ askWaiting: false })).toBe(await end);
    }
  });

  it('says that the folder does not exist', async () => {
    const { events, end } = startCommand('/bin/sh', [], {}, path.join(folder, 'gone'));
    await end;
    expect(events).toEqual([expect.objectContaining({ reason: 'not-started', message: expect.stringContaining('gone does not exist') })]);
  });

  it('says so when the system refuses the arguments', async () => {
    const { end } = startCommand('/bin/sh', ['nul\0byte']);
    expect(await end).toMatchObject({ reason: 'not-started', message: expect.stringContaining('could not be started') });
  });

  it('does not take a run that fails by itself for one', async () => {
    const { end } = startCommand('/bin/sh', ['-c', 'echo "setpriv was mentioned" >&2; exit 127'], { tether: leash });
    expect(await end).toEqual(ended(127, 'Claude ended with exit code 127.'));
  });
});

/** A program that reports each signal and can be told to ignore it. */
const listening = (atTerm: string): string => `trap '${atTerm}' TERM; echo ready; while read line; do :; done; echo input ended;`;

describe('stop', () => {
  it('ends the input first, and lets the child finish', async () => {
    const { child, events } = startShell(`${listening('echo TERM; exit 1')} exit 0`);
    await until(() => expect(events).toEqual(['ready']));
    expect(await child.stop({ askWaiting: false })).toEqual(ended(0, 'Claude ended.'));
    expect(events.slice(0, -1)).toEqual(['ready', 'input ended']);
  });

  it('leaves the input open while an ask waits, and signals', async () => {
    const { child, events } = startShell(listening('echo TERM; exit 143'));
    await until(() => expect(events).toEqual(['ready']));
    expect(await child.stop({ askWaiting: true })).toMatchObject({ exitCode: 143 });
    expect(events.slice(0, -1)).toEqual(['ready', 'TERM']);
  });

  it('goes from the end of input over TERM to KILL with a child that heeds neither', async () => {
    const { child, events } = startShell(`${listening('echo TERM')} while :; do sleep 1 & wait; done`);
    await until(() => expect(events).toEqual(['ready']));
    expect(await child.stop({ askWaiting: false, graceMs: 200 })).toEqual(wasEndedBy('SIGKILL'));
    expect(events.slice(0, -1)).toEqual(['ready', 'input ended', 'TERM']);
  });

  it('is one stop, however often it is called, and nothing after the end', async () => {
    const { child, events } = startShell('cat');
    const [first, second] = await Promise.all([child.stop({ askWaiting: false }), child.stop({ askWaiting: true })]);
    expect([second, await child.stop({ askWaiting: true })]).toEqual([first, first]);
    expect(events).toEqual([ended(0, 'Claude ended.')]);
  });

  it.each([
    ['a session of its own', 'setsid sleep 600 &'],
    ['a session of its own, deaf to TERM', `setsid sh -c 'trap "" TERM; sleep 600; sleep 600' &`],
  ])('ends what the child left running in %s', async (_what, command) => {
    const { child, events } = startShell(`${command} echo $!; read line`);
    await until(() => expect(events).toHaveLength(1));
    const left = Number(events[0]);
    expect(isRunning(left)).toBe(true);
    await child.stop({ askWaiting: true, graceMs: 200 });
    expect(isRunning(left)).toBe(false);
  });

  it('reaches the program behind a wrapper script that does not pass signals on', async () => {
    const program = 'trap "echo TERM; exit" TERM; echo ready; read line';
    const { child, events } = startShell(`trap : TERM; sh -c '${program}'; echo wrapper goes on; exit 0`);
    await until(() => expect(events).toEqual(['ready']));
    expect(await child.stop({ askWaiting: true })).toEqual(ended(0, 'Claude ended.'));
    expect(events.slice(0, -1)).toEqual(['ready', 'TERM', 'wrapper goes on']);
  });
});

it('killNow ends the child and what it started, without waiting', async () => {
  const { child, events, end } = startShell('setsid sleep 600 & echo $!; sleep 600');
  await until(() => expect(events).toHaveLength(1));
  child.killNow();
  expect(await end).toEqual(wasEndedBy('SIGKILL'));
  await until(() => expect(isRunning(Number(events[0]))).toBe(false));
});
