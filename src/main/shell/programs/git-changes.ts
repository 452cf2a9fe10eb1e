import { hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { either, firstIs, type GitSubcommand, gitFlags, has, unless } from './git-subcommand';
import type { ReadWords } from './read-only-flags';

/** Subcommands that change the repository, the files or a remote. */
export const gitChanges: Readonly<Record<string, GitSubcommand>> = {
  clean: { discards: unless('-e --exclude', ['--dry-run'], /^-[dfiqxX]*n[dfinqxX]*$/) },
  reset: { discards: has('--hard', '--merge', '--keep') },
  // Only the disk tells which operands are files: see `checksOutFiles`.
  checkout: {
    discards: either(has('-f', '--force', '--ours', '--theirs', '--pathspec-from-file', '-B'), (args) =>
      args.some(({ literal }) => literal === '--'),
    ),
  },
  switch: { discards: has('-f', '--force', '--discard-changes', '-C', '--force-create') },
  restore: {
    discards: either(unless('-s --source --pathspec-from-file', ['--staged'], /^-[Sq]*S[Sq]*$/), has('-W', '--worktree')),
  },
  rm: { discards: unless('--pathspec-from-file', ['--cached', '--dry-run'], /^-[rfq]*n[rfnq]*$/) },
  'checkout-index': { discards: has('-f', '--force'), writes: (args) => valuesOf(args, '--prefix') },
  'read-tree': { discards: has('-u', '--reset') },
  merge: { discards: has('--abort', '--skip') },
  rebase: { discards: has('--abort', '--skip'), lineFlags: ['-x', '--exec'] },
  'cherry-pick': { discards: has('--abort', '--skip') },
  revert: { discards: has('--abort', '--skip') },
  am: { discards: has('--abort', '--skip') },
  'symbolic-ref': { discards: has('-d', '--delete') },
  gc: { discards: has('--prune') },
  'filter-branch': { discards: true },
  'filter-repo': { discards: true },
  prune: { discards: true },
  // It moves a branch and may leave commits unreachable.
  'update-ref': { discards: true },
  submodule: { discards: firstIs('deinit'), network: firstIs('update', 'add', 'sync') },
  difftool: { lineFlags: ['-x', '--extcmd'] },
  'format-patch': { writes: (args) => valuesOf(args, '-o') },
  bundle: { writes: (args) => (args[0]?.literal === 'create' ? operandsOf(args).slice(1, 2) : []) },
  init: {
    governs: has('--template'),
    writes: (args) => [...operandsOf(args, '-b --initial-branch'), ...valuesOf(args, '--separate-git-dir')],
  },
  config: {
    reads: gitFlags('--get --get-all --local --global --show-origin --show-scope --bool --int --name-only --list -l'),
    readPaths: readsHarmlessSetting,
    writes: writtenByConfig,
    // A renamed section may become one whose settings run programs.
    unclear: either(has('--rename-section'), firstIs('rename-section')),
    governs: either(has('-e', '--edit'), firstIs('edit')),
  },

  push: {
    network: true,
    discards: either(has('-d', '--delete', '--prune'), (args) => operandsOf(args).some(({ raw }) => raw.startsWith(':'))),
    lineFlags: ['--receive-pack', '--exec'],
  },
  fetch: { network: true, lineFlags: ['--upload-pack'] },
  clone: {
    network: true,
    governs: has('--template'),
    writes: (args) => operandsOf(args, '-b -o --branch --depth --origin').slice(1),
    lineFlags: ['-u', '--upload-pack'],
  },
  'ls-remote': { network: true, lineFlags: ['--upload-pack'] },
  pull: { network: true },
  'send-email': { network: true },
  'request-pull': { network: true },
  lfs: { network: true },
  'fetch-pack': { network: true },
  'send-pack': { network: true },
  'http-fetch': { network: true },
  'http-push': { network: true },
  'imap-send': { network: true },
  svn: { network: true },
  p4: { network: true },
  daemon: { network: true },
  instaweb: { network: true },
  'remote-http': { network: true },
  'remote-https': { network: true },
  'remote-ftp': { network: true },
  // They run a given command as the other end of git's protocol.
  'remote-ext': { unclear: true },
  'remote-fd': { unclear: true },
  shell: { unclear: true },
  'upload-archive': { unclear: true },
  hook: { unclear: true },
  replace: { discards: has('-d', '--delete') },
  notes: { discards: firstIs('remove', 'prune') },
  // It makes the system run git regularly.
  maintenance: { governs: firstIs('start', 'register') },
};

/** The person's own settings are outside every folder. With only a name, the setting is read. */
function writtenByConfig(args: readonly ShellWord[]): readonly ShellWord[] {
  const operands = operandsOf(args, '-f --file --type --default --comment').map(({ literal }) => literal);
  const asks =
    hasFlag(args, '--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l') || ['get', 'list'].includes(operands[0] ?? '');
  const changes = operands.length > 1 || hasFlag(args, '--unset', '--unset-all', '--edit', '-e', '--remove-section', '--rename-section');
  if (asks || !changes) return [];
  const own = hasFlag(args, '--global', '--system') ? [{ literal: '~/.gitconfig', raw: '~/.gitconfig' }] : [];
  return [...own, ...valuesOf(args, '-f', '--file')];
}

/** Settings that hold no password and no token. `http.extraheader` and the addresses of `url.*` may. */
const harmlessSettings =
  /^(user\.(name|email)|core\.\w+|init\.defaultbranch|(branch|submodule)\.[^=]+|remote\.[^.]+\.(url|pushurl|fetch|push|mirror)|(pull|push|fetch|merge|rebase|commit|tag|color|advice|status|log|format|gc|index|feature|extensions|alias|diff|rerere|stash|worktree)\.[\w.-]+)$/i;

/** With only a name, the setting is read. A list may show a token, unless it shows names only. */
function readsHarmlessSetting({ given, operands }: ReadWords): readonly string[] | null {
  const lists = given.has('--list') || given.has('-l');
  if (lists) return given.has('--name-only') && operands.length === 0 ? [] : null;
  const [name = '', ...others] = operands[0] === 'get' ? operands.slice(1) : operands;
  return others.length === 0 && harmlessSettings.test(name) ? [] : null;
}
