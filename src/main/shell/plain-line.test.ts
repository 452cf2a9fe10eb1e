import { describe, expect, it } from 'vitest';
import { readPlainLine } from './plain-line';

const wordsOf = (line: string): (readonly string[])[] | null =>
  readPlainLine(line)?.map(({ words }) => words.map(({ text }) => text)) ?? null;

describe('plain lines', () => {
  it.each<[string, string[][]]>([
    ['git status', [['git', 'status']]],
    ['rg -n foo src | head', [['rg', '-n', 'foo', 'src'], ['head']]],
    [
      'ls -la && cat package.json',
      [
        ['ls', '-la'],
        ['cat', 'package.json'],
      ],
    ],
    ['npm run x 2>&1', [['npm', 'run', 'x']]],
    ['a; b\nc || d', [['a'], ['b'], ['c'], ['d']]],
    ['\n ls ;\n', [['ls']]],
    [`echo 'a $x' "b \\" \\$ \\n" c\\ d`, [['echo', 'a $x', 'b " $ \\n', 'c d']]],
    ['grep --include="*.ts" --exclude=*.md x', [['grep', '--include=*.ts', '--exclude=*.md', 'x']]],
    ['find . \\( -name a -o -name b \\) ! -path c', [['find', '.', '(', '-name', 'a', '-o', '-name', 'b', ')', '!', '-path', 'c']]],
    ['[ -f a ] && ls', [['[', '-f', 'a', ']'], ['ls']]],
    ['git log HEAD~3..HEAD main^ stash@{0}', [['git', 'log', 'HEAD~3..HEAD', 'main^', 'stash@{0}']]],
    ['ls src/*.ts {a,b}.js', [['ls', 'src/*.ts', '{a,b}.js']]],
    ['CI=1 npm test \\\n  --watch', [['npm', 'test', '--watch']]],
    ['time npm test &', [['npm', 'test']]],
    ['echo "exit: $?"', [['echo', 'exit: $?']]],
    ['cat < a.txt >/dev/null 2> /dev/null', [['cat']]],
  ])('%s', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it('keeps redirections, assignments and pipes apart from the words', () => {
    expect(readPlainLine('NO_COLOR=1 ls 2>&1 | cat < a')).toEqual([
      {
        assignments: [{ name: 'NO_COLOR', value: '1' }],
        words: [{ text: 'ls', kind: 'plain' }],
        redirects: [{ kind: 'duplicate', target: '1' }],
        piped: false,
        background: false,
      },
      {
        assignments: [],
        words: [{ text: 'cat', kind: 'plain' }],
        redirects: [{ kind: 'read', target: 'a' }],
        piped: true,
        background: false,
      },
    ]);
  });
});

describe('anything else is not a plain line', () => {
  it.each([
    '',
    '  ',
    ';',
    'ls ;; ls',
    'ls && ',
    'ls |',
    'ls |& cat',
    'ls & rm a',
    'ls &! rm a',
    'a && ls &',
    'ls $x',
    'ls "$x"',
    'ls $(rm a)',
    'ls `rm a`',
    "ls $'a'",
    'ls $"a"',
    'ls > a',
    'ls >> a',
    'ls >&a',
    'ls >&3',
    'ls 1>&2-',
    'ls 3>&1',
    'ls 2>&1x',
    'ls >/dev/nullx',
    'ls a>/dev/null',
    'ls <(ls)',
    'ls 1<(ls)',
    'cat <<E\nE',
    'cat <<< a',
    'cat < 1-5',
    'cat < =(ls)',
    '2>&1 ls',
    '< a cat',
    '(ls)',
    '{ ls; }',
    '{ ls }',
    '! ls',
    'if ls; then ls; fi',
    'repeat 3 ls',
    'noglob ls',
    '- ls',
    'time -p ls',
    '[[ -f a ]]',
    'ls # a',
    'ls#',
    'ls a#b',
    'ls =ls',
    'ls a==b',
    'ls a:=b',
    'ls ~',
    'ls ~/a',
    'ls a:~/b',
    'cat a^',
    'cat a~b',
    'git log -p^',
    'ls a[b]',
    'ls *(a)',
    'ls **/a',
    'ls -*',
    'ls {a}',
    'ls {a..b}',
    'ls a{b,',
    "ls 'a",
    "ls 'a''b'",
    'ls "a',
    'ls a\\',
    'ls a\\\nb',
    'ls a\rb',
    'ls \u00a0a',
    'ls ä',
    'A=1',
    'A=$x ls',
    'A+=1 ls',
    'a[0]=1 ls',
    'cat "$?"',
    'echo $#',
    'echo $=x',
    `git commit -m "$(cat <<'E'\nit's\nE\n)"`,
    `git commit -m "$(cat <<E\na\nE\n)"`,
    `ls ${'a '.repeat(2_000)}`,
    'ls; '.repeat(200),
  ])('%j', (line) => {
    expect(wordsOf(line)).toBeNull();
  });
});
