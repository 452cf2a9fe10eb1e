/**
 * The two versions of the `claude` CLI that the integration tests run on. The older one is a development dependency.
 * The newer one wants a newer Node than our tools do, and npm would silently leave its binary out: so it is fetched by the
 * name of its platform package, into a cache outside node_modules that `npm ci` and other clones leave alone.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './command.mjs';
import { fetchPackage, inTemporaryFolder, removeLeftovers } from './registry-package.mjs';
import { longStep, runMain, Stop, say } from './say.mjs';

export const oldVersion = '2.1.197';
export const newVersion = '2.1.325';
const temporary = '.fetching-';

/**
 * @typedef {{ '2.1.197': string, '2.1.325'?: string }} ClaudeVersions version -> executable
 * @typedef {import('./registry-package.mjs').PinnedPackage} PinnedPackage
 */

/** The newer version, by platform. What is not pinned here is not fetched. @type {Record<string, PinnedPackage>} */
const newPackages = {
  'linux-x64': {
    spec: `@anthropic-ai/claude-code-linux-x64@${newVersion}`,
    sha512: 'BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==',
  },
};

/**
 * @typedef {object} Options everything but the defaults is for tests
 * @property {string} [modules] the node_modules that hold the older version
 * @property {string} [cache] the folder that holds the newer one
 * @property {string} [target]
 * @property {Record<string, PinnedPackage>} [packages]
 */

/** Fetches what is missing. Quick when nothing is. @param {Options} [options] @returns {Promise<ClaudeVersions>} */
export async function ensureClaudeVersions(options = {}) {
  const { cache = cacheFolder(), target = thisTarget, packages = newPackages } = options;
  removeLeftovers(cache, temporary);
  const present = presentClaudeVersions(options);
  if (present[newVersion]) return present;
  const wanted = packages[target];
  if (!wanted) {
    say(`NOTE: no Claude Code ${newVersion} is pinned for ${target}; the integration tests run on ${oldVersion} only.`);
    return present;
  }
  await longStep(`fetching ${wanted.spec} (about 170 MB)`, () => install(wanted, cache));
  return presentClaudeVersions(options);
}

/** What can be run now, without fetching anything. @param {Options} [options] @returns {ClaudeVersions} */
export function presentClaudeVersions({ modules = path.join(root, 'node_modules'), cache = cacheFolder(), target = thisTarget } = {}) {
  const newer = path.join(cache, newVersion, executable);
  return { [oldVersion]: developmentDependency(modules, target), ...(existsSync(newer) ? { [newVersion]: newer } : {}) };
}

const thisTarget = `${process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** The XDG rules say to ignore a path that is not absolute. */
function cacheFolder() {
  const xdg = process.env.XDG_CACHE_HOME ?? '';
  return path.join(path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache'), 'signalbox', 'claude');
}

/** npm's own `claude` command is put there by an install script, which may not have run; the binary itself always lies here. @param {string} modules @param {string} target */
function developmentDependency(modules, target) {
  for (const name of [`claude-code-${target}`, `claude-code-${target}-musl`]) {
    const home = path.join(modules, '@anthropic-ai', name);
    if (existsSync(path.join(home, executable)) && versionIn(home) === oldVersion) return path.join(home, executable);
  }
  throw new Stop(`Claude Code ${oldVersion} is not installed for ${target}.`, 'npm ci');
}

/** @param {string} home */
function versionIn(home) {
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))).version;
}

/** Everything happens in a temporary folder; the last step renames it into place. @param {PinnedPackage} wanted @param {string} cache */
const install = (wanted, cache) =>
  inTemporaryFolder(cache, temporary, async (work) => {
    await fetchPackage(wanted, work);
    // Registry tarballs may lose the executable bit.
    chmodSync(path.join(work, 'package', executable), 0o755);
    putInPlace(path.join(work, 'package'), path.join(cache, newVersion));
  });

/** Another run may be quicker: then its copy, checked the same way, stays. @param {string} made @param {string} home */
function putInPlace(made, home) {
  const isThere = () => existsSync(path.join(home, executable));
  if (isThere()) return;
  rmSync(home, { recursive: true, force: true });
  try {
    renameSync(made, home);
  } catch (error) {
    if (!isThere()) throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    for (const [version, file] of Object.entries(await ensureClaudeVersions())) process.stdout.write(`${version} ${file}\n`);
    return 0;
  });
}
