import { hasFlag, operandsOf, valuesOf } from './arguments';
import { writtenByGit } from './git-writes';
import { ownWords, variablesOf } from './inner-commands';
import { absolutePath, type FolderContext, isInside } from './paths';
import { isShell, programOf } from './program-name';
import { isReader } from './read-only-programs';
import type { SimpleCommand } from './reader';
import { sedScripts } from './sed-script';
import { runners, wrappers } from './starters';
import type { ShellWord } from './words';

const notFiles = /^\/dev\/(null|zero|stdout|stderr|tty|fd\/\d+)$/;

/** The files and folders that a command writes, as far as its words tell. */
export function writtenBy(command: SimpleCommand): ShellWord[] {
  const redirected = command.redirects.flatMap(({ kind, target }) => (kind === 'overwrite' || kind === 'append' ? [target] : []));
  return [...redirected, ...writtenByProgram(command.words), ...traces(command)].filter(
    ({ literal }) => literal === null || !notFiles.test(literal),
  );
}

/** `GIT_TRACE=/tmp/x git status` */
function traces(command: SimpleCommand): ShellWord[] {
  return variablesOf(command).flatMap(({ name, value, raw }) =>
    /^GIT_TRACE/.test(name) && /^["']?[/~$]/.test(raw) ? [{ literal: value, raw }] : [],
  );
}

function writtenByProgram(words: readonly ShellWord[]): ShellWord[] {
  const args = words.slice(1);
  const program = programOf(words);
  switch (program) {
    case 'tee':
    case 'mkfifo':
    case 'rm':
    case 'rmdir':
    case 'unlink':
    case 'shred':
    case 'sponge':
    case 'link':
      return operandsOf(args);
    case 'gzip':
    case 'gunzip':
    case 'bzip2':
    case 'bunzip2':
    case 'xz':
    case 'unxz':
      // With these it shows, and writes nothing.
      return hasFlag(args, '-c', '-l', '-t', '--stdout', '--to-stdout', '--list', '--test')
        ? []
        : operandsOf(args, '-S --suffix -T --threads');
    case 'crontab':
    case 'at':
    case 'batch':
      return hasFlag(args, '-l') ? [] : [{ literal: null, raw: 'the list of timed jobs' }];
    case 'zip':
      return operandsOf(args, '-x -i -b -n -t -tt -s -P').slice(0, 1);
    case '7z':
    case '7za':
    case '7zz':
      return [...valuesOf(args, '-o'), ...(args[0]?.literal === 'a' ? operandsOf(args).slice(1, 2) : [])];
    case 'csplit':
      return valuesOf(args, '-f', '--prefix');
    case 'xxd':
      return operandsOf(args, '-c -g -l -n -o -s -cols -groupsize -len -seek -offset -name').slice(1, 2);
    case 'script':
      return [
        ...operandsOf(args, '-c -t -T -F -B -I -O -E -m -o --command --echo --logging-format --output-limit').slice(0, 1),
        ...valuesOf(args, '-B', '-I', '-O', '-T', '--log-io', '--log-in', '--log-out', '--log-timing'),
      ];
    case 'split':
      return operandsOf(args, '-a -b -C -l -n -t').slice(1, 2);
    case 'patch':
      return [
        ...operandsOf(args, '-p -d -i -o -r -F -B -D -V -Y -z').slice(0, 1),
        ...valuesOf(args, '-d', '-o', '-r', '--directory', '--output', '--reject-file'),
      ];
    case 'mkdir':
      return operandsOf(args, '-m --mode');
    case 'touch':
      return operandsOf(args, '-d -t -r --date --reference');
    case 'truncate':
      return operandsOf(args, '-s -r --size --reference');
    case 'mv':
      return [...operandsOf(args, '-t -S --target-directory --suffix'), ...valuesOf(args, '-t', '--target-directory')];
    case 'cp':
    case 'install':
    case 'ln':
    case 'rsync': {
      const into = program === 'rsync' ? [] : valuesOf(args, '-t', '--target-directory');
      const operands = operandsOf(args, copyValued[program]);
      if (program === 'install' && hasFlag(args, '-d', '--directory')) return operands;
      return into.length > 0 ? into : operands.length > 1 ? operands.slice(-1) : [];
    }
    case 'chmod':
    case 'chown':
    case 'chgrp':
      return operandsOf(args).slice(1);
    case 'sed':
    case 'perl': {
      const written = program === 'sed' ? sedScripts(args).writes.map((file) => ({ literal: file, raw: file })) : [];
      if (!args.some(({ literal }) => /^(-[a-zA-Z]*i|--in)/.test(literal ?? ''))) return written;
      const scripted = hasFlag(args, '-e', '-f', '--expression', '--file');
      return [...written, ...operandsOf(args, '-e -f --expression --file').slice(scripted ? 0 : 1)];
    }
    case 'awk':
    case 'gawk': {
      if (!valuesOf(args, '-i', '--include').some(({ literal }) => literal === null || /inplace/.test(literal))) return [];
      const scripted = hasFlag(args, '-e', '-f', '--source', '--file');
      return operandsOf(args, '-i -F -v -e -f -l -E --include --field-separator --assign --source --file --load').slice(scripted ? 0 : 1);
    }
    case 'dd':
      return args.flatMap(({ literal, raw }) => (raw.startsWith('of=') ? [{ literal: literal?.slice(3) ?? null, raw: raw.slice(3) }] : []));
    case 'uniq':
      return operandsOf(args, '-f -s -w').slice(1, 2);
    case 'strace':
    case 'ltrace':
    case 'time':
      return valuesOf(ownWords(words), '-o', '--output');
    case 'sd':
      return operandsOf(args, '-f -n').slice(2);
    case 'yq':
      return hasFlag(args, '-i', '--inplace', '--in-place') ? operandsOf(args).slice(1) : [];
    case 'tree':
    case 'sort':
      return valuesOf(args, '-o', '--output');
    case 'curl':
      return valuesOf(args, '-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar');
    case 'wget':
      return valuesOf(args, '-O', '-P', '--output-document', '--directory-prefix');
    case 'tar':
    case 'bsdtar':
      return writtenByTar(args);
    case 'unzip':
      return valuesOf(args, '-d');
    case 'find':
      return args.flatMap(({ literal }, index) => (/^-f(print0?|printf|ls)$/.test(literal ?? '') ? (args[index + 1] ?? []) : []));
    case 'npm':
    case 'pnpm':
      return [
        ...valuesOf(args, '--prefix', '--dir'),
        ...(hasFlag(args, '-g', '--global') ? [{ literal: null, raw: 'the global packages' }] : []),
        ...(/^((c|config) (set|delete|rm|edit|fix)|set)\b/.test(start(args)) ? [home('.npmrc')] : []),
      ];
    case 'defaults':
      return /^(write|delete|import|rename) /.test(start(args)) ? [home('Library/Preferences')] : [];
    case 'gsettings':
    case 'dconf':
      return /^(set|reset|write|load)\b/.test(start(args)) ? [home('.config/dconf')] : [];
    case 'make':
    case 'gmake':
    case 'ninja':
    case 'meson':
    case 'cmake':
      return [
        ...(operandsOf(args, '-C -f -B -S').some(({ literal }) => literal === 'install') || hasFlag(args, '--install')
          ? [{ literal: null, raw: 'where it installs to' }]
          : []),
        ...(program === 'cmake' ? valuesOf(args, '-B', '--prefix') : []),
      ];
    case 'docker':
    case 'podman':
      return /^cp /.test(start(args))
        ? operandsOf(args)
            .slice(-1)
            .filter(({ raw }) => !raw.includes(':'))
        : [];
    case 'virtualenv':
      return operandsOf(args, '-p --python --prompt');
    case 'git':
      return writtenByGit(words);
    default:
      return program === null ? [] : writtenByAny(program, args);
  }
}

/** The first words that are no flags. */
const start = (args: readonly ShellWord[]): string =>
  operandsOf(args)
    .slice(0, 3)
    .map(({ raw }) => raw)
    .join(' ');
const home = (file: string): ShellWord => ({ literal: `~/${file}`, raw: `~/${file}` });

/** What most programs call the file or folder that they write. */
const outputFlags =
  '-o -out --out --outfile --out-file --outdir --out-dir --outDir --output --output-file --output-dir --output-path --target-dir --dest --destination'.split(
    ' ',
  );
/** A program that only reads, or that starts what stands in its words: then that is read as a command of its own. */
export const readsOrStarts = (program: string): boolean =>
  isReader(program) || isShell(program) || Object.hasOwn(wrappers, program) || Object.hasOwn(runners, program);

/** Their `-o` is another thing, or belongs to what they start. */
const otherOutput = (program: string): boolean => readsOrStarts(program) || /grep$|^(ag|ack|ps|parallel)$/.test(program);

function writtenByAny(program: string, args: readonly ShellWord[]): ShellWord[] {
  if (/^python[\d.]*$/.test(program) && valuesOf(args, '-m').some(({ literal }) => /^(venv|virtualenv)$/.test(literal ?? '')))
    return operandsOf(args, '-m --prompt');
  if (/^pip[\d.]*$/.test(program) && /^config (set|unset|edit)\b/.test(start(args))) return [home('.config/pip')];
  if (otherOutput(program)) return [];
  const inPlace = args.some(({ literal }) => editFlags.test(literal ?? '')) && !takesInput.test(program) ? operandsOf(args) : [];
  // A variable may be anything, and most often is a place in the folder.
  return [...valuesOf(args, ...outputFlags), ...inPlace].filter(({ literal, raw }) => literal !== null || /^\$\{?HOME\b/.test(raw));
}

/** With these most programs write the files that they are given. */
const editFlags = /^(-i|-w|--write|--fix|--in-?place)(=|$)/;
/** Theirs says what they read, or that someone is there. */
const takesInput = /^(ff(mpeg|probe|play)|sox|magick|convert|ssh|scp|sftp|kubectl|oc|adb|gpg|ping6?|pip[\d.]*|gcc|g\+\+|clang|cc)$/;

const copyValued = {
  cp: '-t -S --target-directory --suffix',
  ln: '-t -S --target-directory --suffix',
  install: '-t -S -m -o -g --target-directory --suffix --mode --owner --group',
  rsync:
    '-e -f -B -M -T --rsh --filter --exclude --include --exclude-from --include-from --files-from --temp-dir --chmod --bwlimit --log-file --max-size --min-size',
} as const;

/** tar takes its flags also without a dash, their values after them: `tar czf a.tgz src`. */
function writtenByTar(args: readonly ShellWord[]): ShellWord[] {
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
    ...(anywhere ? [{ literal: null, raw: 'wherever the archive says' }] : []),
  ];
}

/** Where a word of a command leads: in the folder, out of it, or known only when it runs. */
export function whereIs(word: ShellWord, places: SimpleCommand['places'], call: FolderContext): 'inside' | 'outside' | 'unknown' {
  const known = word.literal ?? globFolder(word.raw);
  if (known === null) return /^([/~]|"?\$\{?HOME\b)/.test(word.raw) ? 'outside' : 'unknown';
  const absolute = /^[/~\\]|^[A-Za-z]:/.test(known);
  if (!places && !absolute) return 'unknown';
  const inside = (absolute ? ['.'] : (places ?? [])).every((place) => {
    const base = absolutePath(place, call.cwd, call.home);
    const target = base === null ? null : absolutePath(known, base, call.home);
    return target !== null && isInside(call.cwd, target, call.realpath);
  });
  return inside ? 'inside' : 'outside';
}

/** The folder below which a pattern of names can match; null when it has more in it than `*`, `?` and braces without folders. */
function globFolder(raw: string): string | null {
  if (/[$`<>()~]|\.\./.test(raw) || /\{[^}]*[/{][^}]*\}/.test(raw)) return null;
  const special = raw.search(/[*?[{]/);
  if (special < 0) return null;
  const slash = raw.lastIndexOf('/', special);
  return slash < 0 ? '.' : raw.slice(0, slash) || '/';
}
