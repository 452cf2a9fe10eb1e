import { hasFlag, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { unnamed } from './written';

/** The files and folders that tar writes. It also takes its flags without a dash, their values after them: `tar czf a.tgz src`. */
export function writtenByTar(args: readonly ShellWord[]): readonly ShellWord[] {
  const bundle = /^[A-Za-z]+$/.test(args[0]?.literal ?? '') ? [...(args[0]?.literal ?? '')] : [];
  const bundled = bundle.filter((letter) => 'fCbgTXIKNVHL'.includes(letter));
  const after = (letter: string): ShellWord[] => args.slice(1).filter((_, index) => bundled[index] === letter);
  const mode = (...letters: string[]): boolean =>
    letters.some((letter) => bundle.includes(letter) || args.some(({ literal }) => new RegExp(`^-[A-Za-z]*${letter}`).test(literal ?? '')));
  const makes = mode('c', 'r', 'u', 'A') || hasFlag(args, '--create', '--append', '--update', '--catenate');
  // `-czfa.tgz`
  const joint = args
    .flatMap(({ literal }) => /^-[A-Za-eg-z]*f(.+)$/.exec(literal ?? '')?.[1] ?? [])
    .map((file) => ({ literal: file, raw: file }));
  const archives = [...after('f'), ...valuesOf(args, '-f', '--file'), ...joint];
  const anywhere = !makes && (mode('P') || hasFlag(args, '--absolute-names')) && (mode('x') || hasFlag(args, '--extract', '--get'));
  return [
    ...after('C'),
    ...valuesOf(args, '-C', '--directory'),
    ...(makes ? archives.filter(({ literal }) => literal !== '-') : []),
    ...(anywhere ? [unnamed('wherever the archive says')] : []),
  ];
}
