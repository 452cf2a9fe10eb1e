/**
 * Makes an installable package for this platform, under dist/: a .deb on Linux, the app's folder on macOS and Windows.
 * With --release it refuses an Electron that is not the official build; without, such a package is marked as "+dev".
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from './build-output.mjs';
import { root } from './command.mjs';
import { sourceFile } from './electron-runtime.mjs';
import { packageApp, readManifest } from './package-app.mjs';
import { packageDeb } from './package-deb.mjs';
import { prepare } from './prepare.mjs';
import { inTemporaryFolder, removeLeftovers } from './registry-package.mjs';
import { longStep, runMain, Stop, say } from './say.mjs';

const dist = path.join(root, 'dist');
const temporary = '.packaging-';

/** @param {{ release: boolean }} how @returns {Promise<string>} the package */
export async function makePackage({ release }) {
  const electron = await prepare({ display: false });
  const official = !existsSync(path.join(path.dirname(electron), sourceFile));
  if (release && !official) {
    throw new Stop('Refused: a release is made with the official Electron only, and this copy has an unofficial build.');
  }
  await build();
  const manifest = readManifest();
  const version = official ? manifest.version : `${manifest.version}+dev`;
  say(
    official
      ? 'NOTE: with the official build of Electron.'
      : `NOTE: with an UNOFFICIAL build of Electron, so this is ${version}: for tests, not for people.`,
  );
  removeLeftovers(dist, temporary);
  // Next to the result and not in /tmp, which may be too small for several copies of Electron (300 MB each).
  return longStep('packaging', () =>
    inTemporaryFolder(dist, temporary, async (work) => {
      const isLinux = process.platform === 'linux';
      const folder = await packageApp({ version, official, work, out: isLinux ? path.join(work, 'packaged') : dist });
      return isLinux ? packageDeb({ folder, work, dist, manifest: { ...manifest, version }, release }) : folder;
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    const made = await makePackage({ release: process.argv.includes('--release') });
    const size = statSync(made).isFile() ? ` (${Math.round(statSync(made).size / 1e6)} MB)` : '';
    say(`made ${path.relative(root, made)}${size}`);
    return 0;
  });
}
