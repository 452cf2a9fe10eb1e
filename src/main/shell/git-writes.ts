import { gitParts, hasFlag, operandsOf, valuesOf } from './arguments';
import type { ShellWord } from './words';

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

/** The files and folders that a git command writes. */
export function writtenByGit(words: readonly ShellWord[]): ShellWord[] {
  const { globals, sub, args } = gitParts(words);
  const elsewhere = sub !== null && gitReads.has(sub) ? [] : valuesOf(globals, '-C', '--git-dir', '--work-tree');
  const output = valuesOf(args, '--output', '--export-marks', ...(sub === 'archive' || sub === 'format-patch' ? ['-o'] : []));
  if (sub === 'config') return [...elsewhere, ...writtenByGitConfig(args)];
  if (sub === 'bundle' && args[0]?.literal === 'create') return [...elsewhere, ...operandsOf(args).slice(1, 2)];
  if (sub === 'checkout-index') return [...elsewhere, ...valuesOf(args, '--prefix')];
  if (sub === 'worktree' && args[0]?.literal === 'move') return operandsOf(args).slice(2, 3);
  if (sub === 'clone') return [...elsewhere, ...operandsOf(args, '-b -o --branch --depth --origin').slice(1)];
  if (sub === 'init') return [...elsewhere, ...operandsOf(args, '-b --initial-branch'), ...valuesOf(args, '--separate-git-dir')];
  if (sub === 'worktree' && args[0]?.literal === 'add') return operandsOf(args.slice(1), '-b -B --reason').slice(0, 1);
  return [...elsewhere, ...output];
}

/** The settings of the person lie outside every folder. One name alone is only read. */
function writtenByGitConfig(args: readonly ShellWord[]): ShellWord[] {
  const operands = operandsOf(args, '-f --file --type --default --comment').map(({ literal }) => literal);
  const asks =
    hasFlag(args, '--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l') || ['get', 'list'].includes(operands[0] ?? '');
  const changes = operands.length > 1 || hasFlag(args, '--unset', '--unset-all', '--edit', '-e', '--remove-section', '--rename-section');
  if (asks || !changes) return [];
  const own = hasFlag(args, '--global', '--system') ? [{ literal: '~/.gitconfig', raw: '~/.gitconfig' }] : [];
  return [...own, ...valuesOf(args, '-f', '--file')];
}
