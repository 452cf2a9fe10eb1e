import { expect, it } from 'vitest';
import { cleanPaste, runsLineByLine } from './clean-paste';

it('keeps text, tabs and line ends, however they are written', () => {
  expect(cleanPaste('a\tb\r\nc\rd\n')).toEqual({ text: 'a\tb\nc\nd\n', lines: 3 });
});

it('leaves nothing that ends a paste early', () => {
  expect(cleanPaste('ls \u001b[201~\rrm -rf x\u0003\u009b201~').text).toBe('ls [201~\nrm -rf x201~');
});

it('runs at once what has a line end and is not bracketed', () => {
  expect([
    runsLineByLine(cleanPaste('ls\n'), false),
    runsLineByLine(cleanPaste('ls'), false),
    runsLineByLine(cleanPaste('a\nb'), true),
  ]).toEqual([true, false, false]);
});
