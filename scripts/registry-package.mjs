/** Downloads a pinned package from the npm registry into a temporary folder, so that a killed run leaves nothing that looks complete. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { capture, npm, unreachable } from './command.mjs';
import { Stop } from './say.mjs';

/** @typedef {{ spec: string, sha512: string }} PinnedPackage what npm fetches, and the sha512 of its tarball in base64 */

/**
 * Creates a folder inside `home` and removes it when `work` is done. Its name contains our process id, so that other processes know
 * whose it is.
 * @template T
 * @param {string} home @param {string} prefix @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTemporaryFolder(home, prefix, work) {
  const folder = path.join(home, `${prefix}${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes temporary folders of killed runs, once their process is gone. @param {string} home @param {string} prefix */
export function removeLeftovers(home, prefix) {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // No permission means that the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Downloads, checks and unpacks a package. Its contents are then in `package/` inside the folder.
 * @param {PinnedPackage} wanted @param {string} into
 */
export async function fetchPackage({ spec, sha512 }, into) {
  const tarball = await pack(spec, into);
  await mustMatch(tarball, 'sha512', 'base64', sha512, spec);
  await untar(tarball, into);
}

/** @param {string} spec @param {string} into @returns {Promise<string>} the tarball */
async function pack(spec, into) {
  const { code, output } = await capture(npm, ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', into]);
  const tarball = readdirSync(into).find((name) => name.endsWith('.tgz'));
  if (code === 0 && tarball) return path.join(into, tarball);
  if (unreachable(output)) throw new Stop('The npm registry can’t be reached. Check the network or the proxy, then try again.');
  throw new Stop(`npm could not fetch ${spec}: ${firstLine(output)}`, `npm pack ${spec}`);
}

/** @param {string} file @param {string} into */
export async function untar(file, into) {
  const { code, output } = await capture('tar', ['-xzf', file, '--no-same-owner', '-C', into]);
  if (code !== 0) throw new Stop(`Unpacking ${path.basename(file)} failed: ${firstLine(output)}`);
}

/**
 * @param {string} file
 * @param {'sha256' | 'sha512'} algorithm @param {'hex' | 'base64'} encoding @param {string} expected @param {string} what
 */
export async function mustMatch(file, algorithm, encoding, expected, what) {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  if (hash.digest(encoding) !== expected) throw new Stop(`Refused: ${what} does not match its pinned ${algorithm}.`);
}

const firstLine = (/** @type {string} */ output) => output.trim().split('\n')[0] ?? '';
