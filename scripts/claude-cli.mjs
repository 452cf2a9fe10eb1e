/**
 * The versions of the `claude` CLI that the integration tests run on: the oldest, one from between, and the newest when
 * `npm run update-claude` was last run. The oldest is a development dependency. The others need a newer Node than our
 * tools do, and npm would silently leave their binaries out. So they are fetched by the name of their platform package,
 * into a cache outside node_modules that `npm ci` and other clones leave alone.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './command.mjs';
import { fetchPackage, inTemporaryFolder, removeLeftovers } from './registry-package.mjs';
import { longStep, runMain, Stop, say } from './say.mjs';

export const oldVersion = '2.1.197';
export const newVersion = '2.1.325';
/** The pin of the newest version. `npm run update-claude` renews it. */
export const newestPinFile = path.join(root, 'scripts', 'newest-claude.json');
const temporary = '.fetching-';

/**
 * @typedef {{ '2.1.197': string, [version: string]: string }} ClaudeVersions version -> executable, oldest first
 * @typedef {{ version: string, sha512: Record<string, string> }} VersionPin the sha512 of each platform's tarball, in base64
 * @typedef {{ version: string, packages: Record<string, import('./registry-package.mjs').PinnedPackage> }} PinnedVersion
 */

/** @param {VersionPin} pin @returns {PinnedVersion} */
export const toPinnedVersion = ({ version, sha512 }) => ({
  version,
  packages: Object.fromEntries(
    Object.entries(sha512).map(([target, hash]) => [target, { spec: `${packageFor(target)}@${version}`, sha512: hash }]),
  ),
});

/** @param {string} target */
export const packageFor = (target) => `@anthropic-ai/claude-code-${target}`;

/** @returns {VersionPin} */
export const readNewestPin = () => JSON.parse(readFileSync(newestPinFile, 'utf8'));

const newPin = {
  version: newVersion,
  sha512: { 'linux-x64': 'BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==' },
};

/** The versions that are fetched, oldest first. */
const pinnedVersions = () => [newPin, readNewestPin()].map(toPinnedVersion);

/**
 * @typedef {object} Options everything but the defaults is for tests
 * @property {string} [modules] the node_modules that hold the oldest version
 * @property {string} [cache] the folder that holds the others
 * @property {string} [target]
 * @property {readonly PinnedVersion[]} [pinned]
 */

/** Downloads the missing versions. Returns quickly when there are none. @param {Options} [options] @returns {Promise<ClaudeVersions>} */
export async function ensureClaudeVersions(options = {}) {
  const { cache = cacheFolder(), target = thisTarget, pinned = pinnedVersions() } = options;
  removeLeftovers(cache, temporary);
  const present = presentClaudeVersions(options);
  for (const { version, packages } of pinned) {
    const wanted = packages[target];
    if (present[version]) continue;
    if (wanted) await longStep(`fetching ${wanted.spec} (about 170 MB)`, () => install(wanted, path.join(cache, version)));
    else say(`NOTE: no Claude Code ${version} is pinned for ${target}; the integration tests run without it.`);
  }
  return presentClaudeVersions(options);
}

/** The versions that can be run now, without fetching any. @param {Options} [options] @returns {ClaudeVersions} */
export function presentClaudeVersions(options = {}) {
  const { modules = path.join(root, 'node_modules'), cache = cacheFolder(), target = thisTarget, pinned = pinnedVersions() } = options;
  const fetched = pinned
    .map(({ version }) => ({ version, file: path.join(cache, version, executable) }))
    .filter(({ file }) => existsSync(file));
  return {
    [oldVersion]: developmentDependency(modules, target),
    ...Object.fromEntries(fetched.map(({ version, file }) => [version, file])),
  };
}

const thisTarget = `${process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** The XDG rules say to ignore a path that is not absolute. */
function cacheFolder() {
  const xdg = process.env.XDG_CACHE_HOME ?? '';
  return path.join(path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache'), 'signalbox', 'claude');
}

/**
 * The path of the binary inside npm's package. The `claude` command beside it exists only if the install script has run.
 * @param {string} modules @param {string} target
 */
function developmentDependency(modules, target) {
  for (const name of [packageFor(target), `${packageFor(target)}-musl`]) {
    const home = path.join(modules, name);
    if (existsSync(path.join(home, executable)) && versionIn(home) === oldVersion) return path.join(home, executable);
  }
  throw new Stop(`Claude Code ${oldVersion} is not installed for ${target}.`, 'npm ci');
}

/** @param {string} home */
function versionIn(home) {
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))).version;
}

/**
 * Everything happens in a temporary folder; the last step renames it into place.
 * @param {import('./registry-package.mjs').PinnedPackage} wanted @param {string} home
 */
const install = (wanted, home) =>
  inTemporaryFolder(path.dirname(home), temporary, async (work) => {
    await fetchPackage(wanted, work);
    // Registry tarballs may lose the executable bit.
    chmodSync(path.join(work, 'package', executable), 0o755);
    putInPlace(path.join(work, 'package'), home);
  });

/** Another process may have been faster. Its copy passed the same check, so it stays. @param {string} made @param {string} home */
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
