import { ReadOnlyFlags } from './read-only-flags';
import { gitReads } from './read-only-git';

/** The paths that a program with these words reads; null when it may do more than read. */
type Reads = (words: readonly string[]) => readonly string[] | null;

/** Every operand is a path. */
const paths =
  (flags: string, most = Number.POSITIVE_INFINITY, known = new ReadOnlyFlags(flags)): Reads =>
  (words) => {
    const read = known.read(words);
    return read && read.operands.length <= most ? read.operands : null;
  };

/** No operand is a path. */
const noPaths =
  (flags: string, operand: (word: string) => boolean = () => true, known = new ReadOnlyFlags(flags)): Reads =>
  (words) => {
    const read = known.read(words);
    return read?.operands.every(operand) ? [] : null;
  };

/** The first operand is a pattern or a program, unless a flag gave it. */
const patternThenPaths =
  (
    flags: string,
    patternFlags: readonly string[],
    accepts: (pattern: string) => boolean = () => true,
    known = new ReadOnlyFlags(flags),
  ): Reads =>
  (words) => {
    const read = known.read(words);
    if (!read) return null;
    const byFlag = patternFlags.flatMap((flag) => read.given.get(flag) ?? []);
    const patterns = byFlag.length > 0 ? byFlag : read.operands.slice(0, 1);
    return patterns.every(accepts) ? read.operands.slice(byFlag.length > 0 ? 0 : 1) : null;
  };

const grep = patternThenPaths(
  '-# -ivnrlLcwxohHsqEFPGaI -A= -B= -C= -e= -m= --ignore-case --invert-match --line-number --recursive --files-with-matches --files-without-match --count ' +
    '--word-regexp --line-regexp --only-matching --no-filename --with-filename --no-messages --quiet --extended-regexp --fixed-strings --perl-regexp --text ' +
    '--include= --exclude= --exclude-dir= --color? --after-context= --before-context= --context= --regexp= --max-count=',
  ['-e', '--regexp'],
);

const rgFlags =
  '-invlcwxFSsoUNHIq0p -A= -B= -C= -e= -m= -g= -t= -T= --ignore-case --smart-case --case-sensitive --line-number --no-line-number --files-with-matches ' +
  '--count --count-matches --word-regexp --line-regexp --fixed-strings --only-matching --multiline --no-heading --heading --color= --json --sort= --max-depth= ' +
  '--max-count= --glob= --iglob= --type= --type-not= --regexp= --after-context= --before-context= --context= --with-filename --no-filename --trim --stats --quiet --no-messages';
const rgSearch = patternThenPaths(rgFlags, ['-e', '--regexp']);
const rgFiles = paths(`${rgFlags} --files`);
/** With `--files` it lists names, and has no pattern. */
const rg: Reads = (words) => (words.includes('--files') ? rgFiles : rgSearch)(words);

/** `jq` can show the environment and read files of its own from within its program. */
const jq = patternThenPaths(
  '-rcnesSMCajR --raw-output --compact-output --null-input --exit-status --slurp --sort-keys --monochrome-output --color-output --join-output --raw-input --tab --indent=',
  [],
  (program) => !/\benv\b/i.test(program) && !/\b(import|include|input_filename|modulemeta|get_search_list)\b|\$\s*__/.test(program),
);

/** `p`, `d`, `q` and `=` of lines, or one plain `s/a/b/`. The rest of the language can write files and run commands. */
const sedAddress = String.raw`(\d+|\$|\/[^\/\\\[\n;]*\/)`;
const sedLines = new RegExp(String.raw`^(${sedAddress}(,(\+\d+|${sedAddress}))?)?[pdq=]$`);
const sedReplace = /^s\/([^/\\\n;]|\\[^\n;])*\/([^/\\\n;]|\\[^\n;])*\/[gpiI\d]*$/;
const sed = patternThenPaths(
  '-nErsuz -e= --quiet --silent --regexp-extended --expression=',
  ['-e', '--expression'],
  (script) => sedReplace.test(script) || script.split(';').every((part) => sedLines.test(part.trim())),
);

/** zsh does arithmetic on what test and printf are given, and a subscript there can run commands. */
const inert = (word: string): boolean => !/[$`[\]]/.test(word);

const test: Reads = (words) => {
  const terms = words[0] === '!' ? words.slice(1) : words;
  const [a = '', b = '', c = ''] = terms;
  if (!terms.every(inert)) return null;
  if (terms.length === 2 && /^-[nz]$/.test(a)) return [];
  if (terms.length === 2 && /^-[abcdefghkprsuwxGLNOS]$/.test(a)) return [b];
  if (terms.length === 3 && /^(=|==|!=)$/.test(b)) return [];
  if (terms.length === 3 && /^-(eq|ne|lt|le|gt|ge)$/.test(b) && /^-?\d+$/.test(a) && /^-?\d+$/.test(c)) return [];
  if (terms.length === 3 && /^-(nt|ot|ef)$/.test(b)) return [a, c];
  return terms.length <= 1 ? [] : null;
};

const findTests = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -ctime -cmin -atime -amin -maxdepth -mindepth -perm -user -group -links -inum -printf'.split(
    ' ',
  ),
);
const findWords = new Set(
  '! ( ) , -not -a -and -o -or -print -print0 -ls -empty -prune -depth -quit -true -false -daystart -mount -xdev -nouser -nogroup -readable -writable -executable'.split(
    ' ',
  ),
);

const find: Reads = (words) => {
  const start = words.findIndex((word) => /^[-!(,]/.test(word));
  const expression = start < 0 ? [] : words.slice(start);
  for (let index = 0; index < expression.length; index += 1) {
    const word = expression[index] ?? '';
    if (findTests.has(word)) index += 1;
    else if (!findWords.has(word)) return null;
  }
  return start < 0 ? words : words.slice(0, start);
};

/** It reads on after a flag that takes a value, and the value is the next word: `-Lo 2 x` writes x. Only `-L2` is joined. */
const treePaths = paths('-adfihpsDF -L= -I= -P= --dirsfirst --noreport --gitignore');
const tree: Reads = (words) => (words.some((word) => /^-\w*[LIP]./.test(word) && !/^-[a-zA-Z]*L\d+$/.test(word)) ? null : treePaths(words));

/** bash writes how much it has printed into the variable that `%n` is given, which may be PATH. */
const printf: Reads = (words) =>
  words.every((word) => inert(word) && !/%[^a-zA-Z%]*[hjlLqtz]*n/.test(word)) && !words[0]?.startsWith('-') ? [] : null;

/** Not `-r` nor `-N`: in folders it follows every link. Of a file and a folder it compares the file of that name there. */
const diffPaths = paths(
  '-# -uqwbiyasBt -U= -C= --brief --unified? --side-by-side --color? --ignore-all-space --ignore-space-change --ignore-case --text',
  2,
);
const diff: Reads = (words) => {
  const [a, b, ...others] = diffPaths(words) ?? [];
  return a === undefined || b === undefined || others.length > 0 ? null : [a, b, `${a}/${nameOf(b)}`, `${b}/${nameOf(a)}`];
};
const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Without a folder it goes home, and with `-` to where it was before. */
const cdPaths = paths('-LP', 1);
const cd: Reads = (words) => {
  const [to, ...others] = cdPaths(words) ?? [];
  return to === undefined || to === '-' || others.length > 0 ? null : [to];
};

const checksum = paths('-bt -a= --binary --text --tag');
const anything: Reads = () => [];
/** Not of every program: yarn and cargo may fetch or start another first. */
const version: Reads = (words) => (words.length === 1 && /^(-[vV]|--version)$/.test(words[0] ?? '') ? [] : null);

/** The programs that only read, and what of their words are paths. awk is not here: it can run commands. Nor env: it shows keys. */
export const readOnlyPrograms: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  [
    'ls',
    paths(
      '-1aAlhtrRSsdFGinogpxCucBbmNqQUXvkT --all --almost-all --human-readable --recursive --reverse --directory --sort= --time= --time-style= --size --color? --full-time --inode --classify? --group-directories-first --si',
    ),
  ],
  ['cat', paths('-nAbeEstTv --number --number-nonblank --show-all --show-ends --squeeze-blank')],
  ['head', paths('-# -qv -n= -c= --lines= --bytes= --quiet --verbose')],
  ['tail', paths('-# -qvr -n= -c= --lines= --bytes= --quiet --verbose')],
  ['nl', paths('-b= -w= -s= -v=')],
  ['tac', paths('')],
  ['rev', paths('')],
  ['wc', paths('-lwcmL --lines --words --bytes --chars --max-line-length')],
  ['grep', grep],
  ['egrep', grep],
  ['fgrep', grep],
  ['rg', rg],
  ['find', find],
  ['git', gitReads],
  ['stat', paths('-fLtx -c= --format= --printf= --terse --dereference')],
  ['file', paths('-bihkN --brief --mime --mime-type --mime-encoding')],
  ['du', paths('-shackmbx -d= --max-depth= --summarize --human-readable --total --apparent-size --all')],
  ['df', paths('-hTikmalP --human-readable --total')],
  ['tree', tree],
  ['pwd', paths('-LP', 0)],
  ['echo', anything],
  ['printf', printf],
  ['date', noPaths('-uRI -d= --date= --utc --universal --rfc-email --iso-8601?', (word) => word.startsWith('+'))],
  ['which', noPaths('-a')],
  ['type', noPaths('-atpP')],
  ['command', (words) => (/^-[vV]$/.test(words[0] ?? '') ? [] : null)],
  ['basename', noPaths('-az -s= --multiple --suffix= --zero')],
  ['dirname', noPaths('-z --zero')],
  ['realpath', paths('-emqsz --canonicalize-existing --canonicalize-missing --no-symlinks')],
  ['readlink', paths('-femnqsvz --canonicalize')],
  [
    'sort',
    paths(
      '-rnuhVfbgMsdiRczm -k= -t= --reverse --numeric-sort --unique --human-numeric-sort --version-sort --ignore-case --key= --field-separator= --stable',
    ),
  ],
  // Its second operand is a file it writes.
  ['uniq', paths('-cduiDz -f= -s= -w= --count --repeated --unique --ignore-case', 1)],
  ['cut', paths('-sz -d= -f= -c= -b= --delimiter= --fields= --characters= --bytes= --complement --output-delimiter= --only-delimited')],
  ['tr', noPaths('-dscCt --delete --squeeze-repeats --complement')],
  ['paste', paths('-sz -d=')],
  ['jq', jq],
  ['sed', sed],
  ['diff', diff],
  ['cmp', paths('-slb --silent --quiet --verbose', 2)],
  ['md5sum', checksum],
  ['sha1sum', checksum],
  ['sha256sum', checksum],
  ['sha512sum', checksum],
  ['shasum', checksum],
  ['uname', noPaths('-asrmnopvi', () => false)],
  ['whoami', noPaths('', () => false)],
  ['id', noPaths('-ugnGrz')],
  ['seq', noPaths('-w -s= -f=')],
  ['sleep', noPaths('', (word) => /^[\d.]+[smh]?$/.test(word))],
  ['node', version],
  ['npm', version],
  ['python', version],
  ['python3', version],
  ['true', anything],
  ['false', anything],
  [':', anything],
  ['test', test],
  ['[', (words) => (words.at(-1) === ']' ? test(words.slice(0, -1)) : null)],
  ['cd', cd],
  ['{', anything],
]);

/** Whether a program is there to read, whatever it is given. */
export function isReader(program: string): boolean {
  return readOnlyPrograms.has(program) && readOnlyPrograms.get(program) !== version;
}
