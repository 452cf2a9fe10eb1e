import { hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { earlyWordIs, hasAny } from './conditions';
import { ReadOnlyFlags } from './read-only-flags';
import { paths } from './reads';
import type { Invocation, ProgramRecords, ReadsByWords } from './record';
import { allOf, copyTarget, operandAt, operands, valuesAfter } from './written';

const listingFlags =
  '-1aAlhtrRSsdFGinogpxCucBbmNqQUXvkT --all --almost-all --human-readable --recursive --reverse --directory --sort= --time= --time-style= --size ' +
  '--color? --full-time --inode --classify? --group-directories-first --si';

/**
 * In tree, flags may follow one that takes a value, and the value is then the next word: `-Lo 2 x` writes x. Only `-L2` has its
 * value joined.
 */
const treePaths = paths(new ReadOnlyFlags('-adfihpsDF -L= -I= -P= --dirsfirst --noreport --gitignore', { anywhere: true }));
const tree: ReadsByWords = (words) =>
  words.some((word) => /^-\w*[LIP]./.test(word) && !/^-[a-zA-Z]*L\d+$/.test(word)) ? null : treePaths(words);

/** Without a folder cd goes home, with `-` to the previous folder, and in zsh with `+1` to a folder on its stack. */
const cdPaths = paths('-LP', 1);
const cd: ReadsByWords = (words) => {
  const [to, ...others] = cdPaths(words) ?? [];
  return to === undefined || to === '-' || to.startsWith('+') || others.length > 0 ? null : [to];
};

/** Copying an empty file empties the target: `cp /dev/null file`. */
const copiesNothing = ({ args }: Invocation): readonly ShellWord[] => {
  const [source, ...targets] = operandsOf(args, '-m -o -g -t -S');
  return source?.raw === '/dev/null' ? targets : [];
};

/** A mode that lets everyone write, or that makes a program run as its owner. */
const opensWide = (mode: string | null): boolean =>
  (mode ?? '').split(',').some((part) => /^(0*\d?\d\d[2367]|0*[2-7]\d{3}|([ugoa,]*[oa][ugoa]*)?[+=][rx]*w.*|.*[+=].*s.*)$/.test(part));

const installTarget = copyTarget('-t -S -m -o -g --target-directory --suffix --mode --owner --group', '-t', '--target-directory');

/** Programs that list, move, copy and delete files. */
export const filePrograms: ProgramRecords = {
  ls: { reads: paths(listingFlags) },
  tree: { reads: tree, writes: valuesAfter('-o', '--output') },
  stat: { reads: paths('-Ltx -c= --format= --printf= --terse --dereference') },
  file: { reads: paths('-bihkN --brief --mime --mime-type --mime-encoding') },
  du: { reads: paths('-shackmbx -d= --max-depth= --summarize --human-readable --total --apparent-size --all') },
  df: { reads: paths('-hTikmalP --human-readable --total') },
  realpath: { reads: paths('-emqsz --canonicalize-existing --canonicalize-missing --no-symlinks') },
  readlink: { reads: paths('-femnqsvz --canonicalize') },
  pwd: { reads: paths('-LP', 0) },
  cd: { reads: cd },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum': { reads: paths('-bt -a= --binary --text --tag') },
  b2sum: { reads: paths('-bt -l= --binary --text --tag --length=') },
  'cksum sum': { reads: paths('') },

  'rm rmdir unlink shred': { risks: { deletes: true }, writes: operands() },
  truncate: { risks: { deletes: true }, writes: operands('-s -r --size --reference') },
  'srm trash trash-put trash-empty rimraf del del-cli rd erase': { risks: { deletes: true } },
  gio: { risks: { deletes: earlyWordIs(/^(trash|remove)$/) } },

  'mkfifo link': { writes: operands() },
  mkdir: { writes: operands('-m --mode'), freeOperands: true },
  touch: { writes: operands('-d -t -r --date --reference'), freeOperands: true },
  mv: {
    writes: allOf(operands('-t -S --target-directory --suffix'), valuesAfter('-t', '--target-directory')),
    namesInFolder: 'operands',
    freeOperands: true,
  },
  cp: {
    writes: copyTarget('-t -S --target-directory --suffix', '-t', '--target-directory'),
    empties: copiesNothing,
    namesInFolder: 'operands',
    freeOperands: true,
  },
  ln: {
    writes: copyTarget('-t -S --target-directory --suffix', '-t', '--target-directory'),
    linksTo: ({ args }) => operandsOf(args, '-t -S').slice(0, -1),
    namesInFolder: 'operands',
    freeOperands: true,
  },
  install: {
    writes: (use) =>
      hasFlag(use.args, '-d', '--directory')
        ? operandsOf(use.args, '-t -S -m -o -g --target-directory --suffix --mode --owner --group')
        : installTarget(use),
    empties: copiesNothing,
    namesInFolder: 'operands',
  },
  rsync: {
    risks: {
      deletes: ({ args }) => args.some(({ literal }) => literal?.startsWith('--del') || literal === '--remove-source-files'),
      network: ({ args }) => operandsOf(args).some(({ raw }) => /^(rsync:\/\/|[^/]+:)/.test(raw)),
    },
    writes: copyTarget(
      '-e -f -B -M -T --rsh --filter --exclude --include --exclude-from --include-from --files-from --temp-dir --chmod --bwlimit --log-file --max-size --min-size',
    ),
    namesInFolder: 'operands',
    lineFlags: ['-e', '--rsh'],
  },
  dd: {
    risks: { deletes: ({ args }) => args.some(({ raw }) => raw.startsWith('of=')) },
    writes: ({ args }) =>
      args.flatMap(({ literal, raw }) => (raw.startsWith('of=') ? [{ literal: literal?.slice(3) ?? null, raw: raw.slice(3) }] : [])),
  },

  chmod: {
    risks: {
      permissions: (use) => hasAny('-R', '--recursive')(use) || operandsOf(use.args).some(({ literal }) => opensWide(literal)),
    },
    writes: ({ args }) => operandsOf(args).slice(1),
    freeOperands: true,
  },
  'chown chgrp': { risks: { permissions: true }, writes: ({ args }) => operandsOf(args).slice(1) },
  'setfacl chattr setcap icacls takeown': { risks: { permissions: true } },

  patch: {
    writes: allOf(operandAt(0, '-p -d -i -o -r -F -B -D -V -Y -z'), ({ args }) =>
      valuesOf(args, '-d', '-o', '-r', '--directory', '--output', '--reject-file'),
    ),
  },
};
