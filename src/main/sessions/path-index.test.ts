import { expect, it } from 'vitest';
import { PathIndex } from './path-index';

const matchingPaths = (files: readonly string[], query: string): string[] => new PathIndex(files).matches(query);
const files = ['README.md', 'src/main.ts', 'src/domain/mail.ts', 'docs/main-window.md', 'package.json'];

it('shows what is at the top before anything is typed, folders first', () => {
  expect(matchingPaths(files, '')).toEqual(['docs/', 'src/', 'package.json', 'README.md']);
});

it('puts the beginning of a name before its middle, and letters in order last', () => {
  expect(matchingPaths(files, 'main')).toEqual(['src/main.ts', 'docs/main-window.md', 'src/domain/', 'src/domain/mail.ts']);
  expect(matchingPaths(files, 'smt')).toEqual(['src/main.ts', 'src/domain/mail.ts']);
});

it('goes into a folder', () => {
  expect(matchingPaths(files, 'SRC/')).toEqual(['src/', 'src/domain/', 'src/main.ts', 'src/domain/mail.ts']);
});

it('takes a query for what it is', () => {
  expect(matchingPaths(files, '.*')).toEqual([]);
  expect(matchingPaths(['a(b'], 'a(')).toEqual(['a(b']);
});

it('shows a few of fifty thousand files that all fit', () => {
  const index = new PathIndex(Array.from({ length: 50_000 }, (_, i) => `src/part-${i % 500}/deep/file-${i}.ts`));
  expect([index.matches('file').length, index.matches('sdfts').length]).toEqual([20, 20]);
  expect(index.matches('file-49999')).toEqual(['src/part-499/deep/file-49999.ts']);
});
