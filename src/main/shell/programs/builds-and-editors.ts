import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { isHarmlessValue } from '../program-variables';
import { scriptComesIn } from '../standard-input';
import type { ShellWord } from '../words';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';
import { byOutputFlags, unnamed } from './written';

const installs = ({ args }: Invocation): readonly ShellWord[] =>
  operandsOf(args, '-C -f -B -S').some(({ literal }) => literal === 'install') || hasFlag(args, '--install')
    ? [unnamed('where it installs to')]
    : [];

/** `make MAKEFLAGS=--eval=…`, `make 'X=$(shell …)'`, `make X!=…` */
function addsToMakefile({ literal, raw }: ShellWord): boolean {
  const [, flags] = /^(?:GNU)?MAKEFLAGS[:?+]*=(.*)$/s.exec(raw) ?? [];
  if (flags !== undefined) return literal === null || !isHarmlessValue('MAKEFLAGS', flags);
  return /\$[({]shell\b|^\w+!=/.test(raw);
}

const vi: ProgramRecord = {
  interpreter: { codeFlag: /^(-[a-zA-Z]*[cS]|--cmd$|\+\D)/, codeAfterFile: true },
  freeOperands: true,
};
/** Each of them has a command in its own language that runs a program. */
const ownCommands: ProgramRecord = { unclear: () => ['It follows commands of its own'] };

/** Programs that build, test and edit. */
export const buildAndEditPrograms: ProgramRecords = {
  'make gmake': {
    writes: installs,
    unclear: ({ args }) =>
      hasFlag(args, '--eval') || scriptComesIn(args) || args.some(addsToMakefile) ? ['What it makes is only known when it runs'] : [],
  },
  'ninja meson': { writes: installs },
  cmake: { writes: (use) => [...installs(use), ...valuesOf(use.args, '-B', '--prefix')] },
  // Their `-i` and `-w` do not edit files.
  'gcc g++ clang cc ffmpeg ffprobe ffplay sox magick convert': { writes: byOutputFlags },
  'jest vitest mocha ava tap playwright cypress pytest tox phpunit rspec bats ctest gradle gradlew mvn mvnw code nano': {
    freeOperands: true,
  },
  'vi vim nvim ex': vi,
  'ed red dc m4': ownCommands,
};
