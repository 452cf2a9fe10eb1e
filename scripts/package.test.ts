import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { controlFile, debianArch, libcDependency } from './package-control.mjs';
import { copyPackage, loadedByName } from './package-externals.mjs';
import { icns, ico } from './package-icons.mjs';
import { debianDependencies } from './system-libraries.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A package in a node_modules of its own. */
function installedPackage(manifest: object, files: readonly string[]): { modules: string; into: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-package-'));
  folders.push(folder);
  const modules = path.join(folder, 'node_modules');
  for (const file of files) {
    mkdirSync(path.dirname(path.join(modules, 'native', file)), { recursive: true });
    writeFileSync(path.join(modules, 'native', file), '');
  }
  writeFileSync(path.join(modules, 'native', 'package.json'), JSON.stringify(manifest));
  return { modules, into: path.join(folder, 'app') };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

describe('what the bundle leaves outside', () => {
  it('is what the built program loads by its name, however that is written', () => {
    const program = 'import{a}from"node-pty";const b=import(`dbus-native`);require("@scope/one/deep");const c="from zod"';
    expect(loadedByName(program, ['node-pty', 'dbus-native', '@scope/one', 'zod', 'node'])).toEqual([
      'node-pty',
      'dbus-native',
      '@scope/one',
    ]);
  });

  it('is copied with the native code of one platform, and without what does not run', () => {
    const { modules, into } = installedPackage({ dependencies: { 'node-addon-api': '1' } }, [
      'LICENSE',
      'lib/index.js',
      'lib/index.js.map',
      'lib/index.test.js',
      'src/pty.cc',
      'prebuilds/linux-x64/pty.node',
      'prebuilds/darwin-arm64/pty.node',
    ]);
    copyPackage('native', modules, into, 'linux-x64');
    expect(filesIn(into).map((file) => path.relative('native', file))).toEqual([
      'LICENSE',
      'lib/index.js',
      'package.json',
      'prebuilds/linux-x64/pty.node',
    ]);
  });

  it('stops the packaging where it would not run', () => {
    const needy = installedPackage({ dependencies: { other: '1' } }, ['lib/index.js']);
    expect(() => copyPackage('native', needy.modules, needy.into, 'linux-x64')).toThrow('loads other');
    const foreign = installedPackage({}, ['prebuilds/win32-x64/pty.node']);
    expect(() => copyPackage('native', foreign.modules, foreign.into, 'linux-x64')).toThrow('no native code for linux-x64');
  });
});

describe('the Debian package', () => {
  it('says what it is and needs, in lines of Debian’s length', () => {
    const description = 'Run several Claude Code sessions at once and answer what they ask, wherever you are.';
    const control = controlFile({
      name: 'signalbox',
      version: '1.2.3+dev',
      arch: 'x64',
      description,
      depends: ['a', 'b | c'],
      bytes: 1025,
    });
    expect(control).toContain('Version: 1.2.3+dev\nArchitecture: amd64\n');
    expect(control).toContain('Installed-Size: 2\nDepends: a, b | c\n');
    expect(control).toContain('\n Run several Claude Code sessions at once and answer what they ask, wherever\n you are.\n .\n');
    expect(control.endsWith('\n')).toBe(true);
    expect(debianArch('arm64')).toBe('arm64');
  });

  it('asks for the newest C library that any binary names, and for libraries under both of their names', () => {
    expect(libcDependency([Buffer.from('..GLIBC_2.17\0GLIBC_2.4..'), Buffer.from('\0GLIBC_2.25\0GLIBC_PRIVATE')])).toBe('libc6 (>= 2.25)');
    expect(debianDependencies()).toEqual(expect.arrayContaining(['libgtk-3-0 | libgtk-3-0t64', 'libnss3']));
  });
});

describe('icons', () => {
  const pictures = [16, 256, 512].map((size) => ({
    size,
    png: readFileSync(path.join(import.meta.dirname, `../resources/icon/${size}.png`)),
  }));

  it('for Windows are a directory that points at each picture', () => {
    const file = ico(pictures);
    expect([file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([1, 2]);
    expect([file.readUInt8(6), file.readUInt8(22)]).toEqual([16, 0]);
    for (const [index, at] of [6, 22].entries()) {
      const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
      expect(file.subarray(offset, offset + length).equals(pictures[index]?.png ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('for macOS are the pictures one after another, each with its name and length', () => {
    const file = icns(pictures);
    expect(file.readUInt32BE(4)).toBe(file.length);
    const names: string[] = [];
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) names.push(file.toString('latin1', at, at + 4));
    expect(names).toEqual(['icp4', 'ic08', 'ic09']);
  });
});
