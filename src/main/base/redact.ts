const hidden = '[redacted]';

/**
 * Prefixes of well-known tokens. After a prefix the pattern must not be able to fail: then a run of characters is part of one
 * match, and the regular expression never scans it again from another start.
 */
const prefixes = [
  'sk-',
  '[sr]k_(?:live|test)_',
  'whsec_',
  'gh[pousr]_',
  'github_pat_',
  'gl(?:pat|ptt|dt|rt|rtr|cbt|ft|imt|agent|oas|soat)-',
  'xox[abceoprs]-',
  'xapp-',
  'npm_(?!config|package|lifecycle|command|execpath|node)',
  'pypi-A',
  'rubygems_',
  'hf_',
  'gsk_',
  'xai-',
  'pplx-',
  'nvapi-',
  'r8_',
  'AIza',
  'GOCSPX-',
  String.raw`ya29\.`,
  String.raw`SG\.`,
  String.raw`hv[sbr]\.`,
  String.raw`dp\.[a-z]{2,6}\.`,
  'do[opr]_v1_',
  'shp(?:at|ca|pa|ss|tka|ua)_',
  'dckr_[a-z]{2,4}_',
  'dapi[0-9a-f]',
  'lin_api_',
  'figd_',
  'glsa_',
  'glc_',
  'sntry[su]_',
  'sbp_',
  'pscale_(?:tkn|pw|oauth)_',
  'vercel_blob_rw_',
  'ATATT3',
  'PMAK-',
  'NRAK-',
  'sq0[a-z]{3}-',
  'eyJ',
];

/** Names of secrets; more of the name may come before (`AWS_SECRET`). */
const secretWord =
  '(?:api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|client-key-data|token|secret|passw(?:or)?d|passphrase|credentials?)';
/**
 * The rest of such a name (`_ACCESS_KEY`, but not `_count`). The lookahead makes it atomic, because backtracking into it was
 * slow.
 */
const rest = String.raw`(?:(?=(?<rest>(?![_-](?:count|limit|budget|usage))[_-][\w-]{0,40}|key|value|id))\k<rest>)?`;
const name = `${secretWord}${rest}`;
/** Short names, which must not be part of a longer word. */
const shortName = '(?<![A-Za-z])(?:pass|pwd|_auth)';
const header = String.raw`\b(?:(?:proxy-)?authorization|(?:set-)?cookie)`;
/** The separator between a name and its value. JSON inside a JSON string has backslashes before its quotes. */
const equals = String.raw`\\*["']?\s*[:=]\s*`;
/** A quoted value ends at the same quote that opened it, with the same number of backslashes. */
const opening = String.raw`(?<slashes>\\*)(?<quote>["'])`;
const quoted = String.raw`(?:(?!(?<!\\)\k<slashes>\k<quote>)[^])+`;
const bare = String.raw`[^\s"'\\,;&}]`;
/** A flag with the name of a secret: `--db-password`, `-token`. */
const flag = String.raw`(?<![\w-])--?(?=[\w-]*?(?:${name}|${shortName})(?![\w-]))[\w-]+`;
/** The separator between a flag and its value, on a command line or in a JSON array of arguments. */
const argument = String.raw`(?:\s+|=|\\*["']\s*,\s*)`;

/** Secrets that are recognizable by their own format, or by the name before them. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\b(?:${prefixes.join('|')})[A-Za-z0-9_.=-]{8,}`, 'g'), hidden],
  [/\b(?:AKIA|ASIA|LTAI)[A-Za-z0-9]{16,}/g, hidden],
  [/\bAGE-SECRET-KEY-[A-Z0-9-]{8,}/gi, hidden],
  [/\b\d{8,10}:AA[A-Za-z0-9_-]{30,}/g, hidden],
  [/\b(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9_/-]+/gi, `$1${hidden}`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g, hidden],
  // Hide the whole value of a header: the parts after a semicolon are secret too.
  [new RegExp(`(${header}${equals}${opening})${quoted}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`(${header}${equals})(?:\[[^\]\r\n]+|(?!["'\\[])(?:=\\*"[^"\r\n]*"|[^\r\n"\\])+)`, 'gi'), `$1${hidden}`],
  [/\b(Bearer|Basic|Token)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/(:\/\/[^\s:/?#@"'<>]*:)[^\s/?#"'<>]+@/g, `$1${hidden}@`],
  // A token used as the user name of a URL. The user "git" is no secret.
  [/(:\/\/)(?!git@)[^\s:/?#@"'<>[\]]+@/g, `$1${hidden}@`],
  // Signed URLs.
  [new RegExp(`(?<![A-Za-z0-9])(sig|signature|x-(?:amz|goog)-(?:signature|credential))=${bare}{4,}`, 'gi'), `$1=${hidden}`],
  [new RegExp(`((?:${name}|${shortName})${equals}${opening})${quoted}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`(${name}${equals})(?!\[redacted\])${bare}{4,}`, 'gi'), `$1${hidden}`],
  // A value that starts like a path is the shell's PWD.
  [new RegExp(String.raw`(${shortName}\s*=\s*)(?![/~]|\[redacted\])${bare}{4,}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`\b(pass:)(?!\[redacted\])${bare}{4,}`, 'gi'), `$1${hidden}`],
  // Values of flags: `--db-password x`, `-token x`, `"--api-key","x"`.
  [new RegExp(`(${flag}${argument}${opening})${quoted}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`(${flag}${argument})(?!-|\[redacted\])${bare}+`, 'gi'), `$1${hidden}`],
  // `-u name:password`, but not numeric ids as in `-u 1000:1000`.
  [
    new RegExp(String.raw`((?<![\w-])(?:-u|--(?:proxy-)?user)${argument}\\*["']?[^\s:"'\\]{0,100}:)(?!\d+(?:[\s"'\\]|$))${bare}+`, 'gi'),
    `$1${hidden}`,
  ],
  [/(?<![\w-])((?:mysql|mariadb)[\w-]{0,20}\s(?:[^\n]{0,200}?\s)??-p)(?![\s-])[^\s"'\\]+/gi, `$1${hidden}`],
  [/(\bsshpass\s+-p\s*)[^\s"'\\]+/gi, `$1${hidden}`],
  [/(\blogin\s+[^\s]{1,100}\s+password\s+)\S+/gi, `$1${hidden}`],
  [/("auth\\*"\s*:\s*\\*")[A-Za-z0-9+/=]{8,}/gi, `$1${hidden}`],
];

/**
 * Removes keys, tokens and passwords from text that will be stored or copied. It takes linear time for any text;
 * `bench/redact.bench.mjs` measures that for every pattern.
 */
export function redact(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
