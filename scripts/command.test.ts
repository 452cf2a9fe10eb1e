import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { passThrough, wasInterrupted } from './command.mjs';

const silent = { stdio: 'ignore' } as const;

it('gives back the exit code of a command', async () => {
  expect(await passThrough('sh', ['-c', 'exit 0'], silent)).toBe(0);
  expect(await passThrough('sh', ['-c', 'exit 7'], silent)).toBe(7);
});

it.each([
  ['INT', 130, true],
  ['TERM', 143, true],
  ['HUP', 129, true],
  ['KILL', 137, false],
])('never takes one that SIG%s ended for a success', async (signal, code, interrupted) => {
  expect(await passThrough('sh', ['-c', `kill -${signal} $$`], silent)).toBe(code);
  expect(wasInterrupted(code)).toBe(interrupted);
});

it('ends its command by the signal it got itself, whatever the command says to that', async () => {
  const polite = "process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 1e6); console.log('ready')";
  const command = `import { passThrough } from ${JSON.stringify(path.join(import.meta.dirname, 'command.mjs'))};
    process.exitCode = await passThrough(process.execPath, ['-e', ${JSON.stringify(polite)}], { stdio: ['ignore', 'inherit', 'ignore'] });`;
  const outer = spawn(process.execPath, ['--input-type=module', '-e', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise((resolve) => outer.on('exit', resolve));
  outer.stdout.once('data', () => outer.kill('SIGINT'));
  expect(await code).toBe(130);
});
