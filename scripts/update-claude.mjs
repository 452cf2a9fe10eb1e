/** Pins the newest `claude` on the npm registry as the newest version that the integration tests run on, and fetches it. */
import { writeFileSync } from 'node:fs';
import { ensureClaudeVersions, newestPinFile, packageFor, readNewestPin } from './claude-cli.mjs';
import { capture, npm, unreachable } from './command.mjs';
import { runMain, Stop, say } from './say.mjs';

/** @typedef {import('./claude-cli.mjs').VersionPin} VersionPin */

/**
 * The newest version, pinned for the same platforms as before.
 * @param {VersionPin} pinned
 * @param {(spec: string, field: string) => Promise<string>} [view] reads a field of a package from the registry
 * @returns {Promise<VersionPin>}
 */
export async function newestPin(pinned, view = viewPackage) {
  const version = await view('@anthropic-ai/claude-code', 'version');
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Stop(`The registry names no version of Claude Code, but “${version}”.`);
  const hashes = Object.keys(pinned.sha512).map(async (target) => {
    const integrity = await view(`${packageFor(target)}@${version}`, 'dist.integrity');
    const hash = /^sha512-(\S+)$/.exec(integrity)?.[1];
    if (!hash) throw new Stop(`The registry names no sha512 of Claude Code ${version} for ${target}.`);
    return [target, hash];
  });
  return { version, sha512: Object.fromEntries(await Promise.all(hashes)) };
}

/** @param {string} spec @param {string} field */
async function viewPackage(spec, field) {
  const { code, output } = await capture(npm, ['view', spec, field, '--silent']);
  if (code === 0) return output.trim();
  if (unreachable(output)) throw new Stop('The npm registry can’t be reached. Check the network or the proxy, then try again.');
  throw new Stop(`npm could not read ${field} of ${spec}.`, `npm view ${spec} ${field}`);
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    const before = readNewestPin();
    const pin = await newestPin(before);
    writeFileSync(newestPinFile, `${JSON.stringify(pin, null, 2)}\n`);
    say(pin.version === before.version ? `${pin.version} is still the newest.` : `${before.version} is replaced by ${pin.version}.`);
    await ensureClaudeVersions();
    return 0;
  });
}
