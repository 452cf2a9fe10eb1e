import { expect, it } from 'vitest';
import { closingLine, countChecks, countE2e, countUnit, failedE2e, failedUnit } from './test-counts.mjs';

it('adds up the runners’ reports in one closing line', () => {
  const parts = [
    countChecks([0, 0]),
    countUnit(0, { numPassedTests: 10, numFailedTests: 0, numPendingTests: 0 }),
    countE2e(0, { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } }),
  ];
  expect(closingLine(parts)).toEqual({ line: '17 passed, 0 failed', failed: false });
});

it('never takes a failed, missing or empty run for a success', () => {
  expect(countChecks([0, 1])).toMatchObject({ passed: 1, failed: 1 });
  expect(countUnit(1, { numPassedTests: 10, numFailedTests: 0 })).toMatchObject({ failed: 1 });
  expect(countUnit(0, null)).toMatchObject({ failed: 1 });
  expect(countE2e(0, { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 3 } })).toMatchObject({ failed: 1, skipped: 3 });
  expect(countE2e(0, { stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 0 } })).toMatchObject({ failed: 1 });
  expect(closingLine([{ passed: 1, failed: 0, skipped: 2 }]).line).toBe('1 passed, 0 failed, 2 skipped');
});

it('names every unit test that failed, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      { name: '/app/src/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'holds', status: 'passed', failureMessages: [] }] },
      {
        name: '/app/src/b.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'holds', status: 'passed', failureMessages: [] },
          {
            fullName: 'is whole',
            status: 'failed',
            failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at b.test.ts:3'],
          },
        ],
      },
      { name: '/app/src/c.test.ts', status: 'failed', message: 'Unexpected token', assertionResults: [] },
    ],
  };
  expect(failedUnit(report, '/app')).toEqual([
    'failed: src/b.test.ts › is whole: AssertionError: expected 1 to be 2',
    'failed: src/c.test.ts: Unexpected token',
  ]);
  expect(failedUnit(null, '/app')).toEqual([]);
});

it('names every end-to-end test that failed, also one that passed when tried again', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: [{ message: 'too late' }] }] }],
  });
  const report = {
    suites: [{ specs: [spec('holds', 'expected'), spec('is whole', 'flaky')], suites: [{ specs: [spec('lasts', 'unexpected')] }] }],
  };
  expect(failedE2e(report)).toEqual(['failed: e2e/a.spec.ts › lasts: too late', 'failed: e2e/a.spec.ts › is whole: too late']);
  expect(failedE2e(null)).toEqual([]);
});
