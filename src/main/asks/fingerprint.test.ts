import { expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint';

it('is the same for one call, in whatever order its input is written, and another for any other', () => {
  const one = fingerprintOf('Bash', { command: 'ls', options: { a: 1, b: [2, 3] } });
  expect(fingerprintOf('Bash', { options: { b: [2, 3], a: 1 }, command: 'ls' })).toBe(one);
  const others = [
    fingerprintOf('Read', { command: 'ls', options: { a: 1, b: [2, 3] } }),
    fingerprintOf('Bash', { command: 'ls', options: { a: 1, b: [3, 2] } }),
    fingerprintOf('Bash', { command: 'ls' }),
    fingerprintOf('Bash', {
      command: 'ls',
      options: [
        ['a', 1],
        ['b', [2, 3]],
      ],
    }),
  ];
  expect(new Set([one, ...others]).size).toBe(5);
});

it('is the same for one command, in whatever words the model says what it is for', () => {
  const one = fingerprintOf('Bash', { command: 'npm test', description: 'Run the tests' });
  expect(fingerprintOf('Bash', { command: 'npm test', description: 'Check that all is well' })).toBe(one);
  expect(fingerprintOf('Bash', { command: 'npm test', description: 'Run the tests', run_in_background: true })).not.toBe(one);
  const issue = (description: string): string => fingerprintOf('mcp__tracker__create', { description });
  expect(issue('One')).not.toBe(issue('Another'));
});
