const hidden = '[redacted]';

/** Shapes of secrets that are known by their own look, and places where a secret is known by its name. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_-]{8,}/g, hidden],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|hf_)[A-Za-z0-9_-]{10,}/g, hidden],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, hidden],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, hidden],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/\b(Bearer|Basic|Token)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s/@]+@/gi, `$1${hidden}@`],
  // key: value, KEY=value and "key":"value", also inside JSON that was quoted once more.
  [
    /((?:api[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|token|secret|password|passwd|authorization|cookie|private[_-]?key)\\?["']?\s*[:=]\s*\\?["']?)(?!\[redacted\]|Bearer|Basic|Token)[^\s"'\\,;&}]{4,}/gi,
    `$1${hidden}`,
  ],
];

/** Removes keys, tokens and passwords from text that will be kept or copied. */
export function redact(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
