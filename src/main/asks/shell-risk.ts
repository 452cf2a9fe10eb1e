import type { RiskKind } from '../../shared/risk';
import type { ToolCall } from './call';
import { absolutePath, governs, isInside, realPlace } from './place';
import { isReader } from './read-only-programs';
import { looksSecret, mayMatchSecret } from './secrets';
import { readShell, readWords, type ShellReading, type SimpleCommand } from './shell';
import { flagsOf, hasFlag, operandsOf, valuesOf } from './shell-args';
import { codeIsNetwork, inlineCode, isInterpreter, runsWhatComesIn } from './shell-code';
import { gitRisks } from './shell-git';
import { isShell, programOf, ranBy, readsItsInput, variablesOf } from './shell-inner';
import { isNetwork } from './shell-network';
import { sedScripts } from './shell-sed';
import { runners, wrappers } from './shell-starters';
import type { ShellWord } from './shell-word';
import { whereIs, writtenBy } from './shell-writes';

/** A reason for a mark, and what in the call gave it. */
export interface Finding {
  readonly kind: RiskKind;
  readonly detail: string;
}

/** What a command line would do that deserves a second look. */
export function shellFindings(source: string, call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>): Finding[] {
  return findingsIn(readShell(source), call);
}

function findingsIn({ commands, trouble }: ShellReading, call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>, depth = 0): Finding[] {
  if (depth > 8) return [{ kind: 'not-understood', detail: 'It is nested too deeply.' }];
  return [
    ...(trouble === null ? [] : [{ kind: 'not-understood' as const, detail: trouble }]),
    ...commands.flatMap((command) => {
      const ran = ranBy(command.words);
      return [...findings(command, call), ...(ran ? findingsIn(readWords(ran, command), call, depth + 1) : [])];
    }),
  ];
}

function findings(command: SimpleCommand, call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>): Finding[] {
  const program = programOf(command.words);
  const text = command.words.map(({ raw }) => raw).join(' ');
  const kinds: RiskKind[] = [
    ...(program === null ? [] : programKinds(program, command)),
    ...(program === 'git' ? gitRisks(command.words) : []),
    ...(isNetwork(command) && !isInstalled(program, command, call) ? (['network'] as const) : []),
    ...(runsWhatComesIn(command) ? (['pipe-to-shell'] as const) : []),
  ];
  return [
    ...kinds.map((kind) => ({ kind, detail: text })),
    ...hiddenPrograms(program, command, text),
    ...emptied(program, command),
    ...outsideWrites(program, command, call),
    ...governingWrites(command, call),
    ...secretWords(command, call),
  ];
}

/** `npx vitest` runs what is installed in the folder, or above where it is, and fetches only what is not. */
function isInstalled(
  program: string | null,
  { words, places }: SimpleCommand,
  { cwd, home, realpath }: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>,
): boolean {
  // Any flag may name another package. A name with a version is looked up.
  const [name] = (program === 'npx' ? words : []).slice(1).filter(({ literal }) => literal !== '--no-install');
  if (!/^[a-z][\w.-]*$/.test(name?.literal ?? '') || places === null) return false;
  return places.every((place) => {
    const base = absolutePath(place, cwd, home);
    const above = base !== null && isInside(cwd, base, realpath) ? [base, cwd] : [];
    return above.some((folder) => realpath(`${folder}/node_modules/.bin/${name?.literal}`) !== null);
  });
}

const deleters: ReadonlySet<string> = new Set([
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
  'rd',
  'erase',
]);
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
const ownerChangers: ReadonlySet<string> = new Set([
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
const databases: ReadonlySet<string> = new Set(['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlcmd', 'mongosh', 'mongo', 'redis-cli']);
/** What they show or give away are passwords and keys. */
const keepers: Readonly<Record<string, RegExp>> = {
  security: /^(find-(generic|internet)-password|dump-keychain|export)$/,
  'secret-tool': /^(lookup|search)$/,
  pass: /^(show|ls|grep|cp)$/,
  op: /^(read|item|document|inject)$/,
  bw: /^(get|list|export)$/,
};
const serviceEnds = /^(stop|restart|disable|mask|kill|poweroff|reboot|halt|suspend|unload|bootout|remove)$/;

function programKinds(program: string, { words, redirects }: SimpleCommand): RiskKind[] {
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
  if (program === 'diskutil' && /^(erase|reformat|partition|secureerase|zero|random)/i.test(first ?? '')) kinds.push('deletes');
  if (['zpool', 'zfs'].includes(program) && first === 'destroy') kinds.push('deletes');
  if (program === 'gio' && /^(trash|remove)$/.test(first ?? '')) kinds.push('deletes');
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
  if (['systemctl', 'launchctl'].includes(program) && operands.some((word) => serviceEnds.test(word ?? ''))) kinds.push('process');
  if (program === 'service' && serviceEnds.test(second ?? '')) kinds.push('process');
  if (ownerChangers.has(program)) kinds.push('permissions');
  if (program === 'chmod' && (hasFlag(args, '-R', '--recursive') || operands.some(opensWide))) kinds.push('permissions');
  return kinds;
}

/** They start nothing that stands in their words, or what they start is read as a command of its own. `npm rm` is one of their words. */
const isKnown = (program: string): boolean =>
  [isReader(program), isShell(program), deleters.has(program), Object.hasOwn(wrappers, program), Object.hasOwn(runners, program)].includes(
    true,
  ) ||
  /^(git|docker|podman|kubectl|aws|gsutil|gcloud|rclone|ipfs|cargo|deno|brew|man|tldr|help|alias|unalias|hash|parallel|fd|fdfind|case|for|tmux|screen)$/.test(
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
      /^(db|database|migrate|migrations?|schema|ecto)[:.](\w+:)*(drop|reset|fresh|wipe|purge|refresh)(:\w+)*$/.test(word) ||
      (/^(db|migrate|schema)$/.test(words[index - 1] ?? '') && /^(drop|reset|wipe|fresh)$/.test(word)) ||
      (/(^|\/)manage\.py$/.test(words[index - 1] ?? '') && /^(flush|reset_db)$/.test(word)) ||
      word === '--force-reset',
  );
}

/** What a program is given to do: its words, and a here-document. */
function saidTo({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>): string {
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

const programVariables =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_ASKPASS|GIT_PROXY_COMMAND|NODE_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_(COUNT|PARAMETERS|GLOBAL|SYSTEM|KEY_\d+)|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|LESSOPEN|LESSCLOSE|PS4|TAR_OPTIONS)$/;

/** Switches of node itself, which name nothing to run. */
const nodeSwitch =
  /^--(max-(old|semi)-space-size=\d+|stack-(size|trace-limit)=\d+|no-(warnings|deprecation|experimental-[\w-]+)|experimental-(vm-modules|strip-types)|enable-source-maps|trace-[\w-]+|openssl-legacy-provider|preserve-symlinks|expose-gc|inspect(-brk)?)$/;

function isHarmlessValue(name: string, value: string): boolean {
  if (name === 'NODE_OPTIONS') return value.split(/\s+/).every((word) => word === '' || nodeSwitch.test(word));
  return value === '' || (/^GIT_CONFIG_(GLOBAL|SYSTEM)$/.test(name) && value === '/dev/null');
}

/** What runs is not in the words: a variable, code in another language, a variable that makes programs start others. */
function hiddenPrograms(program: string | null, command: SimpleCommand, text: string): Finding[] {
  const found: Finding[] = [];
  const { words, redirects } = command;
  const args = words.slice(1);
  if (words.length > 0 && program === null)
    found.push({ kind: 'not-understood', detail: `Which program runs is only known when it runs. ${words[0]?.raw ?? ''}`.trim() });
  if (program !== null) {
    const code = inlineCode(words);
    const fromText = isInterpreter(program) && readsItsInput(words) && redirects.some(({ kind }) => kind === 'text');
    if (code !== null || fromText) found.push({ kind: 'not-understood', detail: `It runs code in another language: ${text}` });
    if (program === 'sed' && sedScripts(args).runs) found.push({ kind: 'not-understood', detail: `Its script runs programs: ${text}` });
    if (/^g?make$/.test(program) && (hasFlag(args, '--eval') || valuesOf(args, '-f', '--file').some(({ literal }) => isInput(literal))))
      found.push({ kind: 'not-understood', detail: `What it makes is only known when it runs: ${text}` });
    if (databases.has(program) && /(^|[\s;])(\.(shell|system)\b|\\!)/.test(saidTo(command)))
      found.push({ kind: 'not-understood', detail: `It has the database program run another: ${text}` });
    // Each of them has a word in its own language that runs a program.
    if (/^(ed|red|dc|m4)$/.test(program)) found.push({ kind: 'not-understood', detail: `It follows commands of its own: ${text}` });
    if (program === 'enable' && hasFlag(args, '-f')) found.push({ kind: 'not-understood', detail: text });
    if (code !== null && codeIsNetwork(code)) found.push({ kind: 'network', detail: text });
  }
  for (const { name, value } of variablesOf(command))
    if (programVariables.test(name) && !(value !== null && isHarmlessValue(name, value)))
      found.push({ kind: 'not-understood', detail: `The variable ${name} can make it run another program.` });
  return found;
}

const isInput = (literal: string | null): boolean => literal === '-' || /^\/dev\/(stdin|fd\/\d+)$/.test(literal ?? '');

/** `> file` with nothing to fill it, `cat /dev/null > file`, `cp /dev/null file`. */
function emptied(program: string | null, { words, redirects }: SimpleCommand): Finding[] {
  const given = words.slice(1).flatMap(({ raw }) => (/^-\w+$/.test(raw) ? [] : [raw]));
  const nothing = given.every((word) => word === '' || word === '/dev/null');
  const silent = words.length === 0 || program === ':' || program === 'true' || (nothing && /^(cat|echo|printf)$/.test(program ?? ''));
  // `cat > file` has its text from elsewhere.
  const filled = program === 'cat' && given.length === 0;
  const files = redirects.flatMap(({ kind, target }) => (kind === 'overwrite' && silent && !filled ? [target.raw] : []));
  const copied = program === 'cp' && given[0] === '/dev/null' ? given.slice(1) : [];
  return [...files, ...copied].flatMap((file) => (file.startsWith('/dev/') ? [] : [{ kind: 'deletes', detail: `empties ${file}` }]));
}

function outsideWrites(program: string | null, command: SimpleCommand, call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>): Finding[] {
  const alreadyMarked = program !== null && (deleters.has(program) || ownerChangers.has(program));
  const linked = program === 'ln' ? operandsOf(command.words.slice(1), '-t -S').slice(0, -1) : [];
  return [...writtenBy(command), ...linked].flatMap((word) => {
    const where = whereIs(word, command.places, call);
    if (where === 'outside') return [{ kind: 'outside' as const, detail: word.raw }];
    if (where === 'unknown' && !alreadyMarked)
      return [{ kind: 'outside' as const, detail: `${word.raw || 'a file'} (known only when it runs)` }];
    return [];
  });
}

/** By the name that is written, by where it leads from where the shell is, and by the names that copies get in a folder. */
function governingWrites(command: SimpleCommand, { cwd, home, realpath }: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>): Finding[] {
  const bases = (command.places ?? []).flatMap((place) => absolutePath(place, cwd, home) ?? []);
  // What is put in a folder is put in the last one.
  const namesInFolder = copiedNames(command);
  return writtenBy(command)
    .filter(({ raw }, index, all) =>
      [raw, ...(index === all.length - 1 ? namesInFolder : []).map((name) => `${raw}/${name}`)].some((file) => {
        const absolute = bases.flatMap((base) => absolutePath(file, base, home) ?? []);
        return governs(file) || absolute.some((place) => place.length < 4_096 && governs(realPlace(place, realpath)));
      }),
    )
    .map(({ raw }) => ({ kind: 'governs', detail: raw }));
}

/** What files may be called in the folder that they are put in. Where that is not known, like those that matter. */
function copiedNames({ words }: SimpleCommand): string[] {
  const program = programOf(words) ?? '';
  const any = ['config', 'settings.json'];
  if (/^(tar|bsdtar|unzip|7z.?)$/.test(program)) return any;
  if (!/^(cp|mv|ln|install|rsync)$/.test(program)) return [];
  const names = operandsOf(words.slice(1)).map(({ raw }) => raw.split('/').at(-1) ?? '');
  return names.flatMap((name) => (/^\.*$|[*?[{$`]/.test(name) ? any : [name]));
}

function secretWords(command: SimpleCommand, call: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>): Finding[] {
  const { words, redirects, assignments } = command;
  const pattern = searchedFor(words);
  const args = isIgnored(command) ? [] : words.slice(1).filter((word) => word !== pattern);
  // A text of one word may be a name: `xargs cat <<< .env`.
  const named = [
    ...args,
    ...redirects.flatMap(({ kind, target }) =>
      kind !== 'text' || !/\s\S/.test(target.raw) ? [{ ...target, raw: target.raw.trim() }] : [],
    ),
  ];
  // `f=.env; cat $f`
  const values = assignments.map(({ value, raw }) => ({ literal: value, raw }));
  return [
    ...[...named, ...values].filter(
      ({ literal, raw }) => raw.length < 4_096 && (literal === null ? mayMatchSecret(raw) : looksSecret(raw)),
    ),
    // Each is asked of the disk, which takes its time: not the thousands of a list.
    ...named.slice(0, 300).filter((word) => leadsToSecret(word, command.places, call)),
  ].map(({ raw }) => ({ kind: 'secrets', detail: raw }));
}

/** What grep looks for is no file, where no flag gives it or could. */
function searchedFor(words: readonly ShellWord[]): ShellWord | undefined {
  const args = words.slice(1);
  if (!/^([ef]?grep|rg)$/.test(programOf(words) ?? '') || hasFlag(args, '-e', '-f', '--regexp', '--file', '--files')) return undefined;
  return operandsOf(args, '-A -B -C -m')[0];
}

/** `echo .env >> .gitignore` */
function isIgnored({ words, redirects }: SimpleCommand): boolean {
  return (
    /^(echo|printf)$/.test(programOf(words) ?? '') &&
    redirects.some(({ kind, target }) => kind === 'append' && /^\.\w*ignore$/.test(target.literal ?? ''))
  );
}

/** A link in the folder that leads to a secret. */
function leadsToSecret(
  { literal }: ShellWord,
  places: SimpleCommand['places'],
  { cwd, home, realpath }: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>,
): boolean {
  if (literal === null || !/^[\w./~@+-]{1,255}$/.test(literal) || literal.startsWith('-')) return false;
  return (places ?? []).some((place) => {
    const base = absolutePath(place, cwd, home);
    const absolute = base === null ? null : absolutePath(literal, base, home);
    return absolute !== null && looksSecret(realPlace(absolute, realpath)) && !looksSecret(realPlace(cwd, realpath));
  });
}
