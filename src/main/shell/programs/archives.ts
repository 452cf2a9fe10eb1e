import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { hasAny } from './conditions';
import type { ProgramRecords } from './record';
import { writtenByTar } from './tar';
import { operandAt, valuesAfter } from './written';

/** Programs that pack and unpack. */
export const archivePrograms: ProgramRecords = {
  tar: {
    risks: { deletes: hasAny('--remove-files') },
    writes: ({ args }) => writtenByTar(args),
    namesInFolder: 'any',
    lineFlags: [
      '-I',
      '-F',
      '--use-compress-program',
      '--to-command',
      '--checkpoint-action',
      '--info-script',
      '--new-volume-script',
      '--rsh-command',
    ],
  },
  bsdtar: { writes: ({ args }) => writtenByTar(args), namesInFolder: 'any' },
  zip: {
    risks: { deletes: hasAny('-m', '--move') },
    writes: operandAt(0, '-x -i -b -n -t -tt -s -P'),
    lineFlags: ['-TT', '--unzip-command'],
  },
  unzip: { writes: valuesAfter('-d'), namesInFolder: 'any' },
  '7z 7za 7zz': {
    writes: ({ args }) => [...valuesOf(args, '-o'), ...(args[0]?.literal === 'a' ? operandsOf(args).slice(1, 2) : [])],
    namesInFolder: 'any',
  },
  'gzip gunzip bzip2 bunzip2 xz unxz': {
    // With these flags they only show, and write nothing.
    writes: ({ args }) =>
      hasFlag(args, '-c', '-l', '-t', '--stdout', '--to-stdout', '--list', '--test') ? [] : operandsOf(args, '-S --suffix -T --threads'),
  },
};
