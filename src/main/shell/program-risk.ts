import type { RiskKind } from '../../shared/risk';
import { flagsOf, hasFlag, operandsOf } from './arguments';
import { isInterpreter } from './inline-code';
import { programOf } from './program-name';
import { isReader } from './read-only-programs';
import type { SimpleCommand } from './reader';
import type { ShellWord } from './words';
import { readsOrStarts } from './writes';

/** They delete, whatever they are given. */
export const deleters: ReadonlySet<string> = new Set([
  'rm',
  'rmdir',
  'unlink',
  'shred',
  'srm',
  'wipefs',
  'truncate',
  'fdisk',
  'parted',
  'dropdb',
  'dropuser',
  'trash',
  'trash-put',
  'trash-empty',
  'rimraf',
  'sfdisk',
  'sgdisk',
  'blkdiscard',
  'del',
  'del-cli',
  'rd',
  'erase',
  'mke2fs',
  'mkswap',
  'lvremove',
  'vgremove',
  'pvremove',
]);
/** Of other programs, the word with which they delete, their first or after the value of a flag. */
const deletingWords: readonly (readonly [program: RegExp, word: RegExp])[] = [
  [/^diskutil$/, /^(erase|reformat|partition|secureerase|zero|random)/i],
  [/^gio$/, /^(trash|remove)$/],
  [/^cryptsetup$/, /^(erase|format|reencrypt|luks(erase|format|killslot|removekey))$/i],
  [/^nvme$/, /^(format|sanitize)$/],
  [/^hg$/, /^(purge|revert|strip)$/],
  [
    /^(apt|apt-get|aptitude|yum|dnf|zypper|apk|brew|port|snap|flatpak|choco|winget|scoop)$/,
    /^(remove|rm|purge|autoremove|erase|uninstall|del)$/,
  ],
  [/^dpkg$/, /^(-[rP]|--remove|--purge)$/],
  [/^rpm$/, /^(-e\w*|--erase)$/],
  [/^pacman$/, /^(-R\w*|--remove)$/],
];
const enders: ReadonlySet<string> = new Set([
  'pkill',
  'killall',
  'xkill',
  'kill-port',
  'fkill',
  'skill',
  'shutdown',
  'reboot',
  'halt',
  'poweroff',
  'init',
  'telinit',
  'taskkill',
  'tskill',
]);
const raisers: ReadonlySet<string> = new Set([
  'sudo',
  'doas',
  'su',
  'pkexec',
  'run0',
  'sudoedit',
  'runuser',
  'gosu',
  'su-exec',
  'runas',
  'gsudo',
  'sudo-rs',
  'gksu',
  'gksudo',
  'kdesu',
  'dzdo',
  'pfexec',
  'sg',
  'newgrp',
]);
export const ownerChangers: ReadonlySet<string> = new Set([
  'chown',
  'chgrp',
  'setfacl',
  'chattr',
  'setcap',
  'usermod',
  'useradd',
  'passwd',
  'visudo',
  'icacls',
  'takeown',
]);
export const databases: ReadonlySet<string> = new Set(
  'psql pgcli mysql mycli mariadb sqlite3 sqlcmd usql duckdb clickhouse clickhouse-client cqlsh snowsql mongosh mongo redis-cli'.split(' '),
);
/** What they show or give away are passwords and keys. */
const keepers: Readonly<Record<string, RegExp>> = {
  security: /^(find-(generic|internet)-password|dump-keychain|export)$/,
  'secret-tool': /^(lookup|search)$/,
  pass: /^(show|ls|grep|cp)$/,
  op: /^(read|item|document|inject)$/,
  bw: /^(get|list|export)$/,
};
/** They start and stop what runs on its own. */
const serviceKeepers =
  /^(systemctl|launchctl|supervisorctl|initctl|rc-service|monit|pm2|forever|pg_ctl|pg_ctlcluster|apachectl|apache2ctl|rabbitmqctl|nginx|redis-cli)$/;
const serviceEnds = /^(stop|restart|disable|mask|kill|poweroff|reboot|halt|suspend|unload|bootout|remove|delete|shutdown|quit)$/i;

/** What a program does by its name and its words. */
export function programKinds(program: string, { words, redirects }: SimpleCommand): RiskKind[] {
  const args = words.slice(1);
  const operands = operandsOf(args).map(({ literal }) => literal);
  const [first, second] = operands;
  const kinds: RiskKind[] = [];
  if (deleters.has(program) || program.startsWith('mkfs')) kinds.push('deletes');
  if (program === 'find' && args.some(({ literal }) => literal === '-delete')) kinds.push('deletes');
  if (program === 'dd' && args.some(({ raw }) => raw.startsWith('of='))) kinds.push('deletes');
  if (program === 'rsync' && args.some(({ literal }) => literal?.startsWith('--del') || literal === '--remove-source-files'))
    kinds.push('deletes');
  if (program === 'tar' && hasFlag(args, '--remove-files')) kinds.push('deletes');
  if (program === 'zip' && hasFlag(args, '-m', '--move')) kinds.push('deletes');
  if (
    deletingWords.some(
      ([name, word]) => name.test(program) && [...operands.slice(0, 2), ...flagsOf(args)].some((given) => word.test(given ?? '')),
    )
  )
    kinds.push('deletes');
  if (program === 'cmd' && args.some(({ raw }) => /\b(del|erase|rd|rmdir)\b/i.test(raw))) kinds.push('deletes');
  if (program === 'hg' && hasFlag(args, '-C', '--clean')) kinds.push('deletes');
  if (program === 'crontab' && hasFlag(args, '-r')) kinds.push('deletes');
  if (['docker', 'podman'].includes(program) && operands.some((word) => /^(rm|rmi|prune)$/.test(word ?? ''))) kinds.push('deletes');
  const ofContainer = first === 'container' || first === 'compose' ? second : first;
  if (['docker', 'podman'].includes(program) && /^(stop|kill|restart|down)$/.test(ofContainer ?? '')) kinds.push('process');
  if (
    ['kubectl', 'helm', 'gh', 'aws', 'gcloud', 'az', 'terraform', 'tofu', 'npm'].includes(program) &&
    operands.some((word) => /^(delete|destroy|uninstall|unpublish|rm|rb)$/.test(word ?? '')) &&
    !(program === 'npm' && first !== 'unpublish')
  )
    kinds.push('deletes');
  if (
    databases.has(program) &&
    /\b(drop\s+\w|truncate\s|delete\s+from|flushall|flushdb|dropdatabase|\.drop\(|\.remove\(|deletemany|deleteone)/i.test(
      saidTo({ words, redirects }),
    )
  )
    kinds.push('deletes');
  if (!isKnown(program)) kinds.push(...args.flatMap(({ literal }) => started(literal)));
  // `argocd app delete x`, `vagrant destroy`: what programs that are not known here call it.
  if (!isKnown(program) && !takesAnyWord(program) && operands.slice(0, 2).some((word) => /^(delete|destroy)$/.test(word ?? '')))
    kinds.push('deletes');
  if (program === 'mysqladmin' && operands.includes('drop')) kinds.push('deletes');
  if (!isReader(program) && dropsData(args)) kinds.push('deletes');
  if (program === 'claude' && args.some(({ raw }) => /^(mcp|config|plugin|--(dangerously|allow|permission|settings|mcp)\S*)$/i.test(raw)))
    kinds.push('governs');
  if (raisers.has(program)) kinds.push('sudo');
  if (enders.has(program)) kinds.push('process');
  if (Object.hasOwn(keepers, program) && keepers[program]?.test(first ?? '')) kinds.push('secrets');
  if (program === 'gpg' && hasFlag(args, '--export-secret-keys', '--export-secret-subkeys')) kinds.push('secrets');
  if (program === 'kill' && !asksOnly(args)) kinds.push('process');
  if (program === 'tmux' && /^kill-/.test(first ?? '')) kinds.push('process');
  if (program === 'fuser' && hasFlag(args, '-k')) kinds.push('process');
  if (serviceKeepers.test(program) && operands.some((word) => serviceEnds.test(word ?? ''))) kinds.push('process');
  if ((program === 'service' || (program === 'brew' && first === 'services')) && serviceEnds.test(second ?? '')) kinds.push('process');
  if (ownerChangers.has(program)) kinds.push('permissions');
  if (program === 'chmod' && (hasFlag(args, '-R', '--recursive') || operands.some(opensWide))) kinds.push('permissions');
  return kinds;
}

/** They start nothing that stands in their words, or what they start is read as a command of its own. `npm rm` is one of their words. */
const isKnown = (program: string): boolean =>
  readsOrStarts(program) ||
  deleters.has(program) ||
  /^(git|docker|podman|kubectl|aws|gsutil|gcloud|rclone|ipfs|cargo|deno|brew|man|tldr|help|alias|unalias|hash|parallel|fd|fdfind|case|for|tmux|screen)$/.test(
    program,
  );

/** They run a script, look for what they are given or take it for the name of a file, and it may be any word. */
const takesAnyWord = (program: string): boolean =>
  isInterpreter(program) ||
  /^(ag|ack|jest|vitest|mocha|ava|tap|playwright|cypress|pytest|tox|phpunit|rspec|bats|ctest|go|dotnet|swift|gradle|gradlew|mvn|mvnw|http|https|xh|touch|mkdir|cp|mv|ln|tee|chmod|code|vi|vim|nvim|nano)$/.test(
    program,
  );

/** A program that is not known here may start what stands in its words: `xterm -e rm x`, `bwrap … rm x`. */
function started(literal: string | null): RiskKind[] {
  const name = literal === null ? null : programOf([{ literal, raw: literal }]);
  if (/^(rm|rmdir|shred|unlink)$/.test(name ?? '')) return ['deletes'];
  return /^(sudo|doas|pkexec)$/.test(name ?? '') ? ['sudo'] : [];
}

/** The names that tasks for throwing a database away have: `rails db:drop`, `npm run db:reset`, `prisma migrate reset`. */
function dropsData(args: readonly ShellWord[]): boolean {
  const words = args.map(({ literal }) => literal ?? '');
  return words.some(
    (word, index) =>
      /^(\w+:)*(db|database|migrate|migrations?|schema|ecto)[:.](\w+:)*(drop|reset|fresh|wipe|purge|refresh)(:\w+)*$/.test(word) ||
      (/^(db|database|migrate|schema)$/.test(words[index - 1] ?? '') && /^(drop|reset|wipe|fresh)$/.test(word)) ||
      (/(^|\/)manage\.py$/.test(words[index - 1] ?? '') && /^(flush|reset_db)$/.test(word)) ||
      word === '--force-reset',
  );
}

/** What a program is given to do: its words, and a here-document. */
export function saidTo({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>): string {
  const text = redirects.filter(({ kind }) => kind === 'text').map(({ target }) => target);
  return [...words.slice(1), ...text].map(({ raw }) => raw).join(' ');
}

/** `kill -0` looks whether a process is there, `-l` lists the signals. */
function asksOnly(args: readonly ShellWord[]): boolean {
  const first = args[0]?.literal ?? '';
  if (flagsOf(args, '-s -n').length !== 1) return false;
  return /^(-0|-l|-L|--list)$/.test(first) || (first === '-s' && args[1]?.literal === '0');
}

/** A mode that everyone may write with, or that runs as its owner. */
function opensWide(mode: string | null): boolean {
  return (mode ?? '').split(',').some(opensOneWide);
}

function opensOneWide(mode: string): boolean {
  return /^(0*\d?\d\d[2367]|0*[2-7]\d{3}|([ugoa,]*[oa][ugoa]*)?[+=][rx]*w.*|.*[+=].*s.*)$/.test(mode);
}
