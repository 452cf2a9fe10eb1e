import { hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { hasAny } from './conditions';
import { line } from './inner';
import type { ProgramRecord } from './record';
import { unnamed } from './written';

const lineFlags = [
  '-I',
  '-F',
  '--use-compress-program',
  '--to-command',
  '--checkpoint-action',
  '--info-script',
  '--new-volume-script',
  '--rsh-command',
] as const;
const valued =
  '-f -C -b -g -T -X -I -F -K -N -V -H -L --file --directory --files-from --exclude --exclude-from --use-compress-program --to-command ' +
  '--strip-components --transform --listed-incremental --owner --group --mode --mtime';

const valuedFlags: ReadonlySet<string> = new Set(valued.split(' '));

/**
 * Splits flags that are written together: `-czfa.tgz` is `-c -z -f a.tgz`. tar also takes them without a dash, and then their
 * values follow in order: `tar cfI a.tgz gzip src`.
 */
function separateFlags(args: readonly ShellWord[]): readonly ShellWord[] {
  const flag = (letter: string): ShellWord => ({ literal: `-${letter}`, raw: `-${letter}` });
  const takesValue = (letter: string): boolean => valuedFlags.has(`-${letter}`);
  const [first, ...others] = args;
  if (/^[A-Za-z]+$/.test(first?.literal ?? '')) {
    const letters = [...(first?.literal ?? '')];
    const values = others.slice(0, letters.filter(takesValue).length);
    let taken = 0;
    const flags = letters.flatMap((letter) => (takesValue(letter) ? [flag(letter), ...values.slice(taken, ++taken)] : [flag(letter)]));
    return [...flags, ...separateFlags(others.slice(values.length))];
  }
  return args.flatMap((word) => {
    const letters = /^-(\w{2,}.*)$/s.exec(word.literal ?? '')?.[1] ?? '';
    const last = [...letters].findIndex(takesValue);
    const plain = [...(last < 0 ? letters : letters.slice(0, last + 1))].map(flag);
    const value = last < 0 ? '' : letters.slice(last + 1);
    if (letters === '') return [word];
    return value === '' ? plain : [...plain, { literal: value, raw: value }];
  });
}

/** The files and folders that tar writes. */
function writtenBy(args: readonly ShellWord[]): readonly ShellWord[] {
  const makes = hasFlag(args, '-c', '-r', '-u', '-A', '--create', '--append', '--update', '--catenate', '--concatenate');
  const extracts = !makes && hasFlag(args, '-x', '--extract', '--get');
  const archives = valuesOf(args, '-f', '--file').filter(({ literal }) => literal !== '-');
  // Members that are named to be extracted.
  const members = extracts ? operandsOf(args, valued).filter(({ literal }) => literal !== null) : [];
  return [
    ...(makes ? archives : members),
    ...valuesOf(args, '-C', '--directory'),
    ...(extracts && hasFlag(args, '-P', '--absolute-names') ? [unnamed('wherever the archive says')] : []),
  ];
}

export const tar: ProgramRecord = {
  risks: { deletes: hasAny('--remove-files', '--delete', '--unlink-first', '--recursive-unlink') },
  writes: ({ args }) => writtenBy(separateFlags(args)),
  namesInFolder: 'any',
  starts: ({ words }) =>
    valuesOf(separateFlags(words.slice(1)), ...lineFlags).map(({ literal }) => line(literal?.replace(/^exec=/, '') ?? null)),
};
