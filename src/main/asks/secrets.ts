/** Folders whose every file may hold a key. */
const folders = /^(\.ssh|\.aws|\.gnupg|\.kube|keychains|\.password-store)$/i;

const files: readonly RegExp[] = [
  /^\.env(?!\.(example|sample|template|dist|defaults?)$)([._-].*|rc|\*.*)?$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/i,
  /\.(pem|p12|pfx|jks|keystore|kdbx|keychain|keychain-db|ppk|key)$/i,
  /^\.?(netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd|vault-token|boto|s3cfg|my\.cnf)$/i,
  /^_netrc$/i,
  /^\.?credentials(\.(json|ya?ml|toml|csv|ini|db))?$/i,
  /^\.?secrets?\.(json|ya?ml|toml|txt|env|ini)$/i,
  /^(service-?account|client_secret).*\.json$/i,
];
const ends = /(^|\/)(\.config\/gh\/hosts\.yml|\.docker\/config\.json|\.config\/gcloud\/.+|etc\/(g?shadow|sudoers)|proc\/[^/]+\/environ)$/i;

/** Whether a word of a command, or a path, looks like a place where keys or passwords are kept. */
export function looksSecret(word: string): boolean {
  // `--env-file=.env`, `HEAD:.env`, `@.env`, `host:~/.ssh/id_rsa`
  return [word, ...word.split(/[=:@,]/)].some((place) => {
    const parts = place.replaceAll('\\', '/').split('/').filter(Boolean);
    const name = parts.at(-1) ?? '';
    return parts.some((part) => folders.test(part)) || files.some((file) => file.test(name)) || ends.test(parts.join('/'));
  });
}
