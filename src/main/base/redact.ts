const hidden = '[redacted]';

/** What secrets are called, with more name before it (`AWS_SECRET`) or after (`_ACCESS_KEY`, but not `_count`). */
const name =
  '(?:api[_-]?key|access[_-]?key|private[_-]?key|token|secret|passw(?:or)?d|passphrase|credentials?)' +
  String.raw`(?:(?![_-](?:count|limit|budget|usage))[_-][\w-]{0,40}|key|value|id)?`;
const header = String.raw`\b(?:(?:proxy-)?authorization|(?:set-)?cookie)`;
/** Between a name and its value; JSON that was quoted once more has backslashes before its quotes. */
const equals = String.raw`\\*["']?\s*[:=]\s*`;
/** Up to the quote that closes it: the same as the one that opened it, with as many backslashes. */
const opening = String.raw`(?<slashes>\\*)(?<quote>["'])`;
const quoted = String.raw`(?:(?!(?<!\\)\k<slashes>\k<quote>)[^])+`;

/** Shapes of secrets that are known by their own look, and places where a secret is known by its name. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_-]{8,}/g, hidden],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|hf_)[A-Za-z0-9_-]{10,}/g, hidden],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, hidden],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, hidden],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  // A header's whole value: what comes after a semicolon is as secret as what comes before.
  [new RegExp(`(${header}${equals}${opening})${quoted}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`(${header}${equals})(?:\[[^\]\r\n]+|(?!["'\\[])(?:=\\*"[^"\r\n]*"|[^\r\n"\\])+)`, 'gi'), `$1${hidden}`],
  [/\b(Bearer|Basic|Token)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/(:\/\/[^\s:/?#@"'<>]*:)[^\s/?#"'<>]+@/g, `$1${hidden}@`],
  // A token in place of a name; "git" is everyone's.
  [/(:\/\/)(?!git@)[^\s:/?#@"'<>[\]]+@/g, `$1${hidden}@`],
  [new RegExp(`(${name}${equals}${opening})${quoted}`, 'gi'), `$1${hidden}`],
  [new RegExp(String.raw`(${name}${equals})(?!\[redacted\])[^\s"'\\,;&}]{4,}`, 'gi'), `$1${hidden}`],
];

/** Removes keys, tokens and passwords from text that will be kept or copied. */
export function redact(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
