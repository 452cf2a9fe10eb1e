import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build-output.mjs';
import { passThrough, root } from './command.mjs';
import { prepare } from './prepare.mjs';
import { runMain } from './say.mjs';

export const e2eReport = path.join(root, 'test-results', 'e2e.json');

/**
 * Runs Playwright on the built app. On Linux each worker makes a display of its own (e2e/support/app.ts), so that no window pops
 * up.
 * @param {string[]} args
 */
export async function e2e(args = []) {
  rmSync(e2eReport, { force: true });
  await ensureBuilt();
  return passThrough(process.execPath, [path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...args], { cwd: root });
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await prepare({ display: process.platform === 'linux', desktop: process.platform === 'linux' });
    return e2e(process.argv.slice(2));
  });
}
