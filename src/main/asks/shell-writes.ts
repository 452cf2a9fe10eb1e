import type { ToolCall } from './call';
import { absolutePath, isInside } from './place';
import type { SimpleCommand } from './shell';
import { gitParts, hasFlag, operandsOf, valuesOf } from './shell-args';
import { programOf } from './shell-inner';
import type { ShellWord } from './shell-word';

const notFiles = /^\/dev\/(null|zero|stdout|stderr|tty|fd\/\d+)$/;

/** The files and folders that a command writes, as far as its words tell. */
export function writtenBy(command: SimpleCommand): ShellWord[] {
  const redirected = command.redirects.flatMap(({ kind, target }) => (kind === 'overwrite' || kind === 'append' ? [target] : []));
  return [...redirected, ...writtenByProgram(command.words)].filter(({ literal }) => literal === null || !notFiles.test(literal));
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
    case 'gzip':
    case 'gunzip':
      return operandsOf(args);
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
      const operands = operandsOf(args, '-t -S -m -o -g -e --target-directory --suffix --mode --owner --group --rsh');
      return into.length > 0 ? into : operands.length > 1 ? operands.slice(-1) : [];
    }
    case 'chmod':
    case 'chown':
    case 'chgrp':
      return operandsOf(args).slice(1);
    case 'sed':
    case 'perl': {
      if (!args.some(({ literal }) => /^(-[a-zA-Z]*i|--in-place)/.test(literal ?? ''))) return [];
      const scripted = hasFlag(args, '-e', '-f', '--expression', '--file');
      return operandsOf(args, '-e -f --expression --file').slice(scripted ? 0 : 1);
    }
    case 'dd':
      return args.flatMap(({ literal, raw }) => (raw.startsWith('of=') ? [{ literal: literal?.slice(3) ?? null, raw: raw.slice(3) }] : []));
    case 'sort':
      return valuesOf(args, '-o', '--output');
    case 'curl':
      return valuesOf(args, '-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar');
    case 'wget':
      return valuesOf(args, '-O', '-P', '--output-document', '--directory-prefix');
    case 'tar':
      return [
        ...valuesOf(args, '-C', '--directory'),
        ...(hasFlag(args, '-c', '-r', '-u', '--create') ? valuesOf(args, '-f', '--file') : []),
      ];
    case 'unzip':
      return valuesOf(args, '-d');
    case 'find':
      return args.flatMap(({ literal }, index) => (/^-f(print0?|printf|ls)$/.test(literal ?? '') ? (args[index + 1] ?? []) : []));
    case 'npm':
    case 'pnpm':
      return [
        ...valuesOf(args, '--prefix', '--dir'),
        ...(hasFlag(args, '-g', '--global') ? [{ literal: null, raw: 'the global packages' }] : []),
      ];
    case 'git':
      return writtenByGit(words);
    default:
      return [];
  }
}

const gitReads: ReadonlySet<string> = new Set([
  'status',
  'log',
  'diff',
  'show',
  'rev-parse',
  'blame',
  'ls-files',
  'describe',
  'branch',
  'remote',
]);

function writtenByGit(words: readonly ShellWord[]): ShellWord[] {
  const { globals, sub, args } = gitParts(words);
  const elsewhere = sub !== null && gitReads.has(sub) ? [] : valuesOf(globals, '-C', '--git-dir', '--work-tree');
  const output = valuesOf(args, '--output', ...(sub === 'archive' || sub === 'format-patch' ? ['-o'] : []));
  if (sub === 'clone') return [...elsewhere, ...operandsOf(args, '-b -o --branch --depth --origin').slice(1)];
  if (sub === 'init') return [...elsewhere, ...operandsOf(args, '-b --initial-branch')];
  if (sub === 'worktree' && args[0]?.literal === 'add') return operandsOf(args.slice(1), '-b -B --reason').slice(0, 1);
  return [...elsewhere, ...output];
}

/** Where a word of a command leads: in the folder, out of it, or known only when it runs. */
export function whereIs(
  word: ShellWord,
  places: SimpleCommand['places'],
  call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>,
): 'inside' | 'outside' | 'unknown' {
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
