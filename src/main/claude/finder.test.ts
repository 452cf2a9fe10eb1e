import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClaudeStatus } from '../../shared/session';
import { ClaudeFinder } from './finder';

let folder: string;
let looks: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-finder-'));
  looks = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const claude = (): string => path.join(folder, 'claude');
function install(version: string): void {
  writeFileSync(claude(), `#!/bin/sh\necho '${version} (Claude Code)'\n`);
  chmodSync(claude(), 0o755);
}

function setUp() {
  const finder = new ClaudeFinder(() => {
    looks++;
    return { env: { SIGNALBOX_CLAUDE: claude() }, shell: null };
  });
  const told: ClaudeStatus[] = [];
  finder.onChange((status) => told.push(status));
  return { finder, told };
}

it('looks once, however many ask, and tells what it found', async () => {
  install('2.1.197');
  const { finder, told } = setUp();
  expect(finder.status).toEqual({ state: 'looking' });
  const [one, two] = await Promise.all([finder.command(), finder.command()]);
  expect(one).toMatchObject({ command: claude() });
  expect(await finder.command()).toBe(two);
  expect(looks).toBe(1);
  expect(told).toEqual([{ state: 'found', command: claude(), from: 'SIGNALBOX_CLAUDE', version: '2.1.197' }]);
  expect(finder.status).toEqual(told[0]);
});

it('gives a version that it has never seen like any other', async () => {
  install('99.0.0');
  const { finder } = setUp();
  expect(await finder.command()).toMatchObject({ command: claude(), version: '99.0.0' });
  expect(finder.status).toEqual({ state: 'found', command: claude(), from: 'SIGNALBOX_CLAUDE', version: '99.0.0' });
});

it('says that there is none, and finds it once there is', async () => {
  const { finder } = setUp();
  await expect(finder.command()).rejects.toMatchObject({ code: 'no-claude', message: expect.stringContaining(claude()) });
  expect(finder.status).toEqual({ state: 'missing', problem: expect.stringContaining(claude()), looked: [claude()] });
  install('2.1.197');
  expect(await finder.command()).toMatchObject({ command: claude() });
  expect(finder.status.state).toBe('found');
});

it('looks again when asked to', async () => {
  install('2.1.197');
  const { finder } = setUp();
  await finder.command();
  install('2.1.300');
  expect(await finder.look()).toMatchObject({ version: '2.1.300' });
  expect(looks).toBe(2);
});

it('takes a search that fails for none found, and not for the last word', async () => {
  let broken = true;
  install('2.1.197');
  const finder = new ClaudeFinder(() => {
    if (broken) throw new Error('no such user');
    return { env: { SIGNALBOX_CLAUDE: claude() }, shell: null };
  });
  await expect(finder.command()).rejects.toMatchObject({ code: 'no-claude', message: expect.stringContaining('no such user') });
  expect(finder.status.state).toBe('missing');
  broken = false;
  expect(await finder.command()).toMatchObject({ command: claude() });
});
