import { describe, expect, it } from 'vitest';
import { readShell } from './reader';
import type { SimpleCommand } from './simple-command';

/** Prints a command in one line: its words (with a `?` before those that are not literal), then its other facts. */
function show({ words, redirects, assignments, piped, fedBy, background, places, harmlessWrapper }: SimpleCommand): string {
  return [
    ...words.map(({ literal, raw }) => literal ?? `?${raw}`),
    ...redirects.map(({ kind, target }) => `[${kind} ${target.literal ?? `?${target.raw}`}]`),
    ...assignments.map(({ name, value }) => `[${name}=${value ?? '?'}]`),
    ...(piped ? ['[piped]'] : []),
    ...(fedBy.length > 0 ? [`[from ${fedBy.join(',')}]`] : []),
    ...(background ? ['[background]'] : []),
    ...(places === null ? ['[anywhere]'] : places.length === 1 && places[0] === '.' ? [] : [`[in ${places.join(' or ')}]`]),
    ...(harmlessWrapper ? ['[wraps]'] : []),
  ].join(' ');
}
const read = (source: string) => readShell(source).commands.map(show);

describe('readShell', () => {
  it.each<[string, string[]]>([
    ['ls; rm -rf x', ['ls', 'rm -rf x']],
    ['a && b || c & d', ['a [background]', 'b [background]', 'c [background]', 'd']],
    ['(a; b)', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done', ['a', 'b']],
    ['for x in $(a); do b; done', ['a', 'for [x=?]', 'b']],
    ['case $(a) in b) c;; *) d;; esac', ['a', 'case [from a]', 'c', 'd']],
    ['f() { a; }; f', ['function', 'a', 'f']],
    ['coproc a', ['a [background]']],
    ['[[ -f $(a) ]] && ((x=1))', ['a', '[[ [from a]', '((']],
  ])('finds every command of %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each<[string, string[]]>([
    ['a "b c" \'d\' e\\ f', ['a b c d e f']],
    ["\\rm r''m $'\\x72m'", ['rm rm rm']],
    ['a $b "c$d" *.ts {e,f} ~/g "~/h"', ['a ?$b ?c$d ?*.ts ?{e,f} ~/g ?~/h']],
    ['a=1 b=$c d e=2', ['d e=2 [a=1] [b=?]']],
    ['a=(1 2)', ['[a=?]']],
    ['export a=1', ['export a=1']],
    ['a b=~/c d=e:~/f', ['a ?b=~/c ?d=e:~/f']],
    ['a b{},c}', ['a ?b{},c}']],
    ['a "$(cat <<\'E\'\nb $c\n\nE\n)"', ['cat [text b $c\n\n]', 'a b $c [from cat]']],
    ['a "$(cat <<E\nb $c\nE\n)"', ['cat [text ?b $c\n]', 'a ?$(cat <<E\nb $c\nE\n) [from cat]']],
    ["a $(cat <<'E'\nb c\nE\n)", ['cat [text b c\n]', "a ?$(cat <<'E'\nb c\nE\n) [from cat]"]],
    ['a "$(cat <<-\'E\'\n\tb\nE\n)"', ['cat [text b\n]', "a ?$(cat <<-'E'\n\tb\nE\n) [from cat]"]],
  ])('tells what is literal in %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each<[string, string[]]>([
    ['a <b >c >>d 2>&1 &>e 3<>f >|g', ['a [read b] [overwrite c] [append d] [duplicate 1] [overwrite e] [append f] [overwrite g]']],
    ['a >&b', ['a [overwrite b]']],
    ['a > $b', ['a [overwrite ?$b]']],
    ['a >!b', ['a [overwrite ?!b]']],
    ["a <<'E'\n$(b)\nE", ['a [text $(b)\n]']],
    ['a <<E\n$(b)\nE', ['b', 'a [text ?$(b)\n] [from b]']],
    ['a <<< b', ['a [text b]']],
    ['a <<E\n\\$b \\`c\\` \\\\ \\d\nE', ['a [text $b `c` \\ \\d\n]']],
    ["a <<-'E'\n\t\tb\n\tE", ['a [text b\n]']],
    ['{ a; b; } > c', ['{ [overwrite c] [wraps]', 'a', 'b']],
    ['{v}>a b', ['b [overwrite a] [v=?]']],
  ])('tells where input and output go in %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each<[string, string[]]>([
    ['a | b | c', ['a', 'b [piped] [from a]', 'c [piped] [from a,b]']],
    ['a | (b; c)', ['a', 'b [piped] [from a]', 'c [piped] [from a]']],
    ['a <(b)', ['b', 'a ?<(b) [from b]']],
    ['a "$(b `c`)"', ['c', 'b ?`c` [from c]', 'a ?$(b `c`) [from c,b]']],
    ['a > >(b)', ['b [piped]', 'a [overwrite ?>(b)] [from b]']],
    [`a \${b:-$(c)} $((1+$(d)))`, ['c', 'd', `a ?\${b:-$(c)} ?$((1+$(d))) [from c,d]`]],
  ])('tells whose output reaches whom in %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each<[string, string[]]>([
    ['sudo -u me rm x', ['sudo -u me rm x', 'rm x']],
    ['env -u A B=1 rm x', ['env -u A B=1 rm x', 'rm x [B=1]']],
    ['env -S "rm x"', ['env -S rm x', '?']],
    ['timeout -k 1 5 nice -n 3 ls', ['timeout -k 1 5 nice -n 3 ls [wraps]', 'nice -n 3 ls [wraps]', 'ls']],
    ['command -v ls', ['command -v ls']],
    ['xargs -n 1 rm', ['xargs -n 1 rm', 'rm ?']],
    ['xargs -0I {} rm {}', ['xargs -0I {} rm {}', 'rm ?{} ?']],
    ['xargs -I% % x', ['xargs -I% % x', '? x ?']],
    ['xargs -I% sh -c %', ['xargs -I% sh -c %', 'sh -c ? ?', '?']],
    ['env -iu A rm x', ['env -iu A rm x', 'rm x']],
    ['env --uns A rm x', ['env --uns A rm x', 'rm x']],
    ['env -iC /x a', ['env -iC /x a', 'a [anywhere]']],
    ['stdbuf --output L rm x', ['stdbuf --output L rm x', 'rm x']],
    ["flock l -c 'rm x'", ['flock l -c rm x', 'rm x']],
    ["parallel 'rm {}' ::: a b", ['parallel rm {} ::: a b', 'rm {}']],
    ['parallel', ['parallel', '?']],
    ["bash -ce 'a'", ['bash -ce a', 'a']],
    ["bash -c -o pipefail 'a'", ['bash -c -o pipefail a', 'a']],
    ["bash -c - 'a'", ['bash -c - a', 'a']],
    ["bash /dev/fd/3 3<<< 'a'", ['bash /dev/fd/3 [text a]', 'a']],
    [". /dev/stdin <<< 'a'", ['. /dev/stdin [text a]', 'a']],
    ["bash -oc errexit 'a'", ['bash -oc errexit a', 'a']],
    ['bash <<E\nb "\\$(a)"\nE', ['bash [text b "$(a)"\n]', 'a', 'b ?$(a) [from a]']],
    ["bash <<-'E'\n\tb <<'F'\n\tF\n\ta\nE", ["bash [text b <<'F'\nF\na\n]", 'b [text ]', 'a']],
    ["bash -e <<< 'a'", ['bash -e [text a]', 'a']],
    ["bash -se b <<< 'a'", ['bash -se b [text a]', 'a']],
    ["bash /proc/self/fd/0 <<< 'a'", ['bash /proc/self/fd/0 [text a]', 'a']],
    ["source -- /dev/stdin <<< 'a'", ['source -- /dev/stdin [text a]', 'a']],
    ["env bash <<< 'a'", ['env bash [text a]', 'bash [text a]', 'a']],
    ["sh -c '((a))'", ['sh -c ((a))', '((', '?']],
    ['eval -- a b', ['eval -- a b', 'a b']],
    ['timeout --k 1 5 a', ['timeout --k 1 5 a [wraps]', 'a']],
    ['timeout $b c', ['timeout ?$b c', '?', 'c']],
    ['bash $b', ['bash ?$b', '?']],
    ["env --split='a b'", ['env --split=a b', '?']],
    ['env - B=1 c+=2 a', ['env - B=1 c+=2 a', 'a [B=1]']],
    ['sudo --user me a', ['sudo --user me a', 'a']],
    ['watch -n 1 a b', ['watch -n 1 a b', 'a b']],
    ["flock l bash -co errexit 'a'", ['flock l bash -co errexit a', 'bash -co errexit a', 'a']],
    ['xargs --max-lines a', ['xargs --max-lines a', 'a ?']],
    ['xargs -I{} env {}', ['xargs -I{} env {}', 'env ?{} ?', '?{} ?']],
    ["xargs -I{} sh -c 'a {}'", ['xargs -I{} sh -c a {}', '?', 'sh -c a {} ?', 'a {}']],
    ["mapfile -C 'env -u' b", ['mapfile -C env -u b', 'env -u ?$@', '?']],
    ["mapfile -tC'a' b", ['mapfile -tCa b', '?']],
    ["alias e='env'", ['alias e=env', 'env ?$@', '?$@']],
    ["alias e='#'", ['alias e=#', '?']],
    ['fc -s a', ['fc -s a', '?']],
    ['coproc b$(a) { c; }', ['a', 'c [background]']],
    ["GIT_EDITOR='a b' c", ['c [GIT_EDITOR=a b]', 'a b']],
    ["export PAGER='a b'", ['export PAGER=a b', 'a b']],
    ["tar cf x y --checkpoint-action=exec='a b'", ['tar cf x y --checkpoint-action=exec=a b', 'a b']],
    ["tmux send-keys -t x 'a b' Enter", ['tmux send-keys -t x a b Enter', 'a b Enter']],
    ['find . -name a -exec rm {} \\; -exec ls {} +', ['find . -name a -exec rm {} ; -exec ls {} +', 'rm ? ?', 'ls ? ?']],
    ["bash -lc 'a | b'", ['bash -lc a | b', 'a', 'b [piped] [from a]']],
    ['sh -c "$x"', ['sh -c ?$x', '?']],
    ["bash -euo pipefail <<'E'\na\nE", ['bash -euo pipefail [text a\n]', 'a']],
    ["bash script.sh <<'E'\na\nE", ['bash script.sh [text a\n]']],
    ['eval a "b c"', ['eval a b c', 'a b c']],
    ["trap 'a' EXIT", ['trap a EXIT', 'a']],
    ["alias ls='rm x'", ['alias ls=rm x', 'rm x ?$@']],
    ['git rebase -x "a b" main', ['git rebase -x a b main', 'a b']],
  ])('looks through %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each<[string, string[]]>([
    ['cd a && b', ['cd a', 'b [in ./a]']],
    ['cd a; b', ['cd a', 'b [in . or ./a]']],
    ['cd a && cd /b && cd c && d', ['cd a', 'cd /b [in ./a]', 'cd c [in /b]', 'd [in /b/c]']],
    ['cd && b', ['cd', 'b [in ~]']],
    ['cd a || b', ['cd a', 'b [in . or ./a]']],
    ['! cd a && b', ['cd a', 'b [in . or ./a]']],
    ['cd a && cd b || c', ['cd a', 'cd b [in ./a]', 'c [in . or ./a or ./a/b]']],
    ['(cd a && b); c', ['cd a', 'b [in ./a]', 'c']],
    ['cd $a && b', ['cd ?$a', 'b [anywhere]']],
    ['cd - && b', ['cd -', 'b [anywhere]']],
    ['builtin cd a && b', ['builtin cd a [wraps]', 'cd a', 'b [in ./a]']],
    ['command cd a && b', ['command cd a', 'cd a', 'b [anywhere]']],
    ['CDPATH=/x cd a && b', ['cd a [CDPATH=/x]', 'b [anywhere]']],
    ['for x in 1 2; do cd ..; a; done; b', ['for [x=1] [x=2]', 'cd .. [anywhere]', 'a [anywhere]', 'b [anywhere]']],
    ['f() { cd ..; }; f; a', ['function [anywhere]', 'cd .. [anywhere]', 'f [anywhere]', 'a [anywhere]']],
    ['f() { CDPATH=/x cd y; }; f; a', ['function [anywhere]', 'cd y [CDPATH=/x] [anywhere]', 'f [anywhere]', 'a [anywhere]']],
    ['env -C /x a', ['env -C /x a', 'a [anywhere]']],
  ])('follows the folder in %s', (source, commands) => {
    expect(read(source)).toEqual(commands);
  });

  it.each([
    "a 'b",
    'a "b',
    'a $(b',
    'if a; then b',
    'a &| b',
    'a (',
    'a (b',
    'a \\',
    'a "$\\\n(b)"',
    'a\u0000',
    'a\rb',
    'a \u202eb',
    'a \u200b',
    "test -v 'a[$(b)]'",
    // quotes that have no effect
    "[[ 'a[$(b)]' -eq 0 ]]",
    '[[ "a[\\$(b)]" -eq 0 ]]',
    "(( '$(b)' ))",
    "a $(( '$(b)' ))",
    "for ((i='a[$(b)]'; i<1; i++)); do c; done",
    `a \${b:'$(c)'}`,
    `a \${b['$(c)']}`,
    "a['$(b)']=1",
    "read a <<< 'b[$(c)]'",
    'a="$b[\\$(c)]"',
    `a <<E\n\${b:-'$(c)'}\nE`,
    `a $(( \${b:-'$(c)'} ))`,
    `a[\${b:-'$(c)'}]=1`,
    `printf -v a[\${b:-'$(c)'}] d`,
    "a='b[c[1]+$(d)]'",
    'a=\'b["]"+$(d)]\'',
    'a=$"b[\\$(d)]"',
    'test -v a[\\$\\(b\\)]',
    "for a in {'b[$(c)]',d}; do e; done",
    "read a <<'E'\nb[$(c)]\nE",
    "while read a; do b; done <<'E'\nc[$(d)]\nE",
    "declare -a 'a=($(b))'",
    "declare -a 'a=(<(b))'",
    "{a['$(b)']}>c d",
    // variables that bash runs later
    "PS4='$(a)'; set -x; b",
    "read PS4 <<< '$(a)'",
    "for PS4 in '$(a)'; do b; done",
    "BASH_ENV='$(a)' bash -c b",
    "BASH_ALIASES[a]='b c'",
    "env 'BASH_FUNC_a%%=() { b; }' bash -c a",
    // a shell that gets its script from another part of the line
    "{ bash; } <<< 'a'",
    "exec <<< 'a'; bash",
    "f() { bash; }; f <<< 'a'",
    "bash -c bash <<< 'a'",
    // words that the parser and bash split differently
    `((\${a#)}))`,
    'a<&-/b',
    "a $(b <<'E'\nc\nE\nd; e)",
    "a <(b <<'E'\nc\nE\nif d; then e; fi)",
    'a <(b)c',
    `a "\${b@P}"`,
    'a;'.repeat(501),
    `a ${'b '.repeat(3_000)}`,
    `a ${'b'.repeat(60_001)}`,
    '{'.repeat(301),
    '$(if '.repeat(200),
    `${'eval '.repeat(20)} ls`,
  ])('does not understand %j', (source) => {
    expect(readShell(source).trouble).not.toBeNull();
  });

  it.each([
    '',
    '# nothing',
    'echo "[$(date)] done"',
    '[[ "$a" =~ ^\\[.*\\]$ ]]',
    `a "\${b[$((i+1))]}" $((i+1))`,
    "a <<E\nit's $(b)\nE",
    'a \\\n  b',
    'a "b\nc"',
    "git commit -m \"$(cat <<'E'\nIt's (done)\nE\n)\"",
    'echo "👩‍💻 é"',
  ])('understands %j', (source) => {
    expect(readShell(source).trouble).toBeNull();
  });
});
