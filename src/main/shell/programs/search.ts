import { hasFlag, operandsOf } from '../arguments';
import type { ShellWord } from '../words';
import { commandOf, type Inner, unknownWords } from './inner';
import { ReadOnlyFlags } from './read-only-flags';
import { paths, patternThenPaths } from './reads';
import type { Invocation, ProgramRecord, ProgramRecords, ReadsByWords } from './record';
import { nothing } from './written';

/** grep's first operand is the pattern and not a file, unless a flag supplies the pattern. */
const searchedFor = ({ args }: Invocation): ShellWord | undefined =>
  hasFlag(args, '-e', '-f', '--regexp', '--file', '--files') ? undefined : operandsOf(args, '-A -B -C -m')[0];

const grep: ProgramRecord = {
  // On BSD the value of `--context` is optional. Reading it that way only adds GNU's value to the words checked as paths.
  reads: patternThenPaths(
    '-# -ivnrlLcwxohHsqEFPGaI -A= -B= -C= -e= -m= --ignore-case --invert-match --line-number --recursive --files-with-matches --files-without-match --count ' +
      '--word-regexp --line-regexp --only-matching --no-filename --with-filename --no-messages --quiet --extended-regexp --fixed-strings --perl-regexp --text ' +
      '--include= --exclude= --exclude-dir= --color? --after-context= --before-context= --context? --regexp= --max-count=',
    ['-e', '--regexp'],
  ),
  pattern: searchedFor,
};

const rgFlags =
  '-invlcwxFSsoUNHIq0p -A= -B= -C= -e= -m= -g= -t= -T= --ignore-case --smart-case --case-sensitive --line-number --no-line-number --files-with-matches ' +
  '--count --count-matches --word-regexp --line-regexp --fixed-strings --only-matching --multiline --no-heading --heading --color= --json --sort= --max-depth= ' +
  '--max-count= --glob= --iglob= --type= --type-not= --regexp= --after-context= --before-context= --context= --with-filename --no-filename --trim --stats --quiet --no-messages';
const rgSearch = patternThenPaths(new ReadOnlyFlags(rgFlags, { anywhere: true }), ['-e', '--regexp']);
const rgFiles = paths(new ReadOnlyFlags(`${rgFlags} --files`, { anywhere: true }));
/** With `--files` rg lists names, and has no pattern. */
const rg: ReadsByWords = (words) => (words.includes('--files') ? rgFiles : rgSearch)(words);

const findTests = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -ctime -cmin -atime -amin -maxdepth -mindepth -perm -user -group -links -inum -printf'.split(
    ' ',
  ),
);
const findWords = new Set(
  '! ( ) , -not -a -and -o -or -print -print0 -ls -empty -prune -depth -quit -true -false -daystart -mount -xdev -nouser -nogroup -readable -writable -executable'.split(
    ' ',
  ),
);

/** Tests that compare with another file. */
const findFileTests = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);

const find: ReadsByWords = (words) => {
  const start = words.findIndex((word) => /^[-!(,]/.test(word));
  const expression = start < 0 ? [] : words.slice(start);
  const files: string[] = [];
  for (let index = 0; index < expression.length; index += 1) {
    const word = expression[index] ?? '';
    if (findTests.has(word)) index += 1;
    else if (findFileTests.has(word)) {
      index += 1;
      files.push(expression[index] ?? '');
    } else if (!findWords.has(word)) return null;
  }
  return [...(start < 0 ? words : words.slice(0, start)), ...files];
};

/** The commands after `-exec` and similar tests, up to a `;` or a `+`. The names that are found become words of them. */
function commandsAfter(words: readonly ShellWord[], flag: RegExp, joint?: RegExp): Inner[] {
  return words.flatMap(({ literal }, index) => {
    const attached = index > 0 ? joint?.exec(literal ?? '')?.[1] : undefined;
    if (literal === null || (attached === undefined && !flag.test(literal))) return [];
    const rest = [...(attached === undefined ? [] : [{ literal: attached, raw: attached }]), ...words.slice(index + 1)];
    const end = rest.findIndex((word) => word.literal === ';' || word.literal === '+');
    const inner = rest.slice(0, end < 0 ? undefined : end).map((word) => (/\{.*\}/.test(word.raw) ? unknownWords : word));
    return [commandOf([...inner, unknownWords], literal.endsWith('dir'))];
  });
}

/** Programs that search for files or in files. */
export const searchPrograms: ProgramRecords = {
  'grep egrep fgrep': grep,
  rg: { reads: rg, pattern: searchedFor, lineFlags: ['--pre', '--hostname-bin'] },
  find: {
    reads: find,
    risks: { deletes: ({ args }) => args.some(({ literal }) => literal === '-delete') },
    writes: ({ args }) =>
      args.flatMap(({ literal }, index) => (/^-f(print0?|printf|ls)$/.test(literal ?? '') ? (args[index + 1] ?? []) : [])),
    starts: ({ words }) => commandsAfter(words, /^-(exec|execdir|ok|okdir)$/),
  },
  'fd fdfind': {
    // The command may be joined to the flag: `--exec=rm`, `-xrm`.
    starts: ({ words }) =>
      commandsAfter(words, /^(-[HIusigFalLp01q]*[xX]|--exec|--exec-batch)$/, /^(?:-[HIusigFalLp01q]*[xX]=?|--exec(?:-batch)?=)(.+)$/),
    startsNothingElse: true,
  },
  // For these, `-o` doesn't name an output file.
  'ag ack': { writes: nothing, freeOperands: true },
  'zgrep bzgrep xzgrep zstdgrep zipgrep pgrep pcregrep pcre2grep ugrep agrep ngrep ripgrep': { writes: nothing },
};
