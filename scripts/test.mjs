import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureClaudeVersions } from './claude-cli.mjs';
import { passThrough, root, wasInterrupted } from './command.mjs';
import { e2e, e2eReport } from './e2e.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop, say } from './say.mjs';
import { closingLine, countChecks, countE2e, countUnit, failedE2e, failedUnit } from './test-counts.mjs';
import { unit, unitReport } from './unit.mjs';

/** @param {string} file */
function readReport(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Runs a step. A step that can't start counts as one failure, and its error is printed. After an interrupted step no other one
 * runs.
 * @param {() => Promise<number>} step
 */
async function exitCode(step) {
  try {
    const code = await step();
    return wasInterrupted(code) ? process.exit(code) : code;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`signalbox: ${error.message}\n`);
    return 1;
  }
}

/** @param {string} name @param {string[]} args */
const tool = (name, args) => passThrough(process.execPath, [path.join(root, 'node_modules', ...name.split('/')), ...args], { cwd: root });

await runMain(async () => {
  const linux = process.platform === 'linux';
  await prepare({ display: linux, desktop: linux, shells: linux });
  await ensureClaudeVersions();
  say('lint');
  const lint = await exitCode(() => tool('@biomejs/biome/bin/biome', ['check']));
  say('types');
  const types = await exitCode(() => tool('typescript/bin/tsc', ['--noEmit']));
  say('unit tests, in Electron’s Node');
  const unitCode = await exitCode(() => unit());
  say('end-to-end tests, in the real Electron');
  const e2eCode = await exitCode(() => e2e());

  const reports = { unit: readReport(unitReport), e2e: readReport(e2eReport) };
  const total = [countChecks([lint, types]), countUnit(unitCode, reports.unit), countE2e(e2eCode, reports.e2e)];
  const { line, failed } = closingLine(total);
  // Names the failed tests again, because people read the end of a long log.
  for (const name of [
    ...(lint ? ['failed: lint'] : []),
    ...(types ? ['failed: types'] : []),
    ...failedUnit(reports.unit, root),
    ...failedE2e(reports.e2e),
  ]) {
    say(name);
  }
  process.stdout.write(`${line}\n`);
  return failed ? 1 : 0;
});
