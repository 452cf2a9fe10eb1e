import { valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { firstIs } from './conditions';
import { version, versionBy } from './reads';
import type { ProgramRecord, ProgramRecords } from './record';
import { byCommonFlags, editedInPlace, operands } from './written';

const nodeLike: ProgramRecord = {
  interpreter: {
    codeFlag: /^(-[a-z]*[ep]|--eval|--print)(=|$)/,
    valued: '-r --require --import --loader --experimental-loader -C --conditions --env-file --tsconfig -P --project',
    dataIsCode: true,
  },
};

const moduleOf = (args: readonly ShellWord[], modules: RegExp): boolean =>
  valuesOf(args, '-m').some(({ literal }) => modules.test(literal ?? ''));

const python: ProgramRecord = {
  interpreter: {
    codeFlag: /^-[a-zA-Z]*c/,
    valued: '-W -X',
    inputModules: /^(code|asyncio|pdb|IPython|bpython|ptpython)$/,
  },
  risks: { network: ({ args }) => moduleOf(args, /^(pip|http\.server|ensurepip|smtplib|ftplib|webbrowser)$/) },
  writes: (use) => (moduleOf(use.args, /^(venv|virtualenv)$/) ? operands('-m --prompt')(use) : byCommonFlags(use)),
  inlineCode: (words) => (moduleOf(words.slice(1), /^timeit$/) ? textOf(words.slice(1)) : null),
};

const textOf = (words: readonly ShellWord[]): string => words.map(({ raw }) => raw).join(' ');

/** Subcommands of frameworks that take code: `rails runner '…'`. */
const codeAfter = (start: RegExp): ProgramRecord => ({
  inlineCode: (words) => (start.test(textOf(words.slice(1))) ? textOf(words) : null),
});

/** Programs that run code in a language of their own. */
export const interpreterPrograms: ProgramRecords = {
  node: { ...nodeLike, reads: version, otherUses: true },
  'nodejs tsx ts-node': nodeLike,
  // Its `-v` doesn't print the version but runs code from its input.
  python: { ...python, reads: versionBy('-V', '-VV', '--version'), otherUses: true },
  pypy: python,
  ipython: { interpreter: { codeFlag: /^-[a-zA-Z]*c/ } },
  perl: {
    reads: versionBy('-v', '--version'),
    otherUses: true,
    interpreter: { codeFlag: /^-[a-zA-Z0-9]*[eE]/, valued: '-I', codeAfterFile: true },
    writes: editedInPlace,
  },
  ruby: { reads: versionBy('--version'), otherUses: true, interpreter: { codeFlag: /^-[a-zA-Z0-9]*[eE]/, valued: '-I -r -C' } },
  lua: { interpreter: { codeFlag: /^-[a-zA-Z0-9]*[eE]/, valued: '-l' } },
  osascript: { interpreter: { codeFlag: /^-[a-zA-Z0-9]*[eE]/, codeAfterFile: true } },
  php: { interpreter: { codeFlag: /^-[rBRE]/, valued: '-d -c' } },
  'pwsh powershell': { interpreter: { codeFlag: /^-(c|command|e|ec|enc|encodedcommand)$/i } },
  cmd: {
    interpreter: { codeFlag: /^\/\/?[ckr]/i },
    risks: { deletes: ({ args }) => args.some(({ raw }) => /\b(del|erase|rd|rmdir)\b/i.test(raw)) },
  },
  'julia r elixir iex groovy scala clojure clj bb racket swift gnuplot': { interpreter: { codeFlag: /^(-[eE]|--eval$)/ } },
  'guile expect nu xonsh elvish': { interpreter: { codeFlag: /^-c$/ } },
  'octave octave-cli sbcl': { interpreter: { codeFlag: /^--?eval(=|$)/ } },
  'gdb lldb': { interpreter: { codeFlag: /^(-ex|-iex|--ex|--eval-command|-o|--one-line)(=|$)/, codeAfterFile: true } },
  'ghc ghci pry': { interpreter: { codeFlag: /^-e/ } },
  'erl swipl': { interpreter: { codeFlag: /^-(eval|g|t)$/ } },
  'tclsh wish rscript qjs d8 jsc duk jrunscript raku perl6 kotlin ocaml csi janet fennel luajit hy': {
    interpreter: { codeFlag: /^-(e|eval|c)$/ },
  },
  'gjs micropython jython bpython': { interpreter: { codeFlag: /^-c$/ } },
  crystal: { inlineCode: (words) => (words[1]?.literal === 'eval' ? textOf(words.slice(1)) : null) },

  rails: codeAfter(/^(runner|r)\b/),
  mix: codeAfter(/^(run (-e|--eval)|eval)\b/),
  wp: codeAfter(/^eval\b/),
  drush: codeAfter(/^(php-eval|ev)\b/),
  'manage.py': { ...codeAfter(/^shell (-c|--command)\b/), risks: { deletes: firstIs(/^(flush|reset_db|sqlflush)$/) } },
  artisan: codeAfter(/^tinker --execute\b/),
};
