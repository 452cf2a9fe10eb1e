import { hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import type { Invocation } from './record';

type Writes = (use: Invocation) => readonly ShellWord[];

/** Every operand. `valued` names the flags that take the next word. */
export const operands =
  (valued = ''): Writes =>
  ({ args }) =>
    operandsOf(args, valued);

/** The operand at this place. */
export const operandAt =
  (index: number, valued = ''): Writes =>
  ({ args }) =>
    operandsOf(args, valued).slice(index, index + 1);

/** The values of these flags. */
export const valuesAfter =
  (...flags: readonly string[]): Writes =>
  ({ args }) =>
    valuesOf(args, ...flags);

export const allOf =
  (...writes: readonly Writes[]): Writes =>
  (use) =>
    writes.flatMap((each) => each(use));

export const nothing: Writes = () => [];

/** A file in the person's home. */
export const inHome = (file: string): ShellWord => ({ literal: `~/${file}`, raw: `~/${file}` });

/** A place that the words do not name, described for the person. */
export const unnamed = (description: string): ShellWord => ({ literal: null, raw: description });

/** Common names for the flag that names the output file or folder. */
const outputFlags =
  '-o -out --out --outfile --out-file --outdir --out-dir --outDir --output --output-file --output-dir --output-path --target-dir --dest --destination'.split(
    ' ',
  );
/** With these flags, most programs overwrite the files that they are given. */
const editFlags = /^(-i|-w|--write|--fix|--in-?place)(=|$)/;

/** A variable may be anything, but usually names a place in the folder. */
const isKnownPlace = ({ literal, raw }: ShellWord): boolean => literal !== null || /^\$\{?HOME\b/.test(raw);

/** The output flags that most programs share. */
export const byOutputFlags: Writes = ({ args }) => valuesOf(args, ...outputFlags).filter(isKnownPlace);

/** The output flags that most programs share, and the flags that edit the given files in place. */
export const byCommonFlags: Writes = (use) => {
  const edits = use.args.some(({ literal }) => editFlags.test(literal ?? ''));
  return [...byOutputFlags(use), ...(edits ? operandsOf(use.args).filter(isKnownPlace) : [])];
};

/** The last operand, or the value of a flag that names the target folder. */
export const copyTarget =
  (valued: string, ...targetFlags: readonly string[]): Writes =>
  ({ args }) => {
    const into = targetFlags.length > 0 ? valuesOf(args, ...targetFlags) : [];
    const all = operandsOf(args, valued);
    return into.length > 0 ? into : all.length > 1 ? all.slice(-1) : [];
  };

/** The files after a script: every operand with `-e` or a similar flag, otherwise all but the first. */
export const filesAfterScript = (args: readonly ShellWord[], valued: string, ...scriptFlags: readonly string[]): readonly ShellWord[] =>
  operandsOf(args, valued).slice(hasFlag(args, ...scriptFlags) ? 0 : 1);

/** The files that sed or perl edits in place, with `-i` among its flags. */
export const editedInPlace: Writes = ({ args }) =>
  args.some(({ literal }) => /^(-[a-zA-Z]*i|--in)/.test(literal ?? ''))
    ? filesAfterScript(args, '-e -f --expression --file', '-e', '-f', '--expression', '--file')
    : [];
