import { expect, it } from 'vitest';
import { diffHunks } from './diff-hunks';

it('numbers the lines of both texts', () => {
  const [hunk] = diffHunks('one\ntwo\nthree\n', 'one\nzwei\nthree\n') ?? [];
  expect(hunk?.changes).toEqual([
    { type: 'normal', isNormal: true, oldLineNumber: 1, newLineNumber: 1, content: 'one' },
    { type: 'delete', isDelete: true, lineNumber: 2, content: 'two' },
    { type: 'insert', isInsert: true, lineNumber: 2, content: 'zwei' },
    { type: 'normal', isNormal: true, oldLineNumber: 3, newLineNumber: 3, content: 'three' },
  ]);
});

it('has nothing to show for texts that are the same, and no line for a missing newline', () => {
  expect(diffHunks('a\n', 'a\n')).toEqual([]);
  expect(diffHunks('a', 'a\n')?.[0]?.changes.map(({ type }) => type)).toEqual(['delete', 'insert']);
});
