import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../test/until';
import { capture } from './command.mjs';
import { electronPath, ensureElectron, type RuntimePackage } from './electron-runtime.mjs';

// Electron's Node treats *.asar files as folders. This turns that off.
process.noAsar = true;

const version = '9.9.9';
let store: string;
let pinned: RuntimePackage;
let folder: string;
let home: string;

/** A small registry package: a folder with an executable and an app, which `npm pack` really packs. */
beforeAll(async () => {
  store = mkdtempSync(path.join(os.tmpdir(), 'signalbox-registry-'));
  const source = path.join(store, 'source');
  mkdirSync(path.join(source, 'bin', 'resources'), { recursive: true });
  writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name: 'small-runtime', version: '1.0.0' }));
  writeFileSync(path.join(source, 'bin', 'their-app'), 'binary');
  writeFileSync(path.join(source, 'bin', 'resources', 'app.asar'), 'their app');
  await capture('npm', ['pack', source, '--silent', '--pack-destination', store], { env: withoutElectron() });
  const tarball = readFileSync(path.join(store, 'small-runtime-1.0.0.tgz'));
  pinned = {
    spec: source,
    sha512: createHash('sha512').update(tarball).digest('base64'),
    folder: 'package/bin',
    binary: 'their-app',
    binarySha256: createHash('sha256').update('binary').digest('hex'),
  };
});
afterAll(() => rmSync(store, { recursive: true, force: true }));

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-runtime-'));
  home = path.join(folder, 'electron');
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ name: 'electron', version }));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const withoutElectron = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE'));
const unreachable = async () => ({ code: 1, output: 'TypeError: fetch failed' });
const ensure = (changes: Partial<RuntimePackage> = {}, download = unreachable) =>
  ensureElectron({ home, target: 'linux-x64', packages: { [version]: { ...pinned, ...changes } }, download });
const untouched = ['package.json'];

it('takes the official download when it works, and nothing else', async () => {
  const official = async (where: string) => {
    mkdirSync(path.join(where, 'dist'));
    writeFileSync(path.join(where, 'dist', 'version'), version);
    writeFileSync(path.join(where, 'dist', 'electron'), '');
    writeFileSync(path.join(where, 'path.txt'), 'electron');
    return { code: 0, output: '' };
  };
  expect(await ensureElectron({ home, packages: {}, download: official })).toBe('official');
  expect(existsSync(path.join(home, 'dist', 'signalbox-runtime.json'))).toBe(false);
});

it('where that host can’t be reached uses the pinned package, without its app, and leaves a mark that says so', async () => {
  expect(await ensure()).toBe('registry');
  expect(electronPath(home)).toBe(path.join(home, 'dist', 'electron'));
  expect(statSync(electronPath(home)).mode & 0o111).toBe(0o111);
  expect(readdirSync(path.join(home, 'dist', 'resources'))).toEqual(['default_app.asar']);
  expect(JSON.parse(readFileSync(path.join(home, 'dist', 'signalbox-runtime.json'), 'utf8'))).toMatchObject({ source: 'registry' });
});

it('says loudly that the build is not the official one', async () => {
  await ensure();
  const said = vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => String(text))
    .join('');
  expect(said).toContain('NOTE: the host of Electron’s downloads can’t be reached.');
  expect(said).toContain('an unofficial build: for development and tests, not for releases');
});

it('does nothing the second time', async () => {
  await ensure();
  const before = statSync(electronPath(home)).mtimeMs;
  const never = () => Promise.reject(new Error('downloaded again'));
  expect(await ensure({}, never)).toBe('present');
  expect(statSync(electronPath(home)).mtimeMs).toBe(before);
});

it.each([
  ['tarball', { sha512: createHash('sha512').update('other').digest('base64') }, 'sha512'],
  ['binary', { binarySha256: createHash('sha256').update('other').digest('hex') }, 'sha256'],
])('refuses a %s with another hash, and leaves nothing behind', async (_what, change, algorithm) => {
  await expect(ensure(change)).rejects.toThrow(`does not match its pinned ${algorithm}`);
  expect(readdirSync(home)).toEqual(untouched);
});

it('does not fall back when the download fails for another reason than the network', async () => {
  const broken = async () => ({ code: 1, output: 'Error: Generated checksum did not match' });
  await expect(ensure({}, broken)).rejects.toThrow('Generated checksum did not match');
  expect(readdirSync(home)).toEqual(untouched);
});

it('names the platform that has no other source', async () => {
  await expect(ensureElectron({ home, target: 'darwin-arm64', packages: { [version]: pinned }, download: unreachable })).rejects.toThrow(
    'darwin-arm64',
  );
});

it('killed in the middle leaves nothing that passes for a runtime, and the next run puts it in place', async () => {
  const script = path.join(folder, 'run.mjs');
  writeFileSync(
    script,
    `import { ensureElectron } from ${JSON.stringify(path.resolve(import.meta.dirname, 'electron-runtime.mjs'))};
     await ensureElectron({ home: ${JSON.stringify(home)}, target: 'linux-x64', packages: { '${version}': ${JSON.stringify(pinned)} },
       download: async () => ({ code: 1, output: 'fetch failed' }) });`,
  );
  const run = spawn(process.execPath, [script], { stdio: 'ignore' });
  const ended = new Promise((resolve) => run.on('exit', resolve));
  await until(() => expect(readdirSync(home).some((name) => name.startsWith('.dist-'))).toBe(true));
  run.kill('SIGKILL');
  await ended;
  expect(() => electronPath(home)).toThrow('not installed yet');
  expect(await ensure()).toBe('registry');
  expect(readdirSync(home).sort()).toEqual(['dist', 'package.json', 'path.txt']);
});

it('says in one sentence that nothing is installed yet, and what installs it', () => {
  expect(() => electronPath(path.join(folder, 'node_modules', 'electron'))).toThrow(
    expect.objectContaining({ message: 'Electron is not installed yet.', fix: 'npm start' }),
  );
});
