// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell.
import type { Random } from './random';

/** Commands that must never run: each leaves a trace, or changes a file. */
const payloads = ['touch p', 'rm a', 'rm -rf src', 'curl x', 'evil', 'sh -c x', 'mv a z', '/bin/rm -f a', '/bin/touch p', 'cat ../top.txt'];

const safeStarts = ['ls', 'cat a', 'echo x', 'git status', 'head -n 1 a', 'true', 'pwd', 'grep x a', 'wc -l a', 'test -f a', 'printf %s x'];
const ruledStarts = ['npm run x', 'npm run build', 'make', 'make all', 'git status', 'git status -s'];

const plainWords = [
  'a',
  'b',
  'c.txt',
  'src',
  'src/x.ts',
  '-l',
  '-la',
  '-n',
  '1',
  '5',
  '-5',
  '--',
  '-',
  '.',
  './a',
  'x',
  'foo',
  '--color=never',
  '-e',
];
const oddWords = [
  '..',
  '../top.txt',
  '/etc/passwd',
  '~',
  '~/notes.txt',
  '~+',
  '~-',
  '=ls',
  '=touch',
  '*',
  '?',
  '[ab]',
  '*.ts',
  '{a,b}',
  '{1..3}',
  '{}',
  '{',
  '}',
  '!',
  '[[',
  ']]',
  '[',
  ']',
  '$x',
  '$?',
  '$$',
  '$!',
  '$#',
  '$@',
  '$*',
  '$-',
  '$0',
  '$1',
  '$PATH',
  '$HOME',
  '${x}',
  '${x:-a}',
  '${x:=a}',
  '${#x}',
  '${x@P}',
  '${(e)x}',
  '${x/a/b}',
  '$[1]',
  '$((1))',
  '$((x=1))',
  'a=b',
  'PATH=0',
  'PATH=.',
  'IFS=x',
  'COLUMNS=1',
  'LINES=PATH=0',
  'a[1]=2',
  'a+=b',
  'a=(b c)',
  'a=()',
  'x[PATH=0]',
  '%d',
  '%s',
  '%n',
  '-v',
  '-i',
  '-o',
  '-O',
  '-exec',
  '-delete',
  '#',
  '#a',
  'a#',
  "''",
  '""',
  "'a b'",
  '"a b"',
  '"$x"',
  "$'a'",
  '$"a"',
  '\\',
  '\\a',
  '\\ ',
  "\\'",
  '\\"',
  '\\\\',
  '\\$',
  '\\`',
  '\\(',
  '\\>',
  '\\;',
  '\\&',
  '\\#',
  '\\~',
  '\\{',
  '^',
  '^^',
  ',',
  ':',
  '@',
  '%',
  '+',
  '=',
  '~~',
  '.env',
  'link',
  'with\\ space.txt',
  '0',
  '2',
  '10',
  '1a',
  'a1',
  '{v}',
  '{1}',
  '-1',
  '01',
  '(a)',
  '(a|b)',
  '*(N)',
  '*(.)',
  'a(e:x:)',
  '(#i)a',
  '<1-5>',
  '**/*',
  'é',
  "$'\\n'",
  "$'\\x24'",
];
const operators = [
  ';',
  '&',
  '&&',
  '||',
  '|',
  '|&',
  '&!',
  '&|',
  ';;',
  ';&',
  ';|',
  '!',
  '(',
  ')',
  '{',
  '}',
  '((',
  '))',
  '[[',
  ']]',
  '\n',
  ' \\\n',
  '\\\n',
  '\r',
  '<',
  '>',
  '>>',
  '>|',
  '>!',
  '&>',
  '&>>',
  '>&',
  '<&',
  '<>',
  '<<<',
  '<<',
  '<<-',
  '>&1',
  '2>&1',
  '>&2',
  '<&0',
  '<&-',
  '>&-',
  '2>&-',
  '>&1-',
  '1>',
  '2>',
  '0<',
  '3>',
  '10>',
  '{v}>',
  '{v}<',
  '{v}>&',
  '>/dev/null',
  '2>/dev/null',
  '</dev/null',
  '<a',
  '< a',
  '<(',
  '>(',
  '=(',
  '$(',
  '`',
  '${',
  '$((',
  '$[',
  '$(<',
  '<<E\n',
  "<<'E'\n",
  '\nE\n',
  '#',
  ' #',
  '"',
  "'",
  "$'",
  '$"',
  '\\',
  '~',
  '=',
];
const reserved = [
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'for',
  'in',
  'do',
  'done',
  'while',
  'until',
  'case',
  'esac',
  'select',
  'function',
  'time',
  'coproc',
  'repeat',
  'foreach',
  'end',
  'always',
  'nocorrect',
  'noglob',
  'command',
  'builtin',
  'exec',
  'eval',
  'let',
  'typeset',
  'declare',
  'export',
  'local',
  'read',
  'alias',
  'set',
  'trap',
  'source',
  '.',
  '-',
  ':',
  'env',
  'nice',
  'nohup',
  'xargs',
  'test',
  'printf',
  'print',
  'float',
  'integer',
  'hash',
  'cd',
  'pushd',
];

/** Generates shell lines: some from a grammar, some from random tokens, and some by changing everyday commands. */
export class ShellLines {
  readonly #random: Random;
  readonly #everyday: readonly string[];
  readonly #starts: readonly string[];

  constructor(random: Random, everyday: readonly string[], mode: 'safe' | 'rules') {
    this.#random = random;
    this.#everyday = everyday;
    this.#starts = mode === 'safe' ? safeStarts : [...ruledStarts, ...ruledStarts, ...safeStarts];
  }

  next(): string {
    const kind = this.#random.below(10);
    const line = kind < 3 ? this.#list(3) : kind < 6 ? this.#soup() : this.#mutation();
    // No argument can contain a NUL.
    return line.replaceAll('\0', '').slice(0, 2_000);
  }

  #list(depth: number): string {
    const r = this.#random;
    const parts = r.times(1 + r.below(r.chance(0.5) ? 2 : 3), () => this.#node(depth));
    return parts.reduce(
      (line, part) => line + r.pick([' ; ', ';', '; ', ' && ', ' || ', ' | ', ' |& ', ' & ', '\n', ' 2>&1 | ', '&!', ' &| ']) + part,
    );
  }

  #node(depth: number): string {
    const r = this.#random;
    if (depth <= 0 || r.chance(0.7)) return this.#command(depth);
    const inner = (): string => this.#list(depth - 1);
    return r.pick([
      () => `{ ${inner()}; }`,
      () => `{ ${inner()} }`,
      () => `(${inner()})`,
      () => `! ${inner()}`,
      () => `if ${inner()}; then ${inner()}; fi`,
      () => `while ${inner()}; do ${inner()}; break; done`,
      () => `for x in a ${this.#word(depth - 1)}; do ${inner()}; done`,
      () => `case ${this.#word(depth - 1)} in x) ${inner()};; esac`,
      () => `f() { ${inner()}; }`,
      () => `${this.#redirect(depth - 1)} { ${inner()} }`,
      () => `time ${inner()}`,
      () => `[[ ${this.#word(depth - 1)} ]]`,
      () => `(( ${this.#word(depth - 1)} ))`,
      () => `repeat 2 ${inner()}`,
      () => `{ ${inner()} } always { ${inner()} }`,
      () => `if true { ${inner()} }`,
      () => `for x (a) ${inner()}`,
      () => `cat <<${r.pick(['E', "'E'", '"E"', '\\E', '-E'])}${r.chance(0.3) ? ` ${this.#redirect(0)}` : ''}\n${inner()}\nE`,
    ])();
  }

  #command(depth: number): string {
    const r = this.#random;
    const start = r.chance(0.12) ? this.#payload() : r.chance(0.05) ? r.pick(reserved) : r.pick(this.#starts);
    const before = r.chance(0.1)
      ? `${r.pick(['COLUMNS=1', 'LC_ALL=C', 'CI=1', 'NO_COLOR=1', 'PATH=0', 'x=1', `LANG=${this.#word(depth - 1)}`, `LINES=${this.#word(depth - 1)}`])} `
      : '';
    const early = r.chance(0.06) ? `${this.#redirect(depth - 1)} ` : '';
    const words = r.times(r.below(3), () => this.#word(depth - 1));
    const redirects = r.chance(0.35) ? r.times(1 + r.below(2), () => this.#redirect(depth - 1)) : [];
    const tail = [...words, ...redirects];
    return early + before + [start, ...tail].join(r.chance(0.95) ? ' ' : '') + (r.chance(0.04) ? ` # ${this.#payload()}` : '');
  }

  #redirect(depth: number): string {
    const r = this.#random;
    const descriptor = r.pick(['', '', '', '1', '2', '0', '3', '{v}', '{1}', 'a', '10']);
    if (r.chance(0.4))
      return r.pick(['2>&1', '>/dev/null', '2>/dev/null', '</dev/null', '&>/dev/null', '< a', '<a', '>&2', '1>&2', '<&-', '>&-', '<<<x']);
    const operator = r.pick(['<', '>', '>>', '>|', '>!', '<>', '>&', '<&', '&>', '<<<', '<(', '>(', '=(', '< <(', '> >(', '< =(', '<<<=(']);
    if (operator.endsWith('(')) return `${descriptor}${operator}${this.#list(depth)})${r.chance(0.2) ? r.pick(['x', '#', '1', ' ']) : ''}`;
    return `${descriptor}${operator}${r.pick(['', ' '])}${this.#word(depth)}`;
  }

  #word(depth: number): string {
    const r = this.#random;
    if (r.chance(0.6)) return r.pick(plainWords);
    if (depth > 0 && r.chance(0.25)) {
      const inner = this.#list(depth - 1);
      return r.pick([
        () => `$(${inner})`,
        () => `\`${inner}\``,
        () => `"$(${inner})"`,
        () => `'${inner}'`,
        () => `"${inner}"`,
        () => `<(${inner})`,
        () => `>(${inner})`,
        () => `=(${inner})`,
        () => `\${x:-${inner}}`,
        () => `"\${x:-'${inner}'}"`,
        () => `"\${x:-$'${inner}'}"`,
        () => `$((${inner}))`,
        () => `a=(${inner})`,
        () => `a=($(${inner}))x`,
        () => `$'${inner}'`,
        () => `$"${inner}"`,
        () => `{a,$(${inner})}`,
        () => `a[$(${inner})]=1`,
        () => `'a[$(${inner})]'`,
        () => `*(e:${inner}:)`,
        () => `\${(e)x:-${inner}}`,
        () => `$[${inner}]`,
        () => `(${inner})`,
        () => `{${inner}}`,
      ])();
    }
    return r.chance(0.7) ? r.pick(oddWords) : r.pick(plainWords) + r.pick(oddWords) + r.pick(['', ...plainWords]);
  }

  #payload(): string {
    return this.#random.pick(payloads);
  }

  #token(): string {
    const r = this.#random;
    const kind = r.below(20);
    if (kind < 7) return r.pick(operators);
    if (kind < 10) return r.pick(plainWords);
    if (kind < 14) return r.pick(oddWords);
    if (kind < 15) return r.pick(reserved);
    if (kind < 18) return this.#payload();
    return kind < 19 ? r.pick(this.#starts) : String.fromCharCode(32 + r.below(95));
  }

  #soup(): string {
    const r = this.#random;
    const start = r.chance(0.85) ? r.pick(this.#starts) : '';
    const blanks = r.pick([0.2, 0.5, 0.9]);
    return r
      .times(1 + r.below(r.chance(0.7) ? 5 : 10), () => this.#token())
      .reduce((line, token) => line + (r.chance(blanks) ? ' ' : '') + token, start);
  }

  #mutation(): string {
    const r = this.#random;
    let line = r.pick(this.#everyday);
    for (let left = r.pick([0, 1, 1, 1, 2, 2, 3, 4]); left > 0; left -= 1) line = this.#mutate(line);
    return line;
  }

  #mutate(line: string): string {
    const r = this.#random;
    const at = r.below(line.length + 1);
    const words = line.split(' ');
    const index = r.below(words.length);
    return r.pick([
      () => line.slice(0, at) + this.#token() + line.slice(at),
      () => line.slice(0, at) + line.slice(at + 1),
      () => line.slice(0, at) + line.slice(Math.max(0, at - 1 - r.below(4))),
      () =>
        line.slice(0, at) +
        r.pick(operators) +
        this.#payload() +
        r.pick(['', ' ', ')', ' )', '}', ' }', '`', "'", '"', ' ]', ' ))', '#', '\n', ';']) +
        line.slice(at),
      () => words.toSpliced(index, 0, this.#token()).join(' '),
      () => words.toSpliced(index, 1).join(' '),
      () => words.toSpliced(index, 1, this.#token()).join(' '),
      () => words.toSpliced(index, 0, words[r.below(words.length)] ?? '').join(' '),
      () => `${line}${r.pick([' ', '', ';', '\n'])}${this.#token()}`,
      () => `${this.#token()}${r.pick([' ', ''])}${line}`,
      () => `${line}${r.pick(operators)}${r.pick(this.#everyday)}`,
      () => line.slice(0, at) + String.fromCharCode(32 + r.below(95)) + line.slice(at + 1),
      () => words.toSpliced(index, 1, `${words[index] ?? ''}${this.#redirect(1)}`).join(' '),
      () => words.toSpliced(index, 0, this.#redirect(2)).join(' '),
      () =>
        words
          .toSpliced(
            index,
            1,
            r.pick([`'${words[index] ?? ''}'`, `"${words[index] ?? ''}"`, `$'${words[index] ?? ''}'`, `\\${words[index] ?? ''}`]),
          )
          .join(' '),
    ])();
  }
}
