import type { RiskKind } from '../../shared/risk';
import { flagsOf, gitParts, hasFlag, operandsOf, valuesOf } from './arguments';
import { variablesOf } from './inner-commands';
import { absolutePaths, type FolderContext, inBareRepository } from './paths';
import { programOf } from './program-name';
import type { SimpleCommand } from './reader';
import type { ShellWord } from './words';

/** Settings whose value is a program that git starts. */
const programSettings =
  /^(alias\..*|core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand|worktree)|init\.templatedir|interactive\.difffilter|remote\..*\.(uploadpack|receivepack|vcs)|submodule\..*\.update|trailer\..*|man\..*|browser\..*|pager\..*|diff\..*|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*|credential\..*|gpg\..*|sequence\.editor|hook\..*|uploadpack\..*|protocol\..*|tar\..*\.command|imap\.tunnel|sendemail\..*|guitool\..*|instaweb\..*|web\.browser|include\.path|includeif\..*)$/i;

const contactsRemote: ReadonlySet<string> = new Set([
  'push',
  'pull',
  'fetch',
  'clone',
  'ls-remote',
  'send-email',
  'request-pull',
  'lfs',
  'fetch-pack',
  'send-pack',
  'http-fetch',
  'http-push',
  'imap-send',
  'svn',
  'p4',
]);

/** What a git command would do that deserves a second look. */
export function gitRisks({ words, places }: SimpleCommand, call: FolderContext): RiskKind[] {
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
    /^(remote (update|show|prune|set-head)|submodule (update|add|sync))/.test(`${sub} ${operandsOf(args)[0]?.literal ?? ''}`) ||
    (sub === 'archive' && hasFlag(args, '--remote'))
  )
    kinds.push('network');
  // Hooks come with it, and run later.
  if (['init', 'clone'].includes(sub) && hasFlag(args, '--template')) kinds.push('governs');
  // These show the passwords that git keeps.
  if (/^credential(-|$)/.test(sub)) kinds.push('secrets');
  if (sub === 'push' && forces(args)) kinds.push('force-push');
  const isThere = ({ literal }: ShellWord): boolean =>
    literal !== null && absolutePaths(literal, places, call).some((place) => call.realpath(place) !== null);
  if (discards(sub, args) || (sub === 'checkout' && checksOutFiles(args, isThere))) kinds.push('deletes');
  return kinds;
}

/** Its settings can run programs, and came with the files of the project: `git -C vendor/bare status`, `GIT_DIR=vendor/bare`. */
export function meetsBareRepository(command: SimpleCommand, call: FolderContext): boolean {
  const { words, places } = command;
  const named = programOf(words) === 'git' ? ['.', ...valuesOf(gitParts(words).globals, '-C', '--git-dir').map(({ raw }) => raw)] : [];
  const set = variablesOf(command).flatMap(({ name, value }) => (/^GIT_(COMMON_)?DIR$/.test(name) ? [value] : []));
  return [...named, ...set].some(
    (folder) => folder === null || absolutePaths(folder, places, call).some((place) => inBareRepository(call.cwd, place, call.realpath)),
  );
}

function forces(args: readonly ShellWord[]): boolean {
  return hasFlag(args, '-f', '--mirror', '--force') || args.some(({ literal, raw }) => /^\+/.test(raw) || literal?.startsWith('--force'));
}

/** Whether a flag that makes it harmless is certainly given: no value of another one, nor part of it, nor taken back. */
function excused(flags: readonly string[], long: readonly string[], short: RegExp): boolean {
  return flags.some((flag) => long.includes(flag) || short.test(flag)) && !flags.some((flag) => flag.startsWith('--no-'));
}

/** Whether it names files, which it then writes over. One name alone is taken for a branch, unless it is a file or looks like one. */
function checksOutFiles(args: readonly ShellWord[], isThere: (word: ShellWord) => boolean): boolean {
  if (hasFlag(args, '-b', '-B', '--orphan', '-t', '--track')) return false;
  const operands = operandsOf(args);
  return (
    operands.length > 1 ||
    operands.some(isThere) ||
    operands.some(({ raw }) => /^\.\.?(\/|$)|[*?]|^:|\/$|\.(?!x$)[a-z]\w{0,9}$|^(makefile|dockerfile|readme|license)$/i.test(raw))
  );
}

/** Throws away files, changes or commits. */
function discards(sub: string, args: readonly ShellWord[]): boolean {
  const operands = operandsOf(args).map(({ raw }) => raw);
  switch (sub) {
    case 'clean':
      return !excused(flagsOf(args, '-e --exclude'), ['--dry-run'], /^-[dfiqxX]*n[dfinqxX]*$/);
    case 'reset':
      return hasFlag(args, '--hard', '--merge', '--keep');
    case 'checkout':
      return (
        hasFlag(args, '-f', '--force', '--ours', '--theirs', '--pathspec-from-file', '-B') || args.some(({ literal }) => literal === '--')
      );
    case 'switch':
      return hasFlag(args, '-f', '--force', '--discard-changes', '-C', '--force-create');
    case 'restore':
      return (
        !excused(flagsOf(args, '-s --source --pathspec-from-file'), ['--staged'], /^-[Sq]*S[Sq]*$/) || hasFlag(args, '-W', '--worktree')
      );
    case 'push':
      return hasFlag(args, '-d', '--delete', '--prune') || operands.some((word) => word.startsWith(':'));
    case 'branch':
      return hasFlag(args, '-d', '-D', '-M', '-C', '--delete', '-f', '--force');
    case 'tag':
      return hasFlag(args, '-d', '--delete', '-f', '--force');
    case 'remote':
      return ['remove', 'rm'].includes(operands[0] ?? '');
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'am':
      return hasFlag(args, '--abort', '--skip');
    case 'stash':
      return ['drop', 'clear'].includes(operands[0] ?? '');
    case 'worktree':
      return ['remove', 'prune'].includes(operands[0] ?? '');
    case 'reflog':
      return ['expire', 'delete'].includes(operands[0] ?? '');
    case 'symbolic-ref':
      return hasFlag(args, '-d', '--delete');
    case 'gc':
      return hasFlag(args, '--prune');
    case 'submodule':
      return operands[0] === 'deinit';
    case 'checkout-index':
      return hasFlag(args, '-f', '--force');
    case 'rm':
      return !excused(flagsOf(args, '--pathspec-from-file'), ['--cached', '--dry-run'], /^-[rfq]*n[rfnq]*$/);
    case 'read-tree':
      return hasFlag(args, '-u', '--reset');
    case 'filter-branch':
    case 'filter-repo':
    case 'prune':
    // It puts a branch elsewhere, whatever that leaves behind.
    case 'update-ref':
      return true;
    default:
      return false;
  }
}
