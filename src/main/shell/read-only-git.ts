import { ReadOnlyFlags } from './read-only-flags';

const history =
  '-# -p -u -s -w -b -M -C -R -z -q -i -E -F -P -g -m -c -n= -S= -G= -L= -U= --patch --no-patch --stat? --numstat --shortstat --summary --name-only --name-status ' +
  '--oneline --graph --decorate? --no-decorate --all --cached --staged --color? --no-color --since= --until= --after= --before= --author= --committer= --grep= ' +
  '--format= --pretty? --abbrev? --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --reverse --follow --ignore-all-space --ignore-space-change ' +
  '--ignore-blank-lines --word-diff? --color-words --unified= --diff-filter= --find-renames? --find-copies? --no-renames --date= --no-ext-diff --no-textconv ' +
  '--exit-code --quiet --check --raw --left-right --cherry-pick --tags? --branches? --remotes? --max-count= --skip= --topo-order --date-order --merge-base --minimal ' +
  '--histogram --patience --pickaxe-regex --regexp-ignore-case --full-index --relative? --submodule? --show-notes? --no-notes --boundary --ancestry-path --simplify-by-decoration';

/** What each subcommand may be given. Operands are revisions or paths; both are checked as paths. */
const reads: Readonly<Record<string, ReadOnlyFlags>> = {
  log: new ReadOnlyFlags(history),
  diff: new ReadOnlyFlags(history),
  show: new ReadOnlyFlags(history),
  shortlog: new ReadOnlyFlags('-sneg --summary --numbered --email --no-merges --all --since= --until='),
  status: new ReadOnlyFlags(
    '-sbuvz --short --branch --porcelain? --long --untracked-files? --ignored? --show-stash --no-renames --ahead-behind',
  ),
  blame: new ReadOnlyFlags('-wcseflpt -L= --date= --porcelain --line-porcelain --root --show-name --show-number --show-email'),
  'ls-files': new ReadOnlyFlags(
    '-cdmosukztv --cached --deleted --modified --others --stage --unmerged --exclude-standard --full-name --error-unmatch --directory',
  ),
  'ls-tree': new ReadOnlyFlags('-rtdlz --name-only --name-status --long --full-name --full-tree'),
  'rev-parse': new ReadOnlyFlags(
    '-q --show-toplevel --abbrev-ref? --short? --verify --quiet --git-dir --is-inside-work-tree --is-bare-repository --show-prefix --show-cdup --symbolic-full-name --all --branches? --tags?',
  ),
  'rev-list': new ReadOnlyFlags(
    '-# -n= --count --all --max-count= --since= --until= --left-right --no-merges --merges --first-parent --reverse --abbrev-commit --oneline',
  ),
  'merge-base': new ReadOnlyFlags('-a --all --is-ancestor --fork-point --octopus'),
  describe: new ReadOnlyFlags('--tags --all --always --long --dirty? --abbrev= --match= --exact-match --contains'),
  branch: new ReadOnlyFlags(
    '-arv --all --remotes --verbose --list --show-current --color? --no-color --column? --no-column --sort= --format=',
  ),
  tag: new ReadOnlyFlags('-l --list --sort= --column? --no-column'),
  remote: new ReadOnlyFlags('-v --verbose'),
  stash: new ReadOnlyFlags('-p -u --patch --stat? --name-only --name-status --oneline'),
  // The pattern is checked like a path: one that looks like a place outside is a no.
  grep: new ReadOnlyFlags(
    '-# -nilLcwvoqhHEFPGIa -e= -A= -B= -C= --line-number --ignore-case --files-with-matches --count --word-regexp --cached --extended-regexp --fixed-strings --all-match --and --or --not',
  ),
  'cat-file': new ReadOnlyFlags('-ptse'),
  'show-ref': new ReadOnlyFlags('-sq --head --heads --tags --hash? --verify'),
  worktree: new ReadOnlyFlags('--porcelain'),
};

/** The paths that a git command reads, as words to be checked; null when it may do more than read. */
export function gitReads(words: readonly string[]): readonly string[] | null {
  // Anything else before the subcommand can point git at other settings, and settings run programs.
  const [sub, ...args] = words[0] === '--no-pager' ? words.slice(1) : words;
  if (sub === undefined || !Object.hasOwn(reads, sub)) return null;
  const read = reads[sub]?.read(args);
  if (!read) return null;
  const { given, operands } = read;
  const formats = [...(given.get('--format') ?? []), ...(given.get('--pretty') ?? [])];
  // `%G`, also as `%+G`, starts the program that checks signatures.
  if (formats.some((format) => /%[-+ ]*[G(]/.test(format))) return null;
  switch (sub) {
    case 'branch':
    // `-l` made a branch in older versions of git.
    case 'tag':
      return operands.length === 0 || given.has('--list') ? operands : null;
    case 'remote':
      return operands.length === 0 || (operands[0] === 'get-url' && operands.length === 2) ? [] : null;
    case 'stash':
      return (operands[0] === 'show' && operands.length <= 2) || (operands[0] === 'list' && operands.length === 1) ? [] : null;
    case 'worktree':
      return operands.length === 1 && operands[0] === 'list' ? [] : null;
    default:
      // From the top of the repository, which may lie above the folder.
      return operands.some((word) => /^:\([^)]*top/.test(word))
        ? null
        : [...operands, ...[...operands, ...(given.get('-L') ?? [])].flatMap(afterColon)];
  }
}

/** `HEAD:../x`, `:/x`, `-L 1,5:../x`: what comes after a colon is a path, also of another commit. */
const afterColon = (word: string): string[] => (word.includes(':') ? word.split(':').slice(1).filter(Boolean) : []);
