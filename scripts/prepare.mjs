import { root } from './command.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { electronPath, ensureElectron } from './electron-runtime.mjs';
import { Stop } from './say.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/**
 * Prepares a fresh clone until Electron can run. Returns quickly when there is nothing to do.
 * @param {{ display: boolean, desktop?: boolean, shells?: boolean }} needs
 * @returns {Promise<string>} the Electron executable
 */
export async function prepare({ display, desktop = false, shells = false }) {
  checkPlatform(`${process.platform}-${process.arch}`, process.versions.node);
  process.chdir(root);
  await ensureDependencies();
  await ensureElectron();
  const electron = electronPath();
  await ensureSystemLibraries(electron, { display, desktop, shells });
  return electron;
}

/** @param {string} target @param {string} node */
export function checkPlatform(target, node) {
  if (!supported.includes(target)) throw new Stop(`Signalbox does not run on ${target}; it runs on ${supported.join(', ')}.`);
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Signalbox’s tools need Node 20.19 or newer, and this is Node ${node}.`, 'npx node@22 scripts/start.mjs');
  }
}

/** Chromium can't use its sandbox as root; for everyone else it stays on. */
export const rootOnlyFlags = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);
