import type { RiskKind } from '../../shared/risk';
import { gitParts, hasFlag, operandsOf, valuesOf } from './shell-args';
import type { ShellWord } from './shell-word';

/** Settings whose value is a program that git starts. */
const programSettings =
  /^(alias\..*|core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|pager\..*|diff\..*|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*|credential\..*|gpg\..*|sequence\.editor|uploadpack\..*|protocol\..*|include\.path|includeif\..*)$/i;

const contactsRemote: ReadonlySet<string> = new Set([
  'push',
  'pull',
  'fetch',
  'clone',
  'ls-remote',
  'send-email',
  'request-pull',
  'lfs',
  'svn',
  'p4',
]);

/** What a git command would do that deserves a second look. */
export function gitRisks(words: readonly ShellWord[]): RiskKind[] {
  const { globals, sub, args } = gitParts(words);
  const kinds: RiskKind[] = [];
  const set = [
    ...valuesOf(globals, '-c', '--config-env'),
    ...(sub === 'config' || sub === 'clone' ? [...args, ...valuesOf(args, '-c', '--config')] : []),
  ];
  if (sub === null && words.length > 1 && globals.length < words.length - 1) kinds.push('not-understood');
  if (set.some(({ literal, raw }) => literal === null || programSettings.test(raw.split('=')[0] ?? ''))) kinds.push('not-understood');
  if (valuesOf(globals, '--exec-path').length > 0) kinds.push('not-understood');
  if (sub === null) return kinds;
  if (
    contactsRemote.has(sub) ||
    /^(remote (update|show|prune|set-head)|submodule (update|add|sync))/.test(`${sub} ${args[0]?.literal ?? ''}`)
  )
    kinds.push('network');
  if (sub === 'push' && forces(args)) kinds.push('force-push');
  if (discards(sub, args)) kinds.push('deletes');
  return kinds;
}

function forces(args: readonly ShellWord[]): boolean {
  return hasFlag(args, '-f', '--mirror') || args.some(({ literal, raw }) => /^\+/.test(raw) || literal?.startsWith('--forc'));
}

/** Throws away files, changes or commits. */
function discards(sub: string, args: readonly ShellWord[]): boolean {
  const operands = operandsOf(args).map(({ raw }) => raw);
  switch (sub) {
    case 'clean':
      return !hasFlag(args, '-n', '--dry-run');
    case 'reset':
      return hasFlag(args, '--hard', '--merge', '--keep');
    case 'checkout':
      return (
        hasFlag(args, '-f', '--force', '--ours', '--theirs', '-B') ||
        args.some(({ literal }) => literal === '--') ||
        operands.some((word) => /^\.\.?(\/|$)|[*?]/.test(word))
      );
    case 'switch':
      return hasFlag(args, '-f', '--force', '--discard-changes', '-C', '--force-create');
    case 'restore':
      return !hasFlag(args, '-S', '--staged') || hasFlag(args, '-W', '--worktree');
    case 'push':
      return hasFlag(args, '-d', '--delete', '--prune') || operands.some((word) => word.startsWith(':'));
    case 'branch':
      return hasFlag(args, '-d', '-D', '-M', '--delete', '-f', '--force');
    case 'tag':
      return hasFlag(args, '-d', '--delete', '-f', '--force');
    case 'stash':
      return ['drop', 'clear'].includes(operands[0] ?? '');
    case 'worktree':
      return ['remove', 'prune'].includes(operands[0] ?? '');
    case 'reflog':
      return ['expire', 'delete'].includes(operands[0] ?? '');
    case 'update-ref':
      return hasFlag(args, '-d', '--stdin');
    case 'rm':
      return !hasFlag(args, '--cached', '-n', '--dry-run');
    case 'read-tree':
      return hasFlag(args, '-u', '--reset');
    case 'filter-branch':
    case 'filter-repo':
    case 'prune':
      return true;
    default:
      return false;
  }
}
