import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../test/disk-with';
import { expandPattern } from './file-patterns';
import type { FolderContext } from './paths';
import { isReadOnlyShell } from './read-only';

const folders: Readonly<Record<string, readonly string[]>> = {
  '/project': ['a.json', 'b.JSON', 'src', 'out', '.hidden.json'],
  '/project/src': ['app.ts', 'app.test.ts', 'lib'],
  '/project/src/lib': ['util.ts', 'link.ts'],
  '/project/flags': ['--output=x', 'a'],
  '/project/secrets': ['a', '.env'],
};
const call: FolderContext = {
  cwd: '/project',
  home: '/home/me',
  realpath: diskWith({ '/project/src/lib/link.ts': '/etc/passwd' }, (place) => place.endsWith('.git') || place.endsWith('HEAD')),
  list: (folder) => folders[folder] ?? null,
};
const expand = (word: string, places: readonly string[] | null = ['.']) => expandPattern(word, places, call);

it.each<[string, readonly string[] | null]>([
  ['src/*.ts', ['src/app.ts', 'src/app.test.ts']],
  ['./src/app.??', ['./src/app.ts']],
  ['*.json', ['a.json', 'b.JSON', '.hidden.json']],
  ['src/{app,main}.ts', ['src/app.ts', 'src/main.ts']],
  ['/project/src/*/util.ts', ['/project/src/app.ts/util.ts', '/project/src/app.test.ts/util.ts', '/project/src/lib/util.ts']],
  ['*.none', null],
  ['flags/*', ['flags/--output=x', 'flags/a']],
  ['nowhere/*', null],
  ['a{b', null],
])('%s can become %j', (word, words) => {
  expect(expand(word)).toEqual(words);
});

it('looks in the folder that the command runs in, and gives up where that is not known', () => {
  expect([expand('*.ts', ['./src']), expand('*', ['./flags']), expand('*', null), expand('*', ['.', 'src'])]).toEqual([
    ['app.ts', 'app.test.ts'],
    null,
    null,
    null,
  ]);
});

describe('a pattern in a command that only reads', () => {
  it.each<[boolean, string]>([
    [true, 'ls *.json'],
    [true, 'wc -l src/*.ts | tail -1'],
    [true, 'cat src/{app,main}.ts'],
    [true, 'cd src && ls *.ts'],
    [false, 'cat src/lib/*.ts'],
    [false, 'grep x src/lib/l*'],
    [false, 'cat secrets/*'],
    [false, 'cd flags && ls *'],
    [false, 'cat ../*'],
    [false, 'rm src/*.ts'],
    [false, 'cat nowhere/*'],
  ])('%s: %s', (allowed, line) => {
    expect(isReadOnlyShell(line, call)).toBe(allowed);
  });

  it('is asked where nothing is known of the disk', () => {
    const { list: _, ...blind } = call;
    expect(isReadOnlyShell('ls *.json', blind)).toBe(false);
  });
});
