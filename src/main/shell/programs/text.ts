import { hasFlag, operandsOf } from '../arguments';
import { awk, otherAwk } from './awk';
import { ReadOnlyFlags } from './read-only-flags';
import { anything, isInert, noPaths, paths, patternThenPaths } from './reads';
import type { Condition, ProgramRecords, ReadsByWords } from './record';
import { sed } from './sed';
import { operandAt, operands, valuesAfter } from './written';

/**
 * zsh evaluates the arguments of numeric conversions and of `*` as arithmetic, and `PATH=0` assigns there. For `%n` bash sets the
 * named variable.
 */
const printf: ReadsByWords = ([format = '', ...args]) => {
  if (format.startsWith('-') || ![format, ...args].every(isInert)) return null;
  const conversions = format.replaceAll('%%', '').match(/%[-+ 0#'\d.]*./gs) ?? [];
  const areTexts = conversions.every((conversion) => /[sbcq]$/.test(conversion));
  const areKnown = conversions.every((conversion) => /[sbcqdiouxXeEfFgG]$/.test(conversion));
  const isWhole = !/%[-+ 0#'\d.]*$/.test(format.replaceAll('%%', ''));
  return isWhole && (areTexts || (areKnown && args.every((word) => /^-?\d+(\.\d+)?$/.test(word)))) ? [] : null;
};

/**
 * `-r` and `-N` are not listed, because diff follows every link inside folders. Given a file and a folder, it compares the file of
 * that name in the folder.
 */
const diffPaths = paths(
  '-# -uqwbiyasBt -U= -C= --brief --unified? --side-by-side --color? --ignore-all-space --ignore-space-change --ignore-case --text',
  2,
);
const diff: ReadsByWords = (words) => {
  const [a, b, ...others] = diffPaths(words) ?? [];
  return a === undefined || b === undefined || others.length > 0 ? null : [a, b, `${a}/${nameOf(b)}`, `${b}/${nameOf(a)}`];
};
const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

/** A jq program can show the environment and read other files. */
const jq = patternThenPaths(
  new ReadOnlyFlags(
    '-rcnesSMCajR --raw-output --compact-output --null-input --exit-status --slurp --sort-keys --monochrome-output --color-output --join-output --raw-input --tab --indent=',
    { anywhere: true },
  ),
  [],
  (program) =>
    !/\benv\b/i.test(program) &&
    !/\b(import|include|input_filename|modulemeta|get_search_list|def|repeat|range|until|while|recurse|limit)\b|\$\s*__/.test(program),
);

const stringsPaths = paths('-# -af -n= -t= --all --print-file-name --bytes= --radix=');

/** xxd parses each flag separately, and `-r` writes. Its second operand is an output file. */
const xxd: ReadsByWords = (words) => {
  const start = words.findIndex((word, index) => !/^-/.test(word) && !/^-[cgls]$/.test(words[index - 1] ?? ''));
  const flags = start < 0 ? words : words.slice(0, start);
  const operands = start < 0 ? [] : words.slice(start);
  const areListed = flags.every((flag, index) =>
    /^-[cgls]$/.test(flags[index - 1] ?? '') ? /^\+?\d+$/.test(flag) : /^-(p|ps|plain|u|b|bits|i|e|a|[cgls]\d*)$/.test(flag),
  );
  return areListed && operands.length <= 1 ? operands : null;
};

/** Its operands are only empty words and empty files, so it prints nothing. */
const printsOnlyEmpty: Exclude<Condition, true> = ({ args }) =>
  args.every(({ raw }) => /^-\w+$/.test(raw) || raw === '' || raw === '/dev/null');

/** Programs that show, filter, compare and convert text. */
export const textPrograms: ProgramRecords = {
  echo: { reads: anything, printsNothing: printsOnlyEmpty },
  printf: {
    reads: printf,
    printsNothing: printsOnlyEmpty,
    // zsh evaluates arithmetic: `printf %d PATH=0` sets PATH.
    unclear: ({ args }) =>
      args.slice(1).some(({ literal }) => /[A-Za-z_]\w*(\[.*\])?\s*([-+*/%&|^]?=(?!=)|\+\+|--)|(\+\+|--)[A-Za-z_]/.test(literal ?? '')) &&
      /%[^%a-z]*[diouxXeEfFgGaA*]/.test(args[0]?.raw ?? '')
        ? ['It sets variables']
        : [],
  },
  cat: {
    reads: paths('-nAbeEstTv --number --number-nonblank --show-all --show-ends --squeeze-blank'),
    // Without a file it copies its input.
    printsNothing: (use) => use.args.some(({ raw }) => !/^-\w+$/.test(raw)) && printsOnlyEmpty(use),
  },
  head: { reads: paths('-# -qv -n= -c= --lines= --bytes= --quiet --verbose') },
  tail: { reads: paths('-# -qvr -n= -c= --lines= --bytes= --quiet --verbose') },
  nl: { reads: paths('-b= -w= -s= -v=') },
  'tac rev': { reads: paths('') },
  wc: { reads: paths('-lwcmL --lines --words --bytes --chars --max-line-length') },
  sort: {
    reads: paths(
      '-rnuhVfbgMsdiRczm -k= -t= --reverse --numeric-sort --unique --human-numeric-sort --version-sort --ignore-case --key= --field-separator= --stable',
    ),
    writes: valuesAfter('-o', '--output'),
    lineFlags: ['--compress-program'],
  },
  // Its second operand is an output file.
  uniq: {
    reads: paths('-cduiDz -f= -s= -w= --count --repeated --unique --ignore-case', 1),
    writes: operandAt(1, '-f -s -w'),
  },
  cut: {
    reads: paths('-sz -d= -f= -c= -b= --delimiter= --fields= --characters= --bytes= --complement --output-delimiter= --only-delimited'),
  },
  tr: { reads: noPaths('-dscCt --delete --squeeze-repeats --complement') },
  paste: { reads: paths('-sz -d=') },
  diff: { reads: diff },
  cmp: { reads: paths('-slb --silent --quiet --verbose', 2) },
  jq: { reads: jq },
  sed,
  'awk gawk': awk,
  'mawk nawk': otherAwk,
  basename: { reads: noPaths('-az -s= --multiple --suffix= --zero') },
  dirname: { reads: noPaths('-z --zero') },
  seq: { reads: noPaths('-w -s= -f=') },
  comm: { reads: paths('-123iz --check-order --nocheck-order --output-delimiter= --total', 2) },
  join: { reads: paths('-iz -a= -e= -j= -o= -t= -v= -1= -2= --header --check-order --nocheck-order', 2) },
  fold: { reads: paths('-bs -w= --bytes --spaces --width=') },
  'expand unexpand': { reads: paths('-ai -t= --tabs= --initial --all') },
  column: { reads: paths('-txJ -s= -c= -o= -N= -R= --table --json --separator= --output-separator=') },
  od: { reads: paths('-abcdfilosxhv -A= -j= -N= -t=') },
  'hexdump hd': { reads: paths('-Cbcdovx -n= -s=') },
  // For a word that starts with `@`, GNU strings reads more words from that file.
  strings: { reads: (words) => (words.some((word) => word.startsWith('@')) ? null : stringsPaths(words)) },
  tsort: { reads: paths('', 1) },
  // Apple's version takes a file after `-i` and `-o`, so neither flag is listed.
  base64: { reads: paths('-d -w= --decode --wrap=', 1) },

  tee: {
    writes: operands(),
    empties: ({ args, redirects }) =>
      redirects.some(({ kind, target }) =>
        kind === 'read' ? target.literal === '/dev/null' : kind === 'text' && target.raw.trim() === '',
      ) && !hasFlag(args, '-a', '--append')
        ? operandsOf(args, '-m -o -g -t -S')
        : [],
    freeOperands: true,
  },
  sponge: { writes: operands() },
  split: { writes: operandAt(1, '-a -b -C -l -n -t'), lineFlags: ['--filter'] },
  csplit: { writes: valuesAfter('-f', '--prefix') },
  xxd: {
    reads: xxd,
    otherUses: true,
    writes: operandAt(1, '-c -g -l -n -o -s -cols -groupsize -len -seek -offset -name'),
  },
  sd: { writes: ({ args }) => operandsOf(args, '-f -n').slice(2) },
  yq: { writes: ({ args }) => (hasFlag(args, '-i', '--inplace', '--in-place') ? operandsOf(args).slice(1) : []) },
};
