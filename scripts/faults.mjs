import { ensureClaudeVersions } from './claude-cli.mjs';
import { e2e } from './e2e.mjs';
import { prepare } from './prepare.mjs';
import { runMain } from './say.mjs';

/** The long version of e2e/faults.spec.ts: 200 rounds of kill -9 on each version of claude, half an hour to an hour. */
await runMain(async () => {
  await prepare({ display: process.platform === 'linux' });
  await ensureClaudeVersions();
  process.env.SIGNALBOX_FAULT_ROUNDS ??= process.argv[2] ?? '200';
  return e2e(['faults.spec']);
});
