import type { SimpleCommand } from './shell';
import { hasFlag, operandsOf } from './shell-args';
import { programOf } from './shell-inner';

const always: ReadonlySet<string> = new Set(
  'curl wget curlie http https xh aria2c ssh scp sftp ftp tftp lftp telnet nc ncat netcat socat sshfs mosh nmap dig nslookup host ping traceroute whois mail sendmail npx bunx pnpx uvx pipx gh glab hub aws gcloud gsutil az kubectl helm terraform tofu heroku vercel netlify flyctl wrangler firebase ngrok svn rclone'.split(
    ' ',
  ),
);

const packages =
  /^(install|i|ci|add|update|up|upgrade|publish|unpublish|login|adduser|audit|outdated|view|info|search|exec|x|dlx|create|init|link|dist-tag|access|token)$/;
const systemPackages = /^(install|update|upgrade|dist-upgrade|full-upgrade|reinstall|download|search|fetch|add|tap|-s\w*)$/i;

/** Subcommands that reach out; others of these programs do not. */
const some: Readonly<Record<string, RegExp>> = {
  npm: packages,
  pnpm: packages,
  yarn: packages,
  bun: packages,
  deno: /^(install|add|cache|publish|upgrade)$/,
  pip: /^(install|download|search|index|wheel)$/,
  pip3: /^(install|download|search|index|wheel)$/,
  uv: /^(add|sync|pip|tool|publish|lock|python)$/,
  poetry: /^(install|add|update|publish|lock)$/,
  conda: /^(install|create|update|search)$/,
  cargo: /^(install|add|update|fetch|publish|search|login)$/,
  go: /^(get|install|mod)$/,
  gem: /^(install|update|push|fetch)$/,
  bundle: /^(install|update|add)$/,
  composer: /^(install|update|require)$/,
  apt: systemPackages,
  'apt-get': systemPackages,
  yum: systemPackages,
  dnf: systemPackages,
  apk: systemPackages,
  pacman: systemPackages,
  zypper: systemPackages,
  brew: systemPackages,
  port: systemPackages,
  docker: /^(pull|push|login|run|build|buildx|compose|search)$/,
  podman: /^(pull|push|login|run|build|search)$/,
  openssl: /^s_(client|server)$/,
};

/** Whether a command reaches out of this machine by its very words. What git does is told in shell-git. */
export function isNetwork({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>): boolean {
  if (redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.raw))) return true;
  const program = programOf(words);
  if (program === null) return false;
  if (always.has(program)) return true;
  const args = words.slice(1);
  const operands = operandsOf(args, '--prefix --dir -C --cwd --filter -w --workspace --directory --project');
  const sub = operands[0]?.literal ?? '';
  if (/^python[\d.]*$/.test(program))
    return hasFlag(args, '-m') && /^(pip|http\.server|ensurepip|venv|smtplib|ftplib|webbrowser)$/.test(sub) && sub !== 'venv';
  if (program === 'rsync') return operands.some(({ raw }) => /^(rsync:\/\/|[^/]+:)/.test(raw));
  // A bare `yarn` installs.
  if (program === 'yarn' && operands.length === 0) return !hasFlag(args, '-v', '--version', '--help');
  return Object.hasOwn(some, program) && (some[program]?.test(sub) ?? false);
}
