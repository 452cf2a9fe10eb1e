import { expect, it } from 'vitest';
import { hunkData } from './hunk-data';
import { hunksBetween } from './hunks-between';

const drawn = (before: string, after: string) => hunksBetween(before, after)?.map(hunkData);

it('numbers the lines of both texts', () => {
  expect(drawn('one\ntwo\nthree\n', 'one\nzwei\nthree\n')?.map(({ changes }) => changes)).toEqual([
    [
      { type: 'normal', isNormal: true, oldLineNumber: 1, newLineNumber: 1, content: 'one' },
      { type: 'delete', isDelete: true, lineNumber: 2, content: 'two' },
      { type: 'insert', isInsert: true, lineNumber: 2, content: 'zwei' },
      { type: 'normal', isNormal: true, oldLineNumber: 3, newLineNumber: 3, content: 'three' },
    ],
  ]);
});

it('has nothing to show for texts that are the same, and no line for a missing newline', () => {
  expect(drawn('a\n', 'a\n')).toEqual([]);
  expect(drawn('a', 'a\n')?.[0]?.changes.map(({ type }) => type)).toEqual(['delete', 'insert']);
});
