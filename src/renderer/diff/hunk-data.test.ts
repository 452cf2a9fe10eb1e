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

it('names what can’t be seen in a line, and a change of how lines end', () => {
  const lines = (before: string, after: string) => drawn(before, after)?.flatMap(({ changes }) => changes.map(({ content }) => content));
  expect(lines('', 'if (user !== "x\u2066")\u200b\n')).toEqual(['if (user !== "x⟨U+2066⟩")⟨U+200B⟩']);
  expect(lines('a\nb\n', 'a\r\nb\n')).toEqual(['a', 'a⟨U+000D⟩', 'b']);
  expect(lines('a\r\nb\r\nlast', 'a\r\nB\r\nlast')).toEqual(['a', 'b', 'B', 'last']);
});
