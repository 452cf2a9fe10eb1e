import { expect, it } from 'vitest';
import { pasted, runsAtOnce } from './pasted';

it('keeps text, tabs and line ends, however they are written', () => {
  expect(pasted('a\tb\r\nc\rd\n')).toEqual({ text: 'a\tb\nc\nd\n', lines: 3 });
});

it('leaves nothing that ends a paste early', () => {
  expect(pasted('ls \u001b[201~\rrm -rf x\u0003\u009b201~').text).toBe('ls [201~\nrm -rf x201~');
});

it('runs at once what has a line end and is not bracketed', () => {
  expect([runsAtOnce(pasted('ls\n'), false), runsAtOnce(pasted('ls'), false), runsAtOnce(pasted('a\nb'), true)]).toEqual([
    true,
    false,
    false,
  ]);
});
