/** What the runners' reports add up to. A runner that failed is never counted as a success, whatever its report says. */

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

/** A test that passed only when tried again has failed. @param {number} code @param {unknown} report Playwright's JSON @returns {Counts} */
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
