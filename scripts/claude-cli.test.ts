import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureClaudeVersions, newVersion, oldVersion, presentClaudeVersions } from './claude-cli.mjs';
import { capture, npm } from './command.mjs';

const target = 'linux-x64';
let box: string;
let modules: string;
let source: string;
let sha512: string;
let cache: string;

/** A package like the real ones, with a script in place of the binary. */
function writePackage(home: string, version: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ name: 'claude-stand-in', version, files: ['claude'] }));
  writeFileSync(path.join(home, 'claude'), `#!/bin/sh\necho ${version}\n`);
}

const options = (pinned = sha512, spec = source) => ({ modules, cache, target, packages: { [target]: { spec, sha512: pinned } } });
const newer = () => path.join(cache, newVersion, 'claude');

// tar, symbolic modes and shell scripts: the newer version is pinned on Linux only.
describe.runIf(process.platform === 'linux')('the CLI versions the tests run on', () => {
  beforeAll(async () => {
    box = mkdtempSync(path.join(tmpdir(), 'signalbox-cli-'));
    modules = path.join(box, 'node_modules');
    writePackage(path.join(modules, '@anthropic-ai', `claude-code-${target}`), oldVersion);
    source = path.join(box, 'source');
    writePackage(source, newVersion);
    // npm packs a folder to the same bytes each time.
    await capture(npm, ['pack', source, '--silent', '--pack-destination', box]);
    const tarball = readdirSync(box).find((name) => name.endsWith('.tgz')) ?? '';
    sha512 = createHash('sha512')
      .update(readFileSync(path.join(box, tarball)))
      .digest('base64');
  });
  beforeEach(() => {
    cache = mkdtempSync(path.join(box, 'cache-'));
  });
  afterAll(() => rmSync(box, { recursive: true, force: true }));

  it('puts the newer one into the cache, able to run, and leaves nothing else there', async () => {
    const versions = await ensureClaudeVersions(options());
    expect(versions).toEqual({
      [oldVersion]: path.join(modules, '@anthropic-ai', `claude-code-${target}`, 'claude'),
      [newVersion]: newer(),
    });
    expect(await capture(newer(), ['--version'])).toEqual({ code: 0, output: `${newVersion}\n` });
    expect(readdirSync(cache)).toEqual([newVersion]);
  });

  it('does nothing the second time', async () => {
    const first = await ensureClaudeVersions(options());
    const made = statSync(newer()).ino;
    // A fetch now would fail.
    expect(await ensureClaudeVersions(options('', path.join(box, 'nowhere')))).toEqual(first);
    expect(statSync(newer()).ino).toBe(made);
  });

  it('refuses a package that does not match its pin, and keeps none of it', async () => {
    await expect(ensureClaudeVersions(options('somebody else’s'))).rejects.toThrow(`Refused: ${source} does not match its pinned sha512.`);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('says in one sentence that a package could not be fetched, and leaves nothing', async () => {
    await expect(ensureClaudeVersions(options(sha512, path.join(box, 'nowhere')))).rejects.toThrow(/^npm could not fetch/);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('removes what a killed run left, and not what another is fetching now', async () => {
    const ended = spawnSync('true').pid;
    mkdirSync(path.join(cache, `.fetching-${ended}`, 'package'), { recursive: true });
    mkdirSync(path.join(cache, `.fetching-${process.ppid}`));
    await ensureClaudeVersions(options());
    expect(readdirSync(cache).sort()).toEqual([newVersion, `.fetching-${process.ppid}`].sort());
  });

  it('mends a version folder without its executable', async () => {
    mkdirSync(path.join(cache, newVersion));
    writeFileSync(path.join(cache, newVersion, 'README.md'), '');
    await ensureClaudeVersions(options());
    expect(existsSync(newer())).toBe(true);
  });

  it('gives back only the older one where no newer one is pinned', async () => {
    const versions = await ensureClaudeVersions({ ...options(), packages: {} });
    expect(versions).toEqual(presentClaudeVersions(options()));
    expect(Object.keys(versions)).toEqual([oldVersion]);
  });

  it('names the command that installs the older one, also when another version lies in its place', () => {
    const other = path.join(cache, 'node_modules');
    expect(() => presentClaudeVersions({ modules: other, cache, target })).toThrow(expect.objectContaining({ fix: 'npm ci' }));
    writePackage(path.join(other, '@anthropic-ai', `claude-code-${target}`), '2.1.198');
    expect(() => presentClaudeVersions({ modules: other, cache, target })).toThrow(expect.objectContaining({ fix: 'npm ci' }));
  });
});
