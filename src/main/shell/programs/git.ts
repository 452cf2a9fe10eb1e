import { gitParts, hasFlag, operandsOf, valuesOf } from '../arguments';
import { absolutePaths } from '../paths';
import type { ShellWord } from '../words';
import { gitChanges } from './git-changes';
import { gitHistory } from './git-history';
import { afterColons, pathsInOperand } from './git-pathspec';
import type { GitSubcommand } from './git-subcommand';
import { commandOf, commandStart, type Inner, joined, line } from './inner';
import type { Invocation, ProgramRecord, Reads } from './record';

const subcommands: ReadonlyMap<string, GitSubcommand> = new Map([...Object.entries(gitHistory), ...Object.entries(gitChanges)]);

/** Settings whose value is a program that git starts. */
const programSettings =
  /^(alias\..*|core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand|worktree)|init\.templatedir|interactive\.difffilter|remote\..*\.(uploadpack|receivepack|vcs)|submodule\..*\.update|trailer\..*|man\..*|browser\..*|pager\..*|diff\..*|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*|credential\..*|gpg\..*|sequence\.editor|hook\..*|uploadpack\..*|protocol\..*|tar\..*\.command|imap\.tunnel|sendemail\..*|guitool\..*|instaweb\..*|web\.browser|include\.path|includeif\..*)$/i;

/** The paths that a git command reads; null when it may do more than read. */
const reads: Reads = (words, place) => {
  // Other flags before the subcommand can point git at different settings, and settings can run programs.
  const [sub, ...args] = words[0] === '--no-pager' ? words.slice(1) : words;
  if (sub === '--version' && args.length === 0) return [];
  const known = subcommands.get(sub ?? '');
  const read = known?.reads?.read(args);
  if (!known || !read || (known.readsAfter && !known.readsAfter.test(args[0] ?? ''))) return null;
  const { given, operands } = read;
  const formats = [...(given.get('--format') ?? []), ...(given.get('--pretty') ?? [])];
  // `%G` or `%+G` starts the program that checks signatures, and so does a field of that name.
  const unsafe = known.showsRefs
    ? /%\((?!\*?(refname|objectname|objecttype|objectsize|upstream|push|HEAD|subject|contents:subject|author|committer|tagger|creator|symref|worktreepath|align|end|if|then|else|color|ahead-behind)\w*[:)])/
    : /%[-+ ]*[G(]/;
  if (formats.some((format) => unsafe.test(format)) || given.get('--sort')?.some((key) => /signature/i.test(key))) return null;
  if (showsContent(sub ?? '', given) && !namesPaths(args) && !place.isRepositoryTop()) return null;
  if (known.readPaths) return known.readPaths(read);
  const named = operands.map((word) => pathsInOperand(word, place.isRepositoryTop));
  return named.some((paths) => paths === null)
    ? null
    : [...operands, ...named.flatMap((paths) => paths ?? []), ...(given.get('-L') ?? []).flatMap(afterColons)];
};

/**
 * Subcommands and flags with which git shows the contents of files. Without a path they cover the whole repository, even above the
 * folder.
 */
const contentSubcommands = /^(diff|show|diff-tree|diff-index|diff-files|range-diff|whatchanged|stash|cat-file)$/;
const contentFlags = ['-p', '-u', '--patch', '-U', '--unified', '-L', '-W', '-c', '--cc', '-m', '--word-diff', '--color-words', '--binary'];

const showsContent = (sub: string, given: ReadonlyMap<string, unknown>): boolean =>
  contentSubcommands.test(sub) || contentFlags.some((flag) => given.has(flag));

/** Whether paths are given after a `--`. */
const namesPaths = (args: readonly string[]): boolean => args.includes('--') && args.at(-1) !== '--';

function writes({ words }: Invocation): readonly ShellWord[] {
  const { globals, sub, args } = gitParts(words);
  const known = subcommands.get(sub ?? '');
  const otherFolder = known?.looks || known?.writesOwnPlace ? [] : valuesOf(globals, '-C', '--git-dir', '--work-tree');
  return [...otherFolder, ...(known?.writes?.(args) ?? []), ...valuesOf(args, '--output', '--export-marks')];
}

function starts(words: readonly ShellWord[]): readonly Inner[] {
  const literals = words.map(({ literal }) => literal);
  const run = literals.findIndex((word, index) => `${literals[index - 1]} ${word}` === 'bisect run');
  if (run > 0) return [commandOf(words.slice(run + 1))];
  const { sub, args } = gitParts(words);
  const [first] = operandsOf(args);
  const each = sub === 'submodule' && first?.literal === 'foreach' ? words.indexOf(first) : -1;
  if (each > 0) return [joined(words.slice(commandStart(words.slice(each), {}) + each))];
  const lines = valuesOf(args, ...(subcommands.get(sub ?? '')?.lineFlags ?? []));
  // `-O` without a value opens the pager.
  return lines.flatMap(({ literal }) => (literal === '' ? [] : [line(literal)]));
}

const applies = (condition: GitSubcommand['network'], args: readonly ShellWord[]): boolean =>
  condition === true || condition?.(args) === true;

/** Whether a condition of the subcommand holds. */
const whenSub =
  (condition: 'network' | 'governs' | 'discards' | 'unclear') =>
  ({ words }: Invocation): boolean => {
    const { sub, args } = gitParts(words);
    return applies(subcommands.get(sub ?? '')?.[condition], args);
  };

function discards(use: Invocation): boolean {
  const { sub, args } = gitParts(use.words);
  return whenSub('discards')(use) || (sub === 'checkout' && checksOutFiles(args, use));
}

/** Whether it overwrites the files it names. A single name is read as a branch, unless it is a file or looks like one. */
function checksOutFiles(args: readonly ShellWord[], { places, folder }: Invocation): boolean {
  if (hasFlag(args, '-b', '-B', '--orphan', '-t', '--track')) return false;
  const operands = operandsOf(args);
  const exists = ({ literal }: ShellWord): boolean =>
    literal !== null && folder !== null && absolutePaths(literal, places, folder).some((place) => folder.realpath(place) !== null);
  return (
    operands.length > 1 ||
    operands.some(exists) ||
    operands.some(({ raw }) => /^\.\.?(\/|$)|[*?]|^:|\/$|\.(?!x$)[a-z]\w{0,9}$|^(makefile|dockerfile|readme|license)$/i.test(raw))
  );
}

/** The subcommand is unknown, or a setting or program folder is given that lets git run anything. */
function startsUnknown({ words }: Invocation): boolean {
  const { globals, sub, args } = gitParts(words);
  const settings = [
    ...valuesOf(globals, '-c', '--config-env'),
    ...(sub === 'config' || sub === 'clone' ? [...args, ...valuesOf(args, '-c', '--config')] : []),
  ];
  return (
    (sub === null && words.length > 1 && globals.length < words.length - 1) ||
    settings.some(({ literal, raw }) => literal === null || programSettings.test(raw.split('=')[0] ?? '')) ||
    valuesOf(globals, '--exec-path').length > 0
  );
}

function forces({ words }: Invocation): boolean {
  const { sub, args } = gitParts(words);
  if (sub !== 'push') return false;
  return hasFlag(args, '-f', '--mirror', '--force') || args.some(({ literal, raw }) => /^\+/.test(raw) || literal?.startsWith('--force'));
}

export const git: ProgramRecord = {
  reads,
  writes,
  starts: ({ words }) => starts(words),
  startsNothingElse: true,
  risks: {
    'not-understood': (use) => startsUnknown(use) || whenSub('unclear')(use),
    network: whenSub('network'),
    'force-push': forces,
    deletes: discards,
    governs: whenSub('governs'),
    // These show the passwords that git keeps.
    secrets: ({ words }) => /^credential(-|$)/.test(gitParts(words).sub ?? ''),
  },
};
