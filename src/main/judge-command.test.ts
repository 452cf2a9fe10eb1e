import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-judge-'));
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main/judge-command.ts',
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'judge.mjs', format: 'es' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => spawn(process.execPath, [path.join(folder, 'judge.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
const line = (id: number): string =>
  JSON.stringify({ id, mode: 'safe', tool: 'Bash', input: { command: id % 2 === 0 ? 'git status' : 'rm a' }, cwd: '/' });

it('answers ten thousand lines in order, also the last one without a newline', async () => {
  const child = start();
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  const ids = Array.from({ length: 10_000 }, (_, id) => id);
  child.stdin.end(ids.map(line).join('\n'));
  const [code] = await once(child, 'close');
  const answers = Buffer.concat(chunks).toString().split('\n');
  expect([code, answers.pop()]).toEqual([0, '']);
  expect(answers.map((text) => JSON.parse(text))).toEqual(
    ids.map((id) => expect.objectContaining({ id, verdict: id % 2 === 0 ? 'allow' : 'ask' })),
  );
});

it('answers each line when it comes, before the input ends', async () => {
  const child = start();
  for (const id of [1, 2]) {
    child.stdin.write(`${line(id)}\n`);
    const [answer] = await once(child.stdout, 'data');
    expect(JSON.parse(String(answer))).toMatchObject({ id });
  }
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('ends without a complaint when its reader goes away', async () => {
  const child = start();
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${line(1)}\n`);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end(Array.from({ length: 10_000 }, (_, id) => line(id)).join('\n'));
  expect(await once(child, 'close')).toEqual([0, null]);
});
