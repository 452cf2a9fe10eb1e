import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../../test/disk-with';
import { isReadOnlyShell } from '../read-only';

/** A session in a folder that is the top of its repository, or below it. */
const project = diskWith({}, (place) => /\/(\.git|HEAD)$/.test(place) && place !== '/home/me/project/.git');
const below = diskWith({}, (place) => /\/(\.git|HEAD)$/.test(place));
const reads = (command: string, realpath = project): boolean =>
  isReadOnlyShell(command, { cwd: '/home/me/project', home: '/home/me', realpath });

describe('flags after the first operand, which are operands on BSD', () => {
  it.each([
    'ls src -la',
    'grep -rn foo src --include=*.ts',
    'grep foo -rn src',
    'head a -n 5',
    'sort a -k 2',
    'rg foo src -A 3',
    'tree src -L 2',
    'jq . a.json --indent 2',
    'git log src -n 5',
    'grep --context=3 foo a.ts',
    'grep --context 3 foo a.ts',
  ])('%s only reads', (command) => expect(reads(command)).toBe(true));

  it.each([
    'head a -n /etc/passwd',
    'cut -c1-999 a -d ~/notes.txt',
    'paste a -d /etc/passwd',
    'tail a -c /etc/passwd',
    'ls a --sort /etc',
    'grep --context . /etc/passwd',
    'grep foo a -A /etc/passwd',
    "sed 'w /tmp/x' -e p a",
    'uniq a -c',
    'cd src -P',
    'head a -n ../x',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));
});

describe('paths that git is given after a colon', () => {
  it.each([
    'git show HEAD:src/a.ts',
    'git show HEAD:./a.ts',
    'git show :0:src/a.ts',
    "git grep foo -- ':!dist'",
    "git grep foo -- ':(glob)src/**/*.ts'",
    "git diff -- ':(exclude)package-lock.json'",
    "git diff -- . ':^dist'",
  ])('%s only reads', (command) => expect(reads(command)).toBe(true));

  it.each([
    "git grep . -- ':(glob)../**'",
    "git diff -- ':(literal)../x'",
    "git grep KEY -- ':(glob).env'",
    "git grep KEY -- ':(glob).e*'",
    "git grep KEY -- ':(top)src'",
    "git grep KEY -- ':(top,glob)src'",
    "git grep KEY -- ':(prefix:0)x'",
    "git grep KEY -- ':/x'",
    "git grep KEY -- ':/'",
    "git grep KEY -- ':'",
    "git grep KEY -- ':!/x'",
    "git grep KEY -- ':!../x'",
    "git diff -- ':^../x'",
    'git show :src/a.ts',
    'git show HEAD:.env',
    'git show HEAD:/etc/passwd',
    'git show HEAD:../x',
    'git show HEAD:src/../../x',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));

  it('counts them from the top of the repository, so that must be the folder', () => {
    expect(['git show HEAD:src/a.ts', 'git show HEAD:', 'git show HEAD:./a.ts', 'git log'].map((command) => reads(command, below))).toEqual(
      [false, false, true, true],
    );
  });
});

describe('arithmetic and the directory stack of zsh', () => {
  it.each(["printf '%s\\n' a b", "printf '%-10s %c %q %%\\n' a b c", "printf '%d %5.2f\\n' 12 3.5", 'printf done', 'cd src'])(
    '%s only reads',
    (command) => expect(reads(command)).toBe(true),
  );

  it.each([
    'printf %d PATH=0',
    'printf %d PATH++',
    "printf '%s %d' a PATH=0",
    'printf %*s PATH=0 a',
    'printf %n PATH',
    "printf '%(%F)T' 0",
    'printf %',
    "printf '%%%d' PATH=0",
    'printf %5.3d PATH=0',
    'printf %.*f PATH=0 1',
    'printf -v PATH x',
    'cd +1',
    'cd -2',
    'cd -',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));
});
