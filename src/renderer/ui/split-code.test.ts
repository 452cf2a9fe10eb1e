import { expect, it } from 'vitest';
import { codeIn } from './code-in';

it('finds the command and the words around it', () => {
  expect(codeIn('Runs `npm test` in the background')).toEqual({ before: 'Runs ', code: 'npm test', after: ' in the background' });
  expect(codeIn('Writes notes.md')).toEqual({ before: 'Writes notes.md', code: '', after: '' });
});

it('keeps the backticks that are part of a command, and all of one that was cut off', () => {
  expect(codeIn('Runs `echo `date``').code).toBe('echo `date`');
  expect(codeIn('Runs `echo a long…')).toEqual({ before: 'Runs ', code: 'echo a long…', after: '' });
  expect(codeIn('Runs `echo `date` and…').code).toBe('echo `date` and…');
});
