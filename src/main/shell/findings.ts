import type { RiskKind } from '../../shared/risk';
import { hasFlag, operandsOf, valuesOf } from './arguments';
import { gitRisks, meetsBareRepository } from './git-risk';
import { codeIsNetwork, inlineCode, isInterpreter, runsWhatComesIn } from './inline-code';
import { variablesOf } from './inner-commands';
import { isNetwork } from './network';
import { absolutePath, absolutePaths, type FolderContext, governs, isInside, realPlace } from './paths';
import { programOf } from './program-name';
import { databases, deleters, ownerChangers, programKinds, saidTo } from './program-risk';
import { readShell, readWords, type ShellReading, type SimpleCommand } from './reader';
import { looksSecret, mayMatchSecret } from './secrets';
import { sedScripts } from './sed-script';
import { isInput, readsItsInput } from './standard-input';
import { startedBy } from './started-commands';
import type { ShellWord } from './words';
import { whereIs, writtenBy } from './writes';

/** A reason for a mark, and what in the call gave it. */
export interface Finding {
  readonly kind: RiskKind;
  readonly detail: string;
}

/** What a command line would do that deserves a second look. */
export function shellFindings(source: string, call: FolderContext): Finding[] {
  return findingsIn(readShell(source), call);
}

function findingsIn({ commands, trouble }: ShellReading, call: FolderContext, depth = 0): Finding[] {
  if (depth > 8) return [{ kind: 'not-understood', detail: 'It is nested too deeply.' }];
  return [
    ...(trouble === null ? [] : [{ kind: 'not-understood' as const, detail: trouble }]),
    ...commands.flatMap((command) => {
      const started = startedBy(command.words);
      return [...findings(command, commands, call), ...(started ? findingsIn(readWords(started, command), call, depth + 1) : [])];
    }),
  ];
}

/** `p='1e rm x'; sed "$p" a`: of what has its script in a word, that word as the line sets its variables. */
function withScript(command: SimpleCommand, line: readonly SimpleCommand[]): SimpleCommand {
  if (!/^(sed|[gmn]?awk)$/.test(programOf(command.words) ?? '')) return command;
  const set = new Map<string, string>();
  // Where there are several values, each is a line of it.
  for (const { name, value } of line.flatMap(variablesOf)) if (value !== null) set.set(name, `${set.get(name) ?? ''}${value}\n`);
  const words = command.words.map((word) => {
    const names = word.literal === null ? [...word.raw.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)] : [];
    if (names.length === 0 || !names.every(([, a, b]) => set.has(a ?? b ?? ''))) return word;
    const literal = word.raw.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, a, b) => set.get(a ?? b)?.slice(0, -1) ?? '');
    return { literal, raw: literal };
  });
  return { ...command, words };
}

function findings(command: SimpleCommand, line: readonly SimpleCommand[], call: FolderContext): Finding[] {
  const program = programOf(command.words);
  const text = command.words.map(({ raw }) => raw).join(' ');
  const kinds: RiskKind[] = [
    ...(program === null ? [] : programKinds(program, command)),
    ...(program === 'git' ? gitRisks(command, call) : []),
    ...(meetsBareRepository(command, call) ? (['not-understood'] as const) : []),
    ...(isNetwork(command) && !isInstalled(program, command, call) ? (['network'] as const) : []),
    ...(runsWhatComesIn(command) ? (['pipe-to-shell'] as const) : []),
  ];
  return [
    ...kinds.map((kind) => ({ kind, detail: text })),
    ...hiddenPrograms(program, withScript(command, line), text),
    ...emptied(program, command),
    ...outsideWrites(program, command, call),
    ...governingWrites(command, call),
    ...secretWords(command, call),
  ];
}

/** `npx vitest` runs what is installed in the folder, or above where it is, and fetches only what is not. */
function isInstalled(program: string | null, { words, places }: SimpleCommand, { cwd, home, realpath }: FolderContext): boolean {
  // Any flag may name another package. A name with a version is looked up.
  const [name] = (program === 'npx' ? words : []).slice(1).filter(({ literal }) => literal !== '--no-install');
  if (!/^[a-z][\w.-]*$/.test(name?.literal ?? '') || places === null) return false;
  return places.every((place) => {
    const base = absolutePath(place, cwd, home);
    const above = base !== null && isInside(cwd, base, realpath) ? [base, cwd] : [];
    return above.some((folder) => realpath(`${folder}/node_modules/.bin/${name?.literal}`) !== null);
  });
}

const programVariables =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_ASKPASS|GIT_PROXY_COMMAND|NODE_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_(COUNT|PARAMETERS|GLOBAL|SYSTEM|KEY_\d+)|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|LESSOPEN|LESSCLOSE|PS4|TAR_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS)$/;

/** Switches of node itself, which name nothing to run. */
const nodeSwitch =
  /^--(max-(old|semi)-space-size=\d+|stack-(size|trace-limit)=\d+|no-(warnings|deprecation|experimental-[\w-]+)|experimental-(vm-modules|strip-types)|enable-source-maps|trace-[\w-]+|openssl-legacy-provider|preserve-symlinks|expose-gc|inspect(-brk)?)$/;

/** Switches of make that name nothing to run. */
const makeSwitch = /^(-[jklswB]*\d*|\d+|--(jobs|silent|keep-going|no-print-directory)(=\d+)?)$/;

function isHarmlessValue(name: string, value: string): boolean {
  if (name === 'MAKEFLAGS') return value.split(/\s+/).every((word) => makeSwitch.test(word));
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
    const script = valuesOf(args, '-f', '--file');
    if (/^(sed|awk|gawk|mawk|nawk)$/.test(program) && script.some(comesIn))
      found.push({ kind: 'not-understood', detail: `Its script is only known when it runs: ${text}` });
    if (program === 'sed' && sedScripts(args).runs) found.push({ kind: 'not-understood', detail: `Its script runs programs: ${text}` });
    if (/^g?make$/.test(program) && (hasFlag(args, '--eval') || script.some(comesIn) || args.some(addsToMakefile)))
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

/** A file that is no file: `-f -`, `-f /dev/stdin`, `-f <(…)`. */
const comesIn = (word: ShellWord): boolean => word.literal === '-' || isInput(word) || /^<\(/.test(word.raw);

/** `make MAKEFLAGS=--eval=…`, `make 'X=$(shell …)'`, `make X!=…` */
function addsToMakefile({ literal, raw }: ShellWord): boolean {
  const [, flags] = /^(?:GNU)?MAKEFLAGS[:?+]*=(.*)$/s.exec(raw) ?? [];
  if (flags !== undefined) return literal === null || !isHarmlessValue('MAKEFLAGS', flags);
  return /\$[({]shell\b|^\w+!=/.test(raw);
}

/** `> file` with nothing to fill it, `cat /dev/null > file`, `cp /dev/null file`, `tee file < /dev/null`. */
function emptied(program: string | null, { words, redirects }: SimpleCommand): Finding[] {
  const given = words.slice(1).flatMap(({ raw }) => (/^-\w+$/.test(raw) ? [] : [raw]));
  const nothing = given.every((word) => word === '' || word === '/dev/null');
  const silent = words.length === 0 || program === ':' || program === 'true' || (nothing && /^(cat|echo|printf)$/.test(program ?? ''));
  // `cat > file` has its text from elsewhere.
  const filled = program === 'cat' && given.length === 0;
  const files = redirects.flatMap(({ kind, target }) => (kind === 'overwrite' && silent && !filled ? [target.raw] : []));
  const operands = operandsOf(words.slice(1), '-m -o -g -t -S').map(({ raw }) => raw);
  const nothingRead = redirects.some(({ kind, target }) => kind === 'read' && target.literal === '/dev/null');
  const copied = /^(cp|install)$/.test(program ?? '') && operands[0] === '/dev/null' ? operands.slice(1) : [];
  if (program === 'tee' && nothingRead && !hasFlag(words.slice(1), '-a', '--append')) copied.push(...operands);
  return [...files, ...copied].flatMap((file) => (file.startsWith('/dev/') ? [] : [{ kind: 'deletes', detail: `empties ${file}` }]));
}

function outsideWrites(program: string | null, command: SimpleCommand, call: FolderContext): Finding[] {
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
function governingWrites(command: SimpleCommand, call: FolderContext): Finding[] {
  // What is put in a folder is put in the last one.
  const namesInFolder = copiedNames(command);
  return writtenBy(command)
    .filter(({ raw }, index, all) =>
      [raw, ...(index === all.length - 1 ? namesInFolder : []).map((name) => `${raw}/${name}`)].some((file) => {
        const absolute = absolutePaths(file, command.places, call);
        return governs(file) || absolute.some((place) => place.length < 4_096 && governs(realPlace(place, call.realpath)));
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

function secretWords(command: SimpleCommand, call: FolderContext): Finding[] {
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
function leadsToSecret({ literal }: ShellWord, places: SimpleCommand['places'], call: FolderContext): boolean {
  if (literal === null || !/^[\w./~@+-]{1,255}$/.test(literal) || literal.startsWith('-')) return false;
  return absolutePaths(literal, places, call).some(
    (place) => looksSecret(realPlace(place, call.realpath)) && !looksSecret(realPlace(call.cwd, call.realpath)),
  );
}
