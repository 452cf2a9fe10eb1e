import { hasFlag, operandsOf, valuesOf } from './arguments';
import { programOf } from './program-name';
import type { SimpleCommand } from './reader';
import type { ShellWord } from './words';

const always: ReadonlySet<string> = new Set(
  'curl wget curlie http https xh aria2c ssh scp sftp ftp tftp lftp telnet nc ncat netcat socat sshfs mosh nmap dig nslookup host ping traceroute whois mail sendmail npx bunx pnpx uvx pipx gh glab hub aws gcloud gsutil az kubectl helm terraform tofu heroku vercel netlify flyctl wrangler firebase ngrok svn rclone docker-compose lynx w3m links elinks wget2 httpie websocat grpcurl yt-dlp youtube-dl ping6 mtr tracepath smbclient ldapsearch msmtp mutt s3cmd doctl fly twine cloudflared wormhole croc rustup pod nuget cpan cpanm ssh-copy-id ssh-keyscan autossh axel skopeo corepack ansible ansible-playbook pulumi cdk serverless sls sam railway supabase eas stripe sentry-cli claude codex gemini aider opencode cursor-agent'.split(
    ' ',
  ),
);

const packages =
  /^(install|i|ci|add|update|up|upgrade|publish|unpublish|login|adduser|audit|outdated|view|info|search|exec|x|dlx|create|init|link|dist-tag|access|token|fetch|global)$/;
/** npm takes other spellings, and the start of a name for the name. */
const npmPackages =
  /^(in|inst?\w*|install-\w+|isnt\w*|it|cit|ic|clean-install\w*|upd\w*|udpate|upg\w*|publi?\w*|unpub\w*|log[io]\w*|aud\w*|outd\w*|vi\w*|v|show|se\w*|s|find|ex\w*|cre\w*|inn?it|ping|whoami|doctor|dedupe|ddp|deprecate|owner|profile|team|org|hook|star)$/;
const systemPackages = /^(install|update|upgrade|dist-upgrade|full-upgrade|reinstall|download|search|fetch|add|tap|-s\w*)$/i;

const installs = /^(install|i|add|update|upgrade|sync|lock|use|publish|search)$/;

/** Subcommands that reach out; others of these programs do not. */
const some: Readonly<Record<string, RegExp>> = {
  npm: new RegExp(`${packages.source}|${npmPackages.source}`),
  pnpm: packages,
  yarn: packages,
  bun: packages,
  deno: /^(install|add|cache|publish|upgrade)$/,
  pip: /^(install|download|search|index|wheel)$/,
  uv: /^(add|sync|pip|tool|publish|lock|python)$/,
  poetry: /^(install|add|update|publish|lock)$/,
  conda: /^(install|create|update|search)$/,
  mamba: /^(install|create|update|search)$/,
  pipenv: installs,
  pdm: installs,
  rye: installs,
  pixi: installs,
  mise: installs,
  asdf: installs,
  pyenv: installs,
  rbenv: installs,
  volta: installs,
  fnm: installs,
  luarocks: installs,
  opam: installs,
  snap: installs,
  flatpak: installs,
  choco: installs,
  winget: installs,
  scoop: installs,
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
  dotnet: /^(restore|add|tool|nuget|workload)$/,
  hg: /^(push|pull|clone|incoming|outgoing|in|out)$/,
  getent: /^(hosts|ahosts|ahostsv4|ahostsv6)$/,
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
    return valuesOf(args, '-m').some(({ literal }) => /^(pip|http\.server|ensurepip|smtplib|ftplib|webbrowser)$/.test(literal ?? ''));
  if (/^(open|xdg-open|start|deno)$/.test(program) && operands.some(({ raw }) => /^https?:/i.test(raw))) return true;
  if (program === 'rsync') return operands.some(({ raw }) => /^(rsync:\/\/|[^/]+:)/.test(raw));
  // A bare `yarn` installs, and so does `bundle`.
  if (/^(yarn|bundle)$/.test(program) && operands.length === 0) return !hasFlag(args, '-v', '--version', '--help');
  if (databaseClients.test(program)) return reachesHost(args);
  const known = /^pip[\d.]*$/.test(program) ? 'pip' : program;
  if (!Object.hasOwn(some, known)) return false;
  // `npm --registry x install`: the first operand may be the value of a flag. `docker image push`: or a kind of thing.
  const subs =
    args[0]?.literal?.startsWith('-') || /^(image|container|manifest)$/.test(sub)
      ? operands.slice(0, 2).map(({ literal }) => literal ?? '')
      : [sub];
  return subs.some((word) => some[known]?.test(word));
}

const databaseClients =
  /^(psql|pgcli|pg_dump|pg_dumpall|pg_restore|createdb|dropdb|mysql|mysqldump|mysqladmin|mycli|mariadb|mariadb-dump|redis-cli|mongo|mongosh|mongodump|mongorestore|clickhouse-client|cqlsh)$/;

/** Whether a database program is given a host that is not this machine, as a flag, in an address or in a list of settings. */
function reachesHost(args: readonly ShellWord[]): boolean {
  const flagged = valuesOf(args, '-h', '--host').map(({ literal }) => literal ?? '?');
  const addressed = args.flatMap(
    ({ raw }) => /^(?:--?\w[\w-]*=)?[a-z][a-z\d+]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i.exec(raw)?.[1] ?? [],
  );
  const listed = args.flatMap(({ raw }) => /(?:^|\s)host(?:addr)?\s*=\s*(\S+)/.exec(raw)?.[1] ?? []);
  return [...flagged, ...addressed, ...listed].some((host) => !/^(|localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\/.*|%2F.*)$/i.test(host));
}
