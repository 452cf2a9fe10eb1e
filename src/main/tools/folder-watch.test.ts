import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../../test/until';
import { FolderWatch } from './folder-watch';

const system = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const watch = new Proxy(real.watch, {
    apply: (target, self, args) => {
      if (system.isFull) throw Object.assign(new Error('No watches are left.'), { code: 'ENOSPC' });
      return Reflect.apply(target, self, args);
    },
  });
  return { ...real, watch };
});

let base: string;
let seen: string[];
let watch: FolderWatch;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'signalbox-watch-'));
  seen = [];
  watch = new FolderWatch((folder, name) => seen.push(path.join(path.basename(folder), name ?? '')));
});
afterEach(() => {
  system.isFull = false;
  watch.close();
  rmSync(base, { recursive: true, force: true });
});
const folder = (name: string): string => path.join(base, name);

it('tells what changed in the folders it watches, and not in those inside them', async () => {
  for (const name of ['a', 'a/inside', 'b']) mkdirSync(folder(name));
  expect(watch.set([folder('a'), folder('b')])).toBe(true);
  writeFileSync(folder('a/inside/x'), '');
  writeFileSync(folder('b/y'), '');
  await until(() => expect(seen).toContain('b/y'));
  expect(seen.filter((one) => one.endsWith('x'))).toEqual([]);
});

it('watches a folder that was missing, or made again, from the next time it is asked for', async () => {
  expect(watch.set([folder('a')])).toBe(true);
  mkdirSync(folder('a'));
  watch.set([folder('a')]);
  writeFileSync(folder('a/one'), '');
  await until(() => expect(seen).toContain('a/one'));
  rmSync(folder('a'), { recursive: true });
  mkdirSync(folder('a'));
  watch.set([folder('a')]);
  writeFileSync(folder('a/two'), '');
  await until(() => expect(seen).toContain('a/two'));
});

it('says so when the system has no watches left', () => {
  mkdirSync(folder('a'));
  system.isFull = true;
  expect(watch.set([folder('a')])).toBe(false);
  system.isFull = false;
  expect(watch.set([folder('a')])).toBe(true);
});
