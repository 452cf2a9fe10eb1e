import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Adds up the reports of the test runners. A runner that failed never counts as a success, whatever its report says. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Lint and types count as one test each. @param {number[]} codes @returns {Counts} */
export const countChecks = (codes) => ({
  passed: codes.filter((code) => code === 0).length,
  failed: codes.filter((code) => code !== 0).length,
  skipped: 0,
});

/** @param {number} code @param {unknown} report vitest's JSON @returns {Counts} */
export function countUnit(code, report) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = /** @type {Record<string, number>} */ (report ?? {});
  return withExitCode(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests });
}

/** A test that passed only on a retry counts as failed. @param {number} code @param {unknown} report Playwright's JSON @returns {Counts} */
export function countE2e(code, report) {
  const stats = /** @type {{ stats?: Record<string, number> } | null} */ (report)?.stats;
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {};
  return withExitCode(code, { passed: expected, failed: unexpected + flaky, skipped });
}

/** @param {number} code @param {Counts} counts @returns {Counts} */
function withExitCode(code, counts) {
  const ranNothing = counts.passed + counts.failed === 0;
  return { ...counts, failed: counts.failed === 0 && (code !== 0 || ranNothing) ? 1 : counts.failed };
}

/** @param {Counts[]} parts */
export function closingLine(parts) {
  const sum = (/** @type {keyof Counts} */ key) => parts.reduce((total, part) => total + part[key], 0);
  const skipped = sum('skipped');
  return { line: `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`, failed: sum('failed') > 0 };
}

/** Every test of the unit report that failed, by file and name. @param {unknown} report vitest's JSON @param {string} root */
export function failedUnit(report, root) {
  const { testResults = [] } = /** @type {{ testResults?: UnitFile[] }} */ (report ?? {});
  return testResults.flatMap((file) => {
    const name = path.relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [named(name, file.message)];
    return failed.map((test) => named(`${name} › ${test.fullName}`, test.failureMessages[0]));
  });
}
/**
 * @typedef {{ name: string, status: string, message?: string, assertionResults: { fullName: string, status: string,
 * failureMessages: string[] }[] }} UnitFile
 */

/**
 * Every end-to-end test that did not pass the first time, by file and name.
 * @param {unknown} report Playwright's JSON @returns {string[]}
 */
export function failedE2e(report) {
  const { suites = [] } = /** @type {{ suites?: E2eSuite[] }} */ (report ?? {});
  return suites.flatMap((suite) => [
    ...failedE2e(suite),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((test) => named(`e2e/${spec.file} › ${spec.title}`, test.results[0]?.errors[0]?.message)),
    ),
  ]);
}
/** @typedef {{ title: string, file: string, tests: { status: string, results: { errors: { message?: string }[] }[] }[] }} E2eSpec */
/** @typedef {{ suites?: E2eSuite[], specs?: E2eSpec[] }} E2eSuite */

/** @param {string} test @param {string | undefined} message */
function named(test, message = '') {
  const firstLine = stripVTControlCharacters(message).split('\n')[0];
  return `failed: ${test}${firstLine ? `: ${firstLine}` : ''}`;
}
