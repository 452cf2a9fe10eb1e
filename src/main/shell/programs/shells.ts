import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { isInput, sourced } from '../standard-input';
import type { ShellWord } from '../words';
import { hasAny } from './conditions';
import { commandOf, type Inner, joined, line, startOfLine } from './inner';
import { anything, isInert, noPaths } from './reads';
import type { ProgramRecords, ReadsByWords } from './record';
import { hereDocuments, shellLine, withDialectDoubt } from './shell-line';
import { allOf, operandAt, valuesAfter } from './written';

const test: ReadsByWords = (words) => {
  const terms = words[0] === '!' ? words.slice(1) : words;
  const [a = '', b = '', c = ''] = terms;
  if (!terms.every(isInert)) return null;
  if (terms.length === 2 && /^-[nz]$/.test(a)) return [];
  if (terms.length === 2 && /^-[abcdefghkprsuwxGLNOS]$/.test(a)) return [b];
  if (terms.length === 3 && /^(=|==|!=)$/.test(b)) return [];
  if (terms.length === 3 && /^-(eq|ne|lt|le|gt|ge)$/.test(b) && /^-?\d+$/.test(a) && /^-?\d+$/.test(c)) return [];
  if (terms.length === 3 && /^-(nt|ot|ef)$/.test(b)) return [a, c];
  return terms.length <= 1 ? [] : null;
};

const lineInAnyShell = (words: readonly ShellWord[]): readonly Inner[] => shellLine(words.slice(1))?.flatMap(withDialectDoubt) ?? [];

/** On some systems the words after the file of `script` are the command. */
const scriptCommand = (args: readonly ShellWord[]): readonly ShellWord[] => operandsOf(args, '-t -T -F').slice(1);

/** Shells and their builtins. */
export const shellPrograms: ProgramRecords = {
  'sh bash rbash zsh ksh': { shell: { valued: '--rcfile --init-file' } },
  'dash ash hush mksh oksh loksh lksh pdksh rksh yash posh csh tcsh fish rzsh sash ion': { shell: {} },
  su: { risks: { sudo: true }, starts: ({ words }) => lineInAnyShell(words) },
  emulate: { starts: ({ words }) => lineInAnyShell(words) },
  script: {
    starts: ({ words }) => {
      const lines = shellLine(words.slice(1));
      const command = scriptCommand(words.slice(1));
      return lines ? lines.flatMap(withDialectDoubt) : command.length > 0 ? [commandOf(command)] : [];
    },
    writes: allOf(
      operandAt(0, '-c -t -T -F -B -I -O -E -m -o --command --echo --logging-format --output-limit'),
      valuesAfter('-B', '-I', '-O', '-T', '--log-io', '--log-in', '--log-out', '--log-timing'),
    ),
  },

  'true :': { reads: anything, printsNothing: true },
  'false {': { reads: anything },
  test: { reads: test },
  '[': { reads: (words) => (words.at(-1) === ']' ? test(words.slice(0, -1)) : null) },
  which: { reads: noPaths('-a') },
  type: { reads: noPaths('-atpP') },
  sleep: { reads: noPaths('', (word) => /^\d{0,3}(\.\d+)?s?$/.test(word)) },

  '. source': { starts: ({ words, redirects }) => (isInput(sourced(words)) ? hereDocuments(redirects) : []) },
  eval: { starts: ({ words }) => [joined(words.slice(words[1]?.literal === '--' ? 2 : 1))] },
  // It edits and runs earlier commands again.
  fc: { starts: () => [line(null)] },
  trap: {
    starts: ({ words }) => [
      joined(
        words
          .slice(1)
          .filter(({ literal }) => !/^-/.test(literal ?? ''))
          .slice(0, 1),
      ),
    ],
  },
  alias: {
    starts: ({ words }) =>
      words
        .slice(1)
        .flatMap(({ literal, raw }) => (raw.includes('=') ? [startOfLine(literal?.slice(literal.indexOf('=') + 1) ?? null)] : [])),
    startsNothingElse: true,
  },
  'unalias help case for': { startsNothingElse: true },
  'mapfile readarray': { lineFlags: ['-C'], addsToLines: true },
  hash: { lineFlags: ['-p'], addsToLines: true, startsNothingElse: true },
  compgen: {
    lineFlags: ['-C'],
    addsToLines: true,
    // It expands the value of `-W` like the words of a command.
    starts: ({ words }) => valuesOf(words.slice(1), '-W').map(({ literal }) => line(literal === null ? null : `: ${literal}`)),
  },
  // They show every variable, including keys.
  set: { risks: { secrets: ({ args }) => args.length === 0 } },
  'export declare typeset readonly': {
    risks: { secrets: ({ args }) => operandsOf(args).length === 0 },
    startsNothingElse: true,
  },
  history: { risks: { deletes: hasAny('-c', '-d') } },
  enable: { unclear: ({ args }) => (hasFlag(args, '-f') ? ['It loads a builtin from a file'] : []) },
};
