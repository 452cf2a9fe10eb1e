import { expect, it } from 'vitest';
import { likenessOf } from './likeness';

it('is the same for one call, in whatever order its input is written, and another for any other', () => {
  const one = likenessOf('Bash', { command: 'ls', options: { a: 1, b: [2, 3] } });
  expect(likenessOf('Bash', { options: { b: [2, 3], a: 1 }, command: 'ls' })).toBe(one);
  const others = [
    likenessOf('Read', { command: 'ls', options: { a: 1, b: [2, 3] } }),
    likenessOf('Bash', { command: 'ls', options: { a: 1, b: [3, 2] } }),
    likenessOf('Bash', { command: 'ls' }),
    likenessOf('Bash', {
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
  const one = likenessOf('Bash', { command: 'npm test', description: 'Run the tests' });
  expect(likenessOf('Bash', { command: 'npm test', description: 'Check that all is well' })).toBe(one);
  expect(likenessOf('Bash', { command: 'npm test', description: 'Run the tests', run_in_background: true })).not.toBe(one);
  const issue = (description: string): string => likenessOf('mcp__tracker__create', { description });
  expect(issue('One')).not.toBe(issue('Another'));
});
