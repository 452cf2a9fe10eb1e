import { operandsOf, valuesOf } from '../arguments';
import { firstIs, type GitSubcommand, gitFlags, has } from './git-subcommand';

const historyFlags = gitFlags(
  '-# -p -u -s -w -b -M -C -R -z -q -i -E -F -P -g -m -c -n= -S= -G= -L= -U= --patch --no-patch --stat? --numstat --shortstat --summary --name-only --name-status ' +
    '--oneline --graph --decorate? --no-decorate --all --cached --staged --color? --no-color --since= --until= --after= --before= --author= --committer= --grep= ' +
    '--format= --pretty? --abbrev? --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --reverse --follow --ignore-all-space --ignore-space-change ' +
    '--ignore-blank-lines --word-diff? --color-words --unified= --diff-filter= --find-renames? --find-copies? --no-renames --date= --no-ext-diff --no-textconv ' +
    '--exit-code --quiet --check --raw --left-right --cherry-pick --tags? --branches? --remotes? --max-count= --skip= --topo-order --date-order --merge-base --minimal ' +
    '--histogram --patience --pickaxe-regex --regexp-ignore-case --full-index --relative? --submodule? --show-notes? --no-notes --boundary --ancestry-path --simplify-by-decoration',
);

/** Subcommands that show history and the state of files. Some of them can also change things. */
export const gitHistory: Readonly<Record<string, GitSubcommand>> = {
  log: { reads: historyFlags, looks: true },
  diff: { reads: historyFlags, looks: true },
  show: { reads: historyFlags, looks: true },
  shortlog: { reads: gitFlags('-sneg --summary --numbered --email --no-merges --all --since= --until=') },
  status: {
    reads: gitFlags('-sbuvz --short --branch --porcelain? --long --untracked-files? --ignored? --show-stash --no-renames --ahead-behind'),
    looks: true,
  },
  blame: {
    reads: gitFlags('-wcseflpt -L= --date= --porcelain --line-porcelain --root --show-name --show-number --show-email'),
    looks: true,
  },
  'ls-files': {
    reads: gitFlags(
      '-cdmosukztv --cached --deleted --modified --others --stage --unmerged --exclude-standard --full-name --error-unmatch --directory',
    ),
    looks: true,
  },
  'ls-tree': { reads: gitFlags('-rtdlz --name-only --name-status --long --full-name --full-tree') },
  'rev-parse': {
    reads: gitFlags(
      '-q --show-toplevel --abbrev-ref? --short? --verify --quiet --git-dir --is-inside-work-tree --is-bare-repository --show-prefix --show-cdup --symbolic-full-name --all --branches? --tags?',
    ),
    looks: true,
  },
  'rev-list': {
    reads: gitFlags(
      '-# -n= --count --all --max-count= --since= --until= --left-right --no-merges --merges --first-parent --reverse --abbrev-commit --oneline',
    ),
  },
  'merge-base': { reads: gitFlags('-a --all --is-ancestor --fork-point --octopus') },
  describe: { reads: gitFlags('--tags --all --always --long --dirty? --abbrev= --match= --exact-match --contains'), looks: true },
  // The pattern is checked like a path: one that looks like a place outside is refused.
  grep: {
    reads: gitFlags(
      '-# -nilLcwvoqhHEFPGIa -e= -A= -B= -C= --line-number --ignore-case --files-with-matches --count --word-regexp --cached --extended-regexp --fixed-strings --all-match --and --or --not',
    ),
    lineFlags: ['-O', '--open-files-in-pager'],
  },
  'cat-file': { reads: gitFlags('-ptse') },
  'show-ref': { reads: gitFlags('-sq --head --heads --tags --hash? --verify') },

  branch: {
    reads: gitFlags('-arv --all --remotes --verbose --list --show-current --color? --no-color --column? --no-column --sort= --format='),
    readPaths: ({ operands, given }) => (operands.length === 0 || given.has('--list') ? operands : null),
    looks: true,
    discards: has('-d', '-D', '-M', '-C', '--delete', '-f', '--force'),
  },
  tag: {
    // `-l` made a branch in older versions of git.
    reads: gitFlags('-l --list --sort= --column? --no-column'),
    readPaths: ({ operands, given }) => (operands.length === 0 || given.has('--list') ? operands : null),
    discards: has('-d', '--delete', '-f', '--force'),
  },
  remote: {
    reads: gitFlags('-v --verbose'),
    readPaths: ({ operands }) => (operands.length === 0 || (operands[0] === 'get-url' && operands.length === 2) ? [] : null),
    looks: true,
    discards: firstIs('remove', 'rm'),
    network: firstIs('update', 'show', 'prune', 'set-head'),
  },
  stash: {
    readsAfter: /^(list|show)$/,
    reads: gitFlags('-p -u --patch --stat? --name-only --name-status --oneline'),
    readPaths: ({ operands: [first, ...others] }) =>
      (first === 'show' && others.length <= 1) || (first === 'list' && others.length === 0) ? [] : null,
    discards: firstIs('drop', 'clear'),
  },
  worktree: {
    readsAfter: /^list$/,
    reads: gitFlags('--porcelain'),
    readPaths: ({ operands }) => (operands.length === 1 && operands[0] === 'list' ? [] : null),
    discards: firstIs('remove', 'prune'),
    writes: (args) => {
      if (args[0]?.literal === 'move') return operandsOf(args).slice(2, 3);
      if (args[0]?.literal === 'add') return operandsOf(args.slice(1), '-b -B --reason').slice(0, 1);
      return [];
    },
    writesOwnPlace: true,
  },
  reflog: { discards: firstIs('expire', 'delete') },
  archive: {
    network: has('--remote'),
    writes: (args) => valuesOf(args, '-o'),
  },
};
