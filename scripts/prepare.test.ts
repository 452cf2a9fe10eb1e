import { expect, it } from 'vitest';
import { checkPlatform } from './prepare.mjs';
import { needsSentence, packagesFor } from './system-libraries.mjs';
import { closingLine, countChecks, countE2e, countUnit } from './test-counts.mjs';

it('says which systems it runs on when this is not one of them', () => {
  expect(() => checkPlatform('freebsd-x64', '22.0.0')).toThrow('does not run on freebsd-x64');
  expect(() => checkPlatform('linux-x64', '20.19.0')).not.toThrow();
});

it('says which Node it needs, and a command that has it', () => {
  expect(() => checkPlatform('linux-x64', '18.20.1')).toThrow(
    expect.objectContaining({ message: expect.stringContaining('this is Node 18.20.1'), fix: expect.stringContaining('npx node@') }),
  );
});

it('turns missing libraries into the packages that hold them, each once', () => {
  expect(packagesFor(['libnss3.so', 'libnssutil3.so', 'libgbm.so.1'], [])).toEqual(['libnss3', 'libgbm1']);
  expect(packagesFor([], ['Xvfb', 'dbus-daemon'])).toEqual(['xvfb', 'dbus']);
  expect(() => packagesFor(['libstrange.so.9'], [])).toThrow('libstrange.so.9');
});

it('names what is missing, and only that', () => {
  expect(needsSentence(['libnss3.so', 'libgbm.so.1'], [])).toBe('Electron needs libnss3.so, libgbm.so.1.');
  expect(needsSentence([], ['Xvfb'])).toBe('A virtual display needs Xvfb.');
  expect(needsSentence(['libnss3.so'], ['Xvfb'])).toBe('Electron needs libnss3.so. A virtual display needs Xvfb.');
  expect(needsSentence([], ['dunst', 'xdotool'])).toBe('The tests of the desktop need dunst, xdotool.');
});

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
