import { rmSync } from 'node:fs';
import path from 'node:path';
import { passThrough, root } from './command.mjs';
import { electronPath } from './electron-runtime.mjs';
import { runMain } from './say.mjs';

export const unitReport = path.join(root, 'test-results', 'unit.json');

/** Runs vitest inside Electron's own Node, the one that ships. @param {string[]} args */
export function unit(args = []) {
  rmSync(unitReport, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return passThrough(electronPath(), [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
}

if (process.argv[1] === import.meta.filename) await runMain(() => unit(process.argv.slice(2)));
