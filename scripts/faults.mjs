import { ensureClaudeVersions } from './claude-cli.mjs';
import { e2e } from './e2e.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop } from './say.mjs';

/**
 * The long version of e2e/faults.spec.ts: 200 rounds of kill -9 on each version of claude, an hour to an hour and a half.
 * Arguments: the number of rounds, and one version if only that is wanted.
 */
await runMain(async () => {
  const [rounds = '200', version] = process.argv.slice(2);
  await prepare({ display: process.platform === 'linux' });
  const versions = Object.keys(await ensureClaudeVersions());
  if (version && !versions.includes(version)) throw new Stop(`The tests run on ${versions.join(', ')}, not on ${version}.`);
  process.env.SIGNALBOX_FAULT_ROUNDS ??= rounds;
  return e2e(['faults.spec', ...(version ? ['-g', `claude ${version}:`] : [])]);
});
