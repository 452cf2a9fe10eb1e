import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/until';
import { findSetpriv } from './leash';
import { processTable } from './process-table';

const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-leash-'));
let app: ChildProcess | null = null;

// Only killing a parent shows what ends with it, so the real code is bundled into a program that we may kill.
beforeAll(async () => {
  const entry = path.join(folder, 'entry.ts');
  const modules = ['child', 'leash'].map((name) => path.join(import.meta.dirname, name));
  writeFileSync(entry, modules.map((file) => `export * from ${JSON.stringify(file)};`).join('\n'));
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { ssr: entry, outDir: path.join(folder, 'out'), rollupOptions: { output: { entryFileNames: 'bundle.mjs' } } },
  });
});

afterEach(() => {
  app?.kill('SIGKILL');
  app = null;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the bundled code in place of the app, and resolves with the pids that it prints. */
async function startApp(code: string): Promise<number[]> {
  const file = path.join(folder, 'app.mjs');
  const prelude = `
    import { Child, Leash } from './out/bundle.mjs';
    const deaf = 'trap "" TERM HUP INT; exec sleep 600';
    const start = (script, tether) => new Child({ command: '/bin/sh', args: ['-c', script], env: process.env, cwd: '/' }, { tether });
    const say = (...pids) => console.log(JSON.stringify(pids));
    setInterval(() => {}, 60_000);
  `;
  writeFileSync(file, `${prelude}\n${code}`);
  const started = spawn(process.execPath, [file], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  app = started;
  for await (const line of createInterface({ input: started.stdout })) {
    const said: unknown = JSON.parse(line);
    return Array.isArray(said) ? said.filter((pid) => typeof pid === 'number') : [];
  }
  throw new Error('The app said nothing.');
}

const running = (pids: readonly number[]): number[] => {
  const all = new Set(processTable().map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
};

async function killApp(): Promise<void> {
  const exited = new Promise((resolve) => app?.once('exit', resolve));
  app?.kill('SIGKILL');
  await exited;
}

describe('when the app is killed', () => {
  it.runIf(findSetpriv())('the kernel ends a child that heeds neither the end of its input nor TERM', async () => {
    const pids = await startApp(`
      const leash = new Leash();
      const { pid } = start(deaf, { wrap: (command) => leash.wrap(command), hold: () => () => {} });
      say(pid);
    `);
    expect(running(pids)).toHaveLength(1);
    await killApp();
    await until(() => expect(running(pids)).toEqual([]));
  });

  it('the watcher ends it where the kernel does not, and then itself', async () => {
    const pids = await startApp(`
      const leash = new Leash({ setpriv: null });
      say(start(deaf, leash).pid, start(deaf, leash).pid, leash.pid);
    `);
    expect(running(pids)).toHaveLength(3);
    await killApp();
    await until(() => expect(running(pids)).toEqual([]));
  });

  it('the watcher also ends the program behind a wrapper script', async () => {
    const pids = await startApp(`
      const leash = new Leash();
      const child = start('sleep 600 & echo $!; wait', leash);
      child.onLine((line) => say(child.pid, Number(line), leash.pid));
    `);
    expect(running(pids)).toHaveLength(3);
    await killApp();
    await until(() => expect(running(pids)).toEqual([]));
  });

  it('the watcher leaves alone what was let go of', async () => {
    const pids = await startApp(`
      import { spawn } from 'node:child_process';
      const leash = new Leash({ setpriv: null });
      const sleepers = [1, 2, 3, 4].map(() => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid);
      const releases = sleepers.map((pid) => leash.hold(pid));
      releases[0]();
      releases[2]();
      releases[2]();
      say(...sleepers, leash.pid);
    `);
    expect(running(pids)).toHaveLength(5);
    await killApp();
    const [first, , third] = pids;
    await until(() => expect(running(pids)).toEqual([first, third]));
    for (const pid of running(pids)) process.kill(pid, 'SIGKILL');
  });

  it('a watcher that took the place of a killed one does the same', async () => {
    const pids = await startApp(`
      const leash = new Leash({ setpriv: null });
      const { pid } = start(deaf, leash);
      const before = leash.pid;
      process.kill(before, 'SIGKILL');
      const look = setInterval(() => {
        if (leash.pid === null || leash.pid === before) return;
        clearInterval(look);
        say(pid, leash.pid);
      }, 5);
    `);
    expect(running(pids)).toHaveLength(2);
    await killApp();
    await until(() => expect(running(pids)).toEqual([]));
  });
});
