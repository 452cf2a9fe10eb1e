/** Folders whose every file may hold a key. */
const folders = /^(\.ssh|keyrings|\.aws|\.azure|\.gnupg|\.kube|keychains|\.password-store)$/i;

const files: readonly RegExp[] = [
  /^\.env(?!\.(example|sample|template|dist|defaults?)$)([._-].*|rc|\*.*)?$/i,
  // Not every `x.env` is one: `process.env` is code.
  /^(prod(uction)?|dev(elopment)?|stag(e|ing)|local|secrets?|docker)\.env$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/i,
  /\.(pem|p12|pfx|jks|keystore|kdbx|keychain|keychain-db|ppk|p8|key)$/i,
  /^\.?(netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd|vault-token|boto|s3cfg|my\.cnf)$/i,
  /^(_netrc|\.dockercfg|\.?kubeconfig)$/i,
  /^\.?credentials(\.(json|ya?ml|toml|csv|ini|db))?$/i,
  /^\.?secrets?\.(json|ya?ml|toml|txt|env|ini)$/i,
  /^(\.secrets?|credentials\.tfrc\.json)$/i,
  /^(service-?account|client_secret).*\.json$/i,
  /^(?!.*\b(example|sample)\b).*\.tfvars(\.json)?$/i,
  /^(\.dev\.vars(\..+)?|.*\.tfstate(\.backup)?|\.?vault_pass(word)?(\.txt)?|\.claude\.json)$/i,
  // Data that browsers keep about sites.
  /^(cookies(\.sqlite|\.binarycookies)?|login data|web data|logins\.json|key[34]\.db|signons\.sqlite)$/i,
  /^(rclone\.conf|wallet\.dat|\.?pgpass\.conf|\.terraformrc|\.cargo-credentials|htpasswd|master\.key|credentials\.yml\.enc)$/i,
  // Histories of typed commands, which may include passwords.
  /^(\.\w+_history|fish_history)$/i,
];
const ends =
  /(^|\/)(\.config\/gh\/hosts\.yml|\.docker\/config\.json|\.config\/gcloud\/.+|(\.?composer|\.codex|opencode|containers)\/auth\.json|run\/secrets\/.+|etc\/(g?shadow|sudoers)|proc\/[^/]+\/(task\/[^/]+\/)?environ|sops\/age\/keys\.txt|\.m2\/settings\.xml|1password\/.+)$/i;

/** Sample names that a pattern is tested against. */
const samples: readonly string[] = [
  ...['.env', '.env.local', '.ssh', '.aws', '.gnupg', '.kube', '.netrc', '.npmrc', '.pypirc', '.pgpass', '.git-credentials'],
  ...['id_rsa', 'id_ed25519', 'server.pem', 'server.key', 'key.p12'],
];

/**
 * Whether a file name pattern is meant to match a secret: `.e*`, `~/.ss?/*`, `{.env,x}`. It must start like one or have enough
 * letters of one: `*` and `.*` match every name.
 */
export function mayMatchSecret(pattern: string): boolean {
  // A program that expands patterns itself reads `.\\env` as `.env`.
  if (looksSecret(pattern) || (pattern.includes('\\') && looksSecret(pattern.replaceAll('\\', '')))) return true;
  if (pattern.length > 200) return false;
  return opened(pattern).some((name) => looksSecret(name) || name.split(/[/=:@]/).some(matchesSample));
}

function matchesSample(part: string): boolean {
  const letters = part.replace(/\[[^\]]*\]/g, '');
  if (!/[*?[]/.test(part) || !/^(\.\W*\w|.*\w.*\w)/.test(letters)) return false;
  const glob = globOf(part);
  return samples.some((sample) => glob.test(sample));
}

/** Expands `a{b,c}` to `ab` and `ac`, the inner braces first, up to a limit. */
function opened(pattern: string): string[] {
  const all = [pattern];
  for (let index = 0; index < all.length && all.length < 200; index += 1) {
    const match = /\{([^{}]*)\}/.exec(all[index] ?? '');
    const text = all[index] ?? '';
    if (match)
      all.push(...(match[1] ?? '').split(',').map((part) => text.slice(0, match.index) + part + text.slice(match.index + match[0].length)));
  }
  return all;
}

function globOf(pattern: string): RegExp {
  // Adjacent stars mean the same as one, and many of them would be slow.
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/\[[!^]?[^\]]*\]|[\s\S]/g, (piece) =>
      piece === '*' ? '.*' : piece === '?' || piece.length > 1 ? '.' : piece.replace(/[\\^$.|+()[\]{}]/, '\\$&'),
    );
  return new RegExp(`^${source}$`, 'i');
}

/** Whether a word of a command, or a path, looks like a place where keys or passwords are kept. */
export function looksSecret(word: string): boolean {
  // Some disks treat similar letters as equal and ignore invisible ones.
  const plain = /[^ -~]/.test(word) ? word.normalize('NFKC').replaceAll(/\p{Cf}/gu, '') : word;
  // Parts of a word can be a path: `--env-file=.env`, `HEAD:.env`, `@.env`, `host:~/.ssh/id_rsa`.
  return [plain, ...plain.split(/[=:@,]/)].some((place) => {
    const parts = place.replaceAll('\\', '/').split('/').filter(Boolean);
    const name = parts.at(-1) ?? '';
    return parts.some((part) => folders.test(part)) || files.some((file) => file.test(name)) || ends.test(parts.join('/'));
  });
}
