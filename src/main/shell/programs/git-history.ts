import { operandsOf, valuesOf } from '../arguments';
import { firstIs, type GitSubcommand, gitFlags, has } from './git-subcommand';

const historyFlags = gitFlags(
  '-# -p -u -s -w -b -M -C -R -z -q -i -E -F -P -g -m -c -n= -S= -G= -L= -U? --patch --no-patch --stat? --numstat --shortstat --summary --name-only --name-status ' +
    '--oneline --graph --decorate? --no-decorate --all --cached --staged --color? --no-color --since= --until= --after= --before= --author= --committer= --grep= ' +
    '--format= --pretty? --abbrev? --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --reverse --follow --ignore-all-space --ignore-space-change ' +
    '--ignore-blank-lines --word-diff? --color-words --unified? --diff-filter= --find-renames? --find-copies? --no-renames --date= --no-ext-diff --no-textconv ' +
    '--exit-code --quiet --check --raw --left-right --cherry-pick --tags? --branches? --remotes? --max-count= --skip= --topo-order --date-order --merge-base --minimal ' +
    '--histogram --patience --pickaxe-regex --regexp-ignore-case --full-index --relative? --submodule? --show-notes? --no-notes --boundary --ancestry-path --simplify-by-decoration ' +
    '-W -t -r -a --cc --function-context --inter-hunk-context= --compact-summary --dirstat? --no-prefix --diff-algorithm= --find-object= --full-history ' +
    '--simplify-merges --no-walk? --source --decorate-refs= --decorate-refs-exclude= --exclude= --glob= --not --max-parents= --min-parents= --relative-date --parents ' +
    '--children --cherry --cherry-mark --left-only --right-only --walk-reflogs --reflog --author-date-order --no-mailmap --use-mailmap --no-follow --diff-merges= ' +
    '--invert-grep --all-match --extended-regexp --fixed-strings --perl-regexp --notes? --no-stat --color-moved? --word-diff-regex= --ignore-space-at-eol ' +
    '--ignore-cr-at-eol --binary --text --no-commit-id --root --no-color-moved',
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
    reads: gitFlags(
      '-wcseflptnb -L= -M? -C? --since= --first-parent --ignore-rev= --date= --porcelain --line-porcelain --root --show-name --show-number --show-email',
    ),
    looks: true,
  },
  'ls-files': {
    reads: gitFlags(
      '-cdmosukztvi -x= --exclude= --ignored --eol --abbrev? --cached --deleted --modified --others --stage --unmerged --exclude-standard --full-name --error-unmatch --directory',
    ),
    looks: true,
  },
  'ls-tree': { reads: gitFlags('-rtdlz --name-only --name-status --long --full-name --full-tree') },
  'rev-parse': {
    reads: gitFlags(
      '-q --show-toplevel --abbrev-ref? --short? --verify --quiet --git-dir --is-inside-work-tree --is-bare-repository --show-prefix --show-cdup --symbolic-full-name --symbolic --all --branches? --tags? --remotes? --absolute-git-dir --git-common-dir --is-shallow-repository --is-inside-git-dir --show-superproject-working-tree',
    ),
    looks: true,
  },
  'rev-list': {
    reads: gitFlags(
      '-# -n= --objects --parents --children --timestamp --tags? --branches? --remotes? --author= --grep= --skip= --after= --before= --topo-order --date-order --boundary --not --cherry-pick --count --all --max-count= --since= --until= --left-right --no-merges --merges --first-parent --reverse --abbrev-commit --oneline',
    ),
  },
  'diff-tree': { reads: historyFlags },
  'diff-index': { reads: historyFlags },
  'diff-files': { reads: historyFlags },
  'range-diff': { reads: historyFlags },
  whatchanged: { reads: historyFlags },
  cherry: { reads: gitFlags('-v --abbrev?') },
  'name-rev': { reads: gitFlags('--tags --refs= --exclude= --name-only --always --no-undefined') },
  'count-objects': { reads: gitFlags('-vH --verbose --human-readable') },
  'check-ignore': { reads: gitFlags('-vqnz --verbose --quiet --non-matching --no-index') },
  'check-attr': { reads: gitFlags('-az --all --cached') },
  version: { reads: gitFlags('') },
  'for-each-ref': {
    reads: gitFlags(
      '--count= --sort= --format= --merged? --no-merged? --contains? --no-contains? --points-at= --ignore-case --omit-empty --exclude=',
    ),
    showsRefs: true,
  },
  'merge-base': { reads: gitFlags('-a --all --is-ancestor --fork-point --octopus') },
  describe: {
    reads: gitFlags(
      '--tags --all --always --long --dirty? --broken? --abbrev= --match= --exclude= --candidates= --first-parent --exact-match --contains',
    ),
    looks: true,
  },
  // The pattern is checked like a path, so one that looks like a path outside the folder is refused.
  grep: {
    reads: gitFlags(
      '-# -nilLcwvoqhHEFPGIapWr -m= --max-count= --max-depth= --heading --break --show-function --function-context --name-only --column --color? --no-color --full-name -e= -A= -B= -C= --line-number --ignore-case --files-with-matches --count --word-regexp --cached --extended-regexp --fixed-strings --all-match --and --or --not',
    ),
    lineFlags: ['-O', '--open-files-in-pager'],
  },
  'cat-file': { reads: gitFlags('-ptse') },
  'show-ref': { reads: gitFlags('-sqd --head --heads --branches --tags --dereference --hash? --verify --exists') },

  branch: {
    // Not `-l`, which made a branch in older versions of git.
    reads: gitFlags(
      '-arvi --all --remotes --verbose --list --show-current --color? --no-color --column? --no-column --sort= --format= --merged? --no-merged? ' +
        '--contains? --no-contains? --points-at= --ignore-case --abbrev? --no-abbrev',
    ),
    showsRefs: true,
    // The word after `--merged` and similar flags is a commit. With these flags all other operands are patterns.
    readPaths: ({ operands, given }) =>
      operands.length === 0 || ['--list', '--merged', '--no-merged', '--contains', '--no-contains'].some((flag) => given.has(flag))
        ? operands
        : null,
    looks: true,
    discards: has('-d', '-D', '-M', '-C', '--delete', '-f', '--force'),
  },
  tag: {
    reads: gitFlags(
      '-li -n? --list --sort= --column? --no-column --format= --contains= --no-contains= --merged= --no-merged= --points-at= --ignore-case',
    ),
    showsRefs: true,
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
  reflog: {
    reads: historyFlags,
    readPaths: ({ operands: [first, ...others] }) =>
      first === undefined ? [] : first === 'show' ? others : first === 'HEAD' && others.length === 0 ? [] : null,
    discards: firstIs('expire', 'delete', 'drop'),
  },
  archive: {
    network: has('--remote'),
    writes: (args) => valuesOf(args, '-o'),
  },
};
