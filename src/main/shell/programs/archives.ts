import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { hasAny } from './conditions';
import type { ProgramRecords } from './record';
import { tar } from './tar';
import { operandAt } from './written';

/** Programs that pack and unpack. */
export const archivePrograms: ProgramRecords = {
  'tar bsdtar': tar,
  zip: {
    risks: { deletes: hasAny('-m', '--move') },
    writes: operandAt(0, '-x -i -b -n -t -tt -s -P'),
    lineFlags: ['-TT', '--unzip-command'],
  },
  unzip: {
    // Members that are named to be extracted, and where to.
    writes: ({ args }) =>
      hasFlag(args, '-l', '-t', '-v', '-p', '-Z', '-c')
        ? []
        : [
            ...operandsOf(args, '-d -x -P')
              .slice(1)
              .filter(({ literal }) => literal !== null),
            ...valuesOf(args, '-d'),
          ],
    namesInFolder: 'any',
  },
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
