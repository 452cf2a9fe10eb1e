import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../shared/errors';
import { listFiles } from './file-listing';
import { MentionFiles } from './mention-files';

let box: string;
const env = process.env;
beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-mention-')));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(box, file)), { recursive: true });
    writeFileSync(path.join(box, file), '');
  }
}
const files = () => new MentionFiles(box, { env, now: () => 0 });

it('lists what git knows and what it does not ignore', async () => {
  write('.gitignore', 'src/main.ts', 'build/out.js');
  writeFileSync(path.join(box, '.gitignore'), 'build\n');
  execFileSync('git', ['init', '-q', box]);
  expect(new Set(await listFiles(box, env))).toEqual(new Set(['.gitignore', 'src/main.ts']));
});

it('walks a folder that is no repository, past links in a circle, and leaves out what nobody mentions', async () => {
  write('a/b.txt', 'node_modules/x/y.js', '.cache/z', 'new\nline.txt');
  symlinkSync(box, path.join(box, 'a', 'round'));
  expect(new Set(await listFiles(box, env))).toEqual(new Set(['a/b.txt', 'a/round', 'new\nline.txt']));
});

it('runs nothing that the repository’s configuration names', async () => {
  execFileSync('git', ['init', '-q', box]);
  execFileSync('git', ['-C', box, 'config', 'core.fsmonitor', `touch '${box}/ran'; false`]);
  write('one.txt');
  expect(await listFiles(box, env)).toEqual(['one.txt']);
});

it('passes on what the CLI suggests, each file once', async () => {
  const peer = { fileSuggestions: () => Promise.resolve(['src/main.ts', `${box}/.claude/`, '~/notes.md']) };
  expect(await files().find('m', peer)).toEqual(['src/main.ts', '~/notes.md']);
});

it('looks for itself when there is no run, and when the CLI has nothing or knows no such request', async () => {
  write('src/main.ts', 'README.md');
  const nothing = { fileSuggestions: () => Promise.resolve([]) };
  const refuses = { fileSuggestions: () => Promise.reject(new AppError('cli-refused', 'Unsupported control request subtype')) };
  const silent = { fileSuggestions: () => new Promise<never>(() => undefined) };
  for (const peer of [null, nothing, refuses, silent]) expect(await files().find('main', peer)).toEqual(['src/main.ts']);
});
