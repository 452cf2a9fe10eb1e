import { expect, it } from 'vitest';
import { matchingPaths } from './matching-paths';

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

it('is quick with fifty thousand files', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => `src/part-${i % 500}/deep/file-${i}.ts`);
  const before = performance.now();
  expect(matchingPaths(many, 'file-49')).toHaveLength(20);
  expect(performance.now() - before).toBeLessThan(1_000);
});
