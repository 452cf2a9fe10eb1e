import { expect, it } from 'vitest';
import { splitCode } from './split-code';

it('finds the command and the words around it', () => {
  expect(splitCode('Runs `npm test` in the background')).toEqual({ before: 'Runs ', code: 'npm test', after: ' in the background' });
  expect(splitCode('Writes notes.md')).toEqual({ before: 'Writes notes.md', code: '', after: '' });
});

it('keeps the backticks that are part of a command, and all of one that was cut off', () => {
  expect(splitCode('Runs `echo `date``').code).toBe('echo `date`');
  expect(splitCode('Runs `echo a long…')).toEqual({ before: 'Runs ', code: 'echo a long…', after: '' });
  expect(splitCode('Runs `echo `date` and…').code).toBe('echo `date` and…');
});
