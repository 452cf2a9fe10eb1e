import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ensureClaudeVersions,
  newVersion,
  oldVersion,
  type PinnedVersion,
  presentClaudeVersions,
  readNewestPin,
  toPinnedVersion,
} from './claude-cli.mjs';
import { capture, npm } from './command.mjs';

const target = 'linux-x64';
const newer = '2.1.300';
const newest = '2.1.301';
let box: string;
let modules: string;
let cache: string;
const sources: Record<string, { spec: string; sha512: string }> = {};

/** A package like the real ones, with a script in place of the binary. */
function writePackage(home: string, version: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ name: 'claude-stand-in', version, files: ['claude'] }));
  writeFileSync(path.join(home, 'claude'), `#!/bin/sh\necho ${version}\n`);
}

async function writeSource(version: string): Promise<void> {
  const spec = path.join(box, `source-${version}`);
  writePackage(spec, version);
  // npm pack is deterministic.
  await capture(npm, ['pack', spec, '--silent', '--pack-destination', box]);
  const tarball = readFileSync(path.join(box, `claude-stand-in-${version}.tgz`));
  sources[version] = { spec, sha512: createHash('sha512').update(tarball).digest('base64') };
}

const pin = (version: string, changed: Partial<{ spec: string; sha512: string }> = {}): PinnedVersion => ({
  version,
  packages: { [target]: { spec: '', sha512: '', ...sources[version], ...changed } },
});
const options = (...pinned: PinnedVersion[]) => ({ modules, cache, target, pinned });
const executable = (version: string) => path.join(cache, version, 'claude');

it('pins a version by the name and the hash of each platform’s package', () => {
  expect(toPinnedVersion({ version: newer, sha512: { [target]: 'abc' } })).toEqual({
    version: newer,
    packages: { [target]: { spec: `@anthropic-ai/claude-code-linux-x64@${newer}`, sha512: 'abc' } },
  });
});

it('has a pin of the newest version for the platforms that the tests run on, none older than the other two', () => {
  const { version, sha512 } = readNewestPin();
  expect(Object.keys(sha512)).toContain(target);
  expect([version, newVersion, oldVersion].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0]).toBe(version);
});

// tar, symbolic modes and shell scripts: the newer versions are pinned on Linux only.
describe.runIf(process.platform === 'linux')('the CLI versions the tests run on', () => {
  beforeAll(async () => {
    box = mkdtempSync(path.join(tmpdir(), 'signalbox-cli-'));
    modules = path.join(box, 'node_modules');
    writePackage(path.join(modules, '@anthropic-ai', `claude-code-${target}`), oldVersion);
    await writeSource(newer);
    await writeSource(newest);
  });
  beforeEach(() => {
    cache = mkdtempSync(path.join(box, 'cache-'));
  });
  afterAll(() => rmSync(box, { recursive: true, force: true }));

  it('puts those that are pinned into the cache, able to run, and leaves nothing else there', async () => {
    const versions = await ensureClaudeVersions(options(pin(newer), pin(newest)));
    expect(Object.entries(versions)).toEqual([
      [oldVersion, path.join(modules, '@anthropic-ai', `claude-code-${target}`, 'claude')],
      [newer, executable(newer)],
      [newest, executable(newest)],
    ]);
    for (const version of [newer, newest])
      expect(await capture(executable(version), ['--version'])).toEqual({ code: 0, output: `${version}\n` });
    expect(readdirSync(cache)).toEqual([newer, newest]);
  });

  it('fetches only the one that is missing', async () => {
    await ensureClaudeVersions(options(pin(newer)));
    const made = statSync(executable(newer)).ino;
    // Downloading the version that is already there would fail.
    const versions = await ensureClaudeVersions(options(pin(newer, { spec: path.join(box, 'nowhere') }), pin(newest)));
    expect(Object.keys(versions)).toEqual([oldVersion, newer, newest]);
    expect(statSync(executable(newer)).ino).toBe(made);
  });

  it('names a version once where the newest is the other one', async () => {
    expect(Object.keys(await ensureClaudeVersions(options(pin(newer), pin(newer))))).toEqual([oldVersion, newer]);
  });

  it('refuses a package that does not match its pin, and keeps none of it', async () => {
    const refused = ensureClaudeVersions(options(pin(newer, { sha512: 'somebody else’s' })));
    await expect(refused).rejects.toThrow(`Refused: ${sources[newer]?.spec} does not match its pinned sha512.`);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('says in one sentence that a package could not be fetched, and leaves nothing', async () => {
    await expect(ensureClaudeVersions(options(pin(newer, { spec: path.join(box, 'nowhere') })))).rejects.toThrow(/^npm could not fetch/);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('removes what a killed run left, and not what another is fetching now', async () => {
    const ended = spawnSync('true').pid;
    mkdirSync(path.join(cache, `.fetching-${ended}`, 'package'), { recursive: true });
    mkdirSync(path.join(cache, `.fetching-${process.ppid}`));
    await ensureClaudeVersions(options(pin(newer)));
    expect(readdirSync(cache).sort()).toEqual([newer, `.fetching-${process.ppid}`].sort());
  });

  it('mends a version folder without its executable', async () => {
    mkdirSync(path.join(cache, newer));
    writeFileSync(path.join(cache, newer, 'README.md'), '');
    await ensureClaudeVersions(options(pin(newer)));
    expect(existsSync(executable(newer))).toBe(true);
  });

  it('gives back only the oldest one where no other is pinned', async () => {
    const versions = await ensureClaudeVersions(options({ version: newer, packages: {} }));
    expect(versions).toEqual(presentClaudeVersions(options(pin(newer))));
    expect(Object.keys(versions)).toEqual([oldVersion]);
  });

  it('names the command that installs the oldest one, also when another version lies in its place', () => {
    const other = path.join(cache, 'node_modules');
    expect(() => presentClaudeVersions({ ...options(), modules: other })).toThrow(expect.objectContaining({ fix: 'npm ci' }));
    writePackage(path.join(other, '@anthropic-ai', `claude-code-${target}`), '2.1.198');
    expect(() => presentClaudeVersions({ ...options(), modules: other })).toThrow(expect.objectContaining({ fix: 'npm ci' }));
  });
});
