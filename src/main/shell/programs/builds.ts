import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { isHarmlessValue } from '../program-variables';
import { scriptComesIn } from '../standard-input';
import type { ShellWord } from '../words';
import { anyOperandIs, anyWordIs } from './conditions';
import { commandOf, type Inner } from './inner';
import { versionBy } from './reads';
import type { Invocation, ProgramRecords } from './record';
import { byCommonFlags, byOutputFlags, unnamed } from './written';

const installs = ({ args }: Invocation): readonly ShellWord[] =>
  operandsOf(args, '-C -f -B -S').some(({ literal }) => literal === 'install') || hasFlag(args, '--install')
    ? [unnamed('where it installs to')]
    : [];

/** make runs commands given in variables: `make MAKEFLAGS=--eval=…`, `make 'X=$(shell …)'`, `make X!=…`, `make SHELL=./x`. */
function addsToMakefile({ literal, raw }: ShellWord): boolean {
  const [, flags] = /^(?:GNU)?MAKEFLAGS[:?+]*=(.*)$/s.exec(raw) ?? [];
  if (flags !== undefined) return literal === null || !isHarmlessValue('MAKEFLAGS', flags);
  return /\$[({]|^\w+!=|^SHELL[:?+]*=(?!(\/usr)?\/bin\/(ba|z|da)?sh$)/.test(raw);
}

/** The words of a tool that cmake runs: `cmake -E rm a`. */
const toolOf = (args: readonly ShellWord[]): readonly ShellWord[] => {
  const at = args.findIndex(({ literal }) => literal === '-E');
  return at < 0 ? [] : args.slice(at + 1);
};

/** Some of these tools start a command: `cmake -E env A=1 rm x`, `cmake -E time rm x`. */
function startedByTool(args: readonly ShellWord[]): readonly Inner[] {
  const [name, ...words] = toolOf(args);
  if (!/^(env|time)$/.test(name?.literal ?? '')) return [];
  const start = words.findIndex(({ raw }) => !/^--|=/.test(raw));
  return start < 0 ? [] : [commandOf(words.slice(start))];
}

function writtenByTool(args: readonly ShellWord[]): readonly ShellWord[] {
  const [name, ...words] = toolOf(args);
  const operands = operandsOf(words);
  if (/^(make_directory|touch|touch_nocreate|rm|remove|remove_directory)$/.test(name?.literal ?? '')) return operands;
  return /^(copy|copy_if_different|copy_directory\w*|rename|create_symlink|create_hardlink)$/.test(name?.literal ?? '')
    ? operands.slice(-1)
    : [];
}

/** The output file of a converter: the last word, if it is not a flag. */
const lastWord = ({ args }: Invocation): readonly ShellWord[] =>
  args.length > 1 ? args.slice(-1).filter(({ literal }) => literal !== null && !/^-./.test(literal)) : [];

/** Programs that build, convert and test. */
export const buildPrograms: ProgramRecords = {
  'make gmake': {
    reads: versionBy('-v', '--version'),
    otherUses: true,
    writes: installs,
    unclear: ({ args }) =>
      hasFlag(args, '--eval', '-E') || scriptComesIn(args) || args.some(addsToMakefile) ? ['What it makes is only known when it runs'] : [],
  },
  'ninja meson': { writes: installs },
  cmake: {
    reads: versionBy('--version'),
    otherUses: true,
    risks: { deletes: ({ args }) => /^(rm|remove|remove_directory)$/.test(toolOf(args)[0]?.literal ?? '') },
    writes: (use) => [...installs(use), ...valuesOf(use.args, '-B', '--prefix'), ...writtenByTool(use.args)],
    starts: ({ words }) => startedByTool(words.slice(1)),
  },
  // For these, `-i` and `-w` don't mean editing files.
  'gcc g++ clang clang++ cc c++': {
    reads: versionBy('--version', '-dumpversion', '-dumpmachine'),
    otherUses: true,
    writes: byOutputFlags,
    unclear: ({ args }) => (args.some(({ raw }) => /^-(wrapper|B\S*|fplugin=.*)$/.test(raw)) ? ['It can run another program'] : []),
  },
  'ffmpeg sox magick convert mogrify': { writes: (use) => [...byOutputFlags(use), ...lastWord(use)] },
  'java javac': { reads: versionBy('-version', '--version'), otherUses: true, freeOperands: true },
  'ffprobe ffplay': { writes: byOutputFlags },
  'tex latex pdftex pdflatex xelatex lualatex latexmk': {
    unclear: ({ args }) =>
      args.some(({ raw }) => /^--?(enable-write18|shell-escape)$/.test(raw)) ? ['The document can run programs'] : [],
    writes: (use) => [...byCommonFlags(use), ...valuesOf(use.args, '-output-directory', '--output-directory')],
  },
  'gs ghostscript': {
    unclear: ({ args }) => (args.some(({ raw }) => /NOSAFER|%pipe%/.test(raw)) ? ['The document can run programs'] : []),
    writes: (use) => [
      ...byOutputFlags(use),
      ...use.args.flatMap(({ literal, raw }) =>
        /^-sOutputFile=/.test(raw)
          ? [{ literal: literal?.slice('-sOutputFile='.length) ?? null, raw: raw.slice('-sOutputFile='.length) }]
          : [],
      ),
    ],
  },
  'mvn mvnw gradle gradlew sbt': { risks: { network: anyOperandIs(/^(deploy|publish\w*|release:\w+)$/) }, freeOperands: true },
  'jest vitest mocha ava tap playwright cypress pytest tox phpunit rspec bats ctest': { freeOperands: true },
  // They install hooks that git runs.
  'pre-commit lefthook husky': { risks: { governs: ({ args }) => /^(install|add|set|init|)$/.test(operandsOf(args)[0]?.literal ?? '') } },
  'xcodebuild fastlane': { risks: { network: anyWordIs(/^(-downloadPlatform|-downloadAllPlatforms|deliver|pilot|upload_\w+)$/) } },
};
