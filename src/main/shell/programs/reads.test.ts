import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../../test/disk-with';
import { isReadOnlyShell } from '../read-only';

/** A session whose folder is the top of its repository, or is below it. */
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
    const commands = [
      'git show HEAD:src/a.ts',
      'git show HEAD',
      'git log -p',
      'git diff',
      'git log',
      'git log --stat',
      'git diff -- src/a.ts',
    ];
    expect(commands.map((command) => reads(command, below))).toEqual([false, false, false, false, true, true, true]);
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

describe('what people look at every day', () => {
  it.each([
    'ps aux',
    'ps -ef | grep node',
    'ps -p 1 -o pid,ppid,comm',
    'ps aux --sort=-%mem',
    'uptime',
    'hostname',
    'nproc',
    'arch',
    'free -h',
    'lscpu',
    'lsblk -f',
    'groups',
    'who',
    'w',
    'cal 2024',
    'comm -12 a b',
    'join -t , a b',
    'fold -w 80 a',
    'column -t -s , a.csv',
    'expand -t 4 a',
    'od -c a',
    'hexdump -C a | head',
    'xxd a | head -5',
    'xxd -l 64 a',
    'strings -n 8 a',
    'cksum a',
    'b2sum a',
    'base64 -w 0 a',
    'tsort a',
    'node -v && npm -v && python3 --version && git --version',
    'java -version',
    'gcc --version',
    'make --version',
    'docker --version',
    'curl --version',
  ])('%s only reads', (command) => expect(reads(command)).toBe(true));

  it.each([
    'ps e',
    'ps auxe',
    'ps -auxe',
    'ps axeww',
    'ps -o environ',
    'ps -o pid,env',
    'hostname new-name',
    'hostname -F a',
    'arch rm a',
    'who /etc/passwd',
    'cal -f /etc/passwd',
    'comm a b c',
    'join a /etc/passwd',
    'xxd -r a b',
    'xxd a b',
    'xxd a -r',
    'strings @args',
    'base64 -i a -o b',
    'base64 a b',
    'tsort a b',
    'b2sum -c sums',
    'python3 -v',
    'echo x | python3 -v',
    'python -vV',
    'make -v all',
    'java -version a.jar',
    'tsc --version',
    'cargo --version',
    'date -s tomorrow',
    'date 010100002020',
    'npm ls',
    'npm run',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));
});

describe('git subcommands to look with', () => {
  it.each([
    'git config user.email',
    'git config --get core.autocrlf',
    'git config get user.name',
    'git config --list --name-only',
    'git branch -vv',
    'git branch --merged main',
    "git branch --format='%(refname:short) %(committerdate:relative)' --sort=-committerdate",
    'git tag -n',
    'git tag -n3',
    'git tag --contains HEAD',
    "git for-each-ref --format='%(refname:short)' refs/heads",
    'git rev-list --count HEAD',
    'git diff-tree --no-commit-id --name-only -r HEAD',
    'git reflog',
    'git reflog show -n 5',
    'git name-rev HEAD',
    'git whatchanged -3',
    'git count-objects -vH',
    'git check-ignore -v dist',
    'git cherry -v main',
    'git range-diff main a b',
    'git log --compact-summary --invert-grep --grep=x',
    'git grep -p --heading --break foo',
    'git version',
  ])('%s only reads', (command) => expect(reads(command)).toBe(true));

  it.each([
    'git config user.email me@x',
    'git config --list',
    'git config -l',
    'git config http.extraheader',
    'git config --get github.token',
    'git config --get remote.origin.url x',
    'git config --unset user.name',
    'git config -f /etc/gitconfig user.name',
    'git config --get-regexp .',
    'git config --edit',
    'git branch new',
    'git tag -n new',
    'git tag --contains',
    "git for-each-ref --format='%(signature)'",
    "git for-each-ref --format='%(refname)%(*signature:grade)'",
    'git branch --sort=signature',
    'git for-each-ref --shell',
    'git log --format=%G?',
    'git log --output=x',
    'git diff --no-index a /etc/passwd',
    'git reflog expire --all',
    'git reflog delete HEAD@{1}',
    'git ls-remote',
    'git var GIT_EDITOR',
    'git check-ignore --stdin -v /etc/passwd',
    'git grep -O foo',
    'git cat-file --textconv HEAD:a',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));
});

describe('the part of awk that only prints', () => {
  it.each([
    "awk '{print $1}' a",
    "awk -F: '{print $1, $NF}' a",
    "awk -F '\\t' '$3 > 100 && NR > 1 {print $1}' a",
    "awk 'NR==5' a",
    "awk 'NR>=5 && NR<=10' a",
    'awk \'/foo/ {print FILENAME ":" FNR}\' a b',
    "awk '!seen[$0]++' a",
    "awk '{sum += $1} END {print sum / NR}' a",
    "awk '{c[$1]++} END {for (k in c) print k, c[k]}' a",
    "awk '{if ($3 > 5) print $1; else print length($2)}' a",
    'awk -v n=3 \'{printf "%s %d\\n", $1, n}\' a',
    'awk \'$2 ~ /^a.c$/ {gsub(/[0-9]+/, ""); print}\' a',
    "ps aux | awk '{print $2}'",
    'awk 1 a',
  ])('%s only reads', (command) => expect(reads(command)).toBe(true));

  it.each([
    'awk \'{print > "x"}\' a',
    'awk \'{print >> "x"}\' a',
    'awk \'{print $1 >= "x"}\' a',
    'awk \'{print | "sh"}\' a',
    'awk \'{print |& "sh"}\' a',
    'awk \'BEGIN {system("ls")}\'',
    "awk '{system}' a",
    'awk \'BEGIN {system ("ls")}\'',
    'awk \'BEGIN {while ((getline x < "/etc/passwd") > 0) print x}\'',
    'awk \'BEGIN {"ls" | getline}\'',
    'awk \'BEGIN {ARGV[1] = "/etc/passwd"; ARGC = 2} {print}\'',
    'awk \'BEGIN {print ENVIRON["KEY"]}\'',
    'awk \'BEGIN {f = "system"; @f("ls")}\'',
    'awk \'@include "x"\' a',
    'awk \'BEGIN {awk::system("ls")}\'',
    "awk 'function f() {print} {f()}' a",
    'awk \'{if (1) /"/ ; print > "x" /"/}\' a',
    'awk \'{print length /"/ > "x" /"/}\' a',
    'awk \'{print "a" # " \n > "x"}\' a',
    'awk -f prog a',
    "awk -i inplace '{print}' a",
    "awk -v ARGV=x '{print}' a",
    "awk -v 'x=$(ls)' '{print}' a",
    "awk '{print}' /etc/passwd",
    "awk '{print}' ../x",
    "awk '{print}' .env",
    'awk \'{close("x")}\' a',
    "awk 'BEGIN{for(;;) x++}'",
    'awk \'{ ( } print > "x" {\' a',
  ])('%s may do more', (command) => expect(reads(command)).toBe(false));
});
