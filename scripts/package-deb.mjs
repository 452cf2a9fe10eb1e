/** Makes a Debian package from the app's folder. The files are laid out by hand, and dpkg builds the package. */
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { capture, onPath, root } from './command.mjs';
import { controlFile, debianArch, libcDependency } from './package-control.mjs';
import { Stop } from './say.mjs';
import { debianDependencies } from './system-libraries.mjs';

const linux = path.join(root, 'resources', 'linux');

/**
 * @param {object} from
 * @param {string} from.folder the app, which is moved
 * @param {string} from.work
 * @param {string} from.dist
 * @param {{ name: string, version: string, description: string }} from.manifest
 * @param {boolean} from.release
 * @returns {Promise<string>} the package
 */
export async function packageDeb({ folder, work, dist, manifest, release }) {
  if (!onPath('dpkg-deb')) throw new Stop('A Debian package is made with dpkg-deb, which this system does not have.');
  const { name, version } = manifest;
  const tree = path.join(work, 'deb');
  const home = path.join(tree, 'usr/lib', name);
  cpSync(folder, home, { recursive: true, verbatimSymlinks: true });
  keepOneLanguage(path.join(home, 'locales'));
  addDesktopFiles(tree, name);
  setModes(tree);
  // Where people can't create user namespaces, Chromium's sandbox helper starts as root and drops its rights at once.
  chmodSync(path.join(home, 'chrome-sandbox'), 0o4755);

  const files = filesIn(tree);
  const binaries = files.filter((file) => file.startsWith(home) && (isLibrary.test(file) || lstatSync(file).mode & 0o100));
  const depends = [
    libcDependency(binaries.map((file) => readFileSync(file))),
    'libgcc-s1',
    'libstdc++6',
    'xdg-utils',
    ...debianDependencies(),
  ];
  const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0);
  mkdirSync(path.join(tree, 'DEBIAN'), { mode: 0o755 });
  writeFileSync(path.join(tree, 'DEBIAN/control'), controlFile({ ...manifest, arch: process.arch, depends, bytes }), { mode: 0o644 });
  // zstd takes seconds and xz minutes, but dpkg reads zstd only from Debian 12 on.
  const deb = path.join(dist, `${name}_${version}_${debianArch(process.arch)}.deb`);
  const { code, output } = await capture('dpkg-deb', [release ? '-Zxz' : '-Zzstd', '--root-owner-group', '--build', tree, deb]);
  if (code !== 0) throw new Stop(`dpkg-deb failed: ${output.trim()}`);
  return deb;
}

/**
 * Removes Chromium's translations except English: they are a tenth of the package, and our own texts are English.
 * @param {string} locales
 */
function keepOneLanguage(locales) {
  for (const name of readdirSync(locales)) if (name !== 'en-US.pak') rmSync(path.join(locales, name));
}

/** @param {string} tree @param {string} name */
function addDesktopFiles(tree, name) {
  const put = (/** @type {string} */ source, /** @type {string} */ target) => cpSync(source, path.join(tree, target));
  const putPacked = (/** @type {string} */ source, /** @type {string} */ target) => {
    mkdirSync(path.dirname(path.join(tree, target)), { recursive: true });
    // Compressed without a time stamp.
    writeFileSync(path.join(tree, target), gzipSync(readFileSync(source), { level: 9 }));
  };
  mkdirSync(path.join(tree, 'usr/bin'), { recursive: true });
  cpSync(path.join(linux, 'signalbox'), path.join(tree, 'usr/bin', name));
  put(path.join(linux, 'signalbox.desktop'), `usr/share/applications/${name}.desktop`);
  put(path.join(linux, 'copyright'), `usr/share/doc/${name}/copyright`);
  put(path.join(linux, 'lintian-overrides'), `usr/share/lintian/overrides/${name}`);
  putPacked(path.join(root, 'CHANGELOG.md'), `usr/share/doc/${name}/changelog.gz`);
  putPacked(path.join(linux, 'signalbox.1'), `usr/share/man/man1/${name}.1.gz`);
  const icons = path.join(root, 'resources', 'icon');
  for (const file of readdirSync(icons)) {
    const size = path.parse(file).name;
    const folder = file.endsWith('.svg') ? 'scalable' : `${size}x${size}`;
    put(path.join(icons, file), `usr/share/icons/hicolor/${folder}/apps/${name}${path.extname(file)}`);
  }
}

const isLibrary = /\.(so(\.\d+)?|node)$/;

/** Sets file modes, independent of the umask: everyone may read, and may run executables. @param {string} tree */
function setModes(tree) {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(file, 0o755);
    else if (entry.isFile()) chmodSync(file, lstatSync(file).mode & 0o100 && !isLibrary.test(file) ? 0o755 : 0o644);
  }
}

/** @param {string} tree */
const filesIn = (tree) =>
  readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
