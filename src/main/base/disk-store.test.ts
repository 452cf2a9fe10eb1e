import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { until } from '../../../test/until';
import { DiskStore } from './disk-store';

const Value = z.strictObject({ words: z.array(z.string()).default([]) });
type Value = z.infer<typeof Value>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-store-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const open = (where = folder): DiskStore<Value> =>
  new DiskStore({ folder: where, name: 'thing', read: (raw) => Value.parse(raw), empty: { words: [] }, retryMs: 10 });
const file = (): string => path.join(folder, 'thing.json');

it('returns what was written, also after a restart', () => {
  expect(open().write({ words: ['a', 'b'] })).toBe(true);
  expect(open().value).toEqual({ words: ['a', 'b'] });
  expect(open().setAside).toBeNull();
});

it.each(['', '{"words":["a', '[]', '{"words":7}', 'null'])('moves a file that contains %j aside unchanged, and starts empty', (text) => {
  writeFileSync(file(), text);
  const store = open();
  expect(store).toMatchObject({ value: { words: [] }, startedEmpty: true });
  expect(readFileSync(store.setAside ?? '', 'utf8')).toBe(text);
  expect(store.write({ words: ['new'] })).toBe(true);
});

it('leaves a damaged file in place when it can’t be moved aside, and reports it', () => {
  // The name is short enough for the file, but too long with the suffix of a file that was moved aside.
  const name = 'n'.repeat(240);
  const damaged = path.join(folder, `${name}.json`);
  writeFileSync(damaged, '{"words":["a');
  const store = new DiskStore({ folder, name, read: (raw) => Value.parse(raw), empty: { words: [] } });
  expect(store).toMatchObject({ value: { words: [] }, setAside: null, trouble: { code: 'ENAMETOOLONG', file: damaged, unreadable: true } });
  expect(store.write({ words: ['new'] })).toBe(false);
  store.close();
  expect(readFileSync(damaged, 'utf8')).toBe('{"words":["a');
});

it('falls back to the backup when the file is damaged', () => {
  open().write({ words: ['old'] });
  const store = open();
  store.write({ words: ['old'] });
  store.close();
  store.write({ words: ['old', 'new'] });
  writeFileSync(file(), '{"words":["old","n');
  expect(open().value).toEqual({ words: ['old'] });
});

it('removes temporary files of an interrupted write', () => {
  writeFileSync(`${file()}.tmp-123`, 'half');
  open();
  expect(readdirSync(folder)).toEqual([]);
});

// Filling a disk needs a small file system, and mounting one needs root.
it.runIf(process.getuid?.() === 0)('keeps the last good file on a full disk, reports it, and writes as soon as there is room', async () => {
  const small = path.join(folder, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]);
  try {
    // This store wrote the file before a restart, and made no backup.
    open(small).write({ words: ['good'] });
    const store = open(small);
    const troubles: (string | null)[] = [];
    store.onTroubleChange((trouble) => troubles.push(trouble?.code ?? null));
    writeFileSync(path.join(small, 'ballast'), Buffer.alloc(32_768));

    const big = { words: ['x'.repeat(40_000)] };
    expect(store.write(big)).toBe(false);
    expect(store.value).toEqual(big);
    expect(open(small).value).toEqual({ words: ['good'] });

    rmSync(path.join(small, 'ballast'));
    await until(() => expect(store.trouble).toBeNull());
    expect(troubles).toEqual(['ENOSPC', null]);
    expect(open(small).value).toEqual(big);
    expect(readdirSync(small).filter((name) => name.includes('tmp'))).toEqual([]);
  } finally {
    execFileSync('umount', [small]);
  }
});

it('keeps the value in memory when it can’t be written, and reports why', () => {
  const store = open('/dev/null/nowhere');
  expect(store.write({ words: ['kept'] })).toBe(false);
  expect(store.value).toEqual({ words: ['kept'] });
  expect(store.trouble?.code).toBe('ENOTDIR');
  store.close();
});

it('reads a file that it can’t write', () => {
  open().write({ words: ['a'] });
  chmodSync(folder, 0o555);
  expect(open().value).toEqual({ words: ['a'] });
  chmodSync(folder, 0o755);
});

it('leaves an unreadable file in place, reports it, and continues from the backup in memory', () => {
  const first = open();
  first.write({ words: ['old'] });
  first.close();
  first.write({ words: ['old', 'new'] });
  // A directory can't be read as a file, even by root.
  renameSync(file(), `${file()}.good`);
  mkdirSync(file());
  const store = open();
  expect(store).toMatchObject({ value: { words: ['old'] }, setAside: null, trouble: { code: 'EISDIR', file: file(), unreadable: true } });
  expect(store.write({ words: ['other'] })).toBe(false);
  expect(store.value).toEqual({ words: ['other'] });
  store.close();

  rmSync(file(), { recursive: true });
  renameSync(`${file()}.good`, file());
  expect(open().value).toEqual({ words: ['old', 'new'] });
});

it('makes a backup some time after a write', () => {
  vi.useFakeTimers();
  const store = open();
  store.write({ words: ['a'] });
  expect(readdirSync(folder)).toEqual(['thing.json']);
  vi.advanceTimersByTime(1_000);
  expect(readFileSync(`${file()}.bak`, 'utf8')).toBe(readFileSync(file(), 'utf8'));
});

it('writes delayed values soon, with the next write, or when it is closed', () => {
  vi.useFakeTimers();
  const store = open();
  store.writeSoon({ words: ['a'] });
  expect(store.value).toEqual({ words: ['a'] });
  expect(open().value).toEqual({ words: [] });
  vi.advanceTimersByTime(50);
  expect(open().value).toEqual({ words: ['a'] });

  store.writeSoon({ words: ['b'] });
  store.write({ ...store.value });
  expect(open().value).toEqual({ words: ['b'] });

  store.writeSoon({ words: ['c'] });
  store.close();
  expect(open().value).toEqual({ words: ['c'] });
});
