import { maxPathLength } from '../../shared/limits';
import type { RiskKind } from '../../shared/risk';
import { hasFlag, operandsOf } from './arguments';
import { usesBareRepository } from './bare-repository';
import { governs } from './governing-files';
import { codeIsNetwork, inlineCode, isInterpreter, runsWhatComesIn } from './inline-code';
import { variablesOf } from './inner-commands';
import { opensConnection } from './network';
import { absolutePaths, type FolderContext, realPlace } from './paths';
import { programOf } from './program-name';
import { applies, programRisks } from './program-risk';
import { canStartProgram } from './program-variables';
import type { Invocation } from './programs/record';
import { recordOf } from './programs/record-of';
import { readShell, readWords } from './reader';
import { readsItsInput } from './reads-input';
import { looksSecret, mayMatchSecret } from './secrets';
import type { ShellReading, SimpleCommand } from './simple-command';
import { startedBy } from './started-commands';
import type { ShellWord } from './words';
import { whereIs, writtenBy } from './writes';

/** The kind of a risk mark, and the part of the call that causes it. */
export interface Finding {
  readonly kind: RiskKind;
  readonly detail: string;
}

/** The risks of a command line that deserve a second look. */
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

/** The words of a program that takes a script, with the line's own variables filled in: `p='1e rm x'; sed "$p" a`. */
function withVariables(use: Invocation, line: readonly SimpleCommand[]): Invocation {
  if (!recordOf(use.program)?.scriptInWords) return use;
  const set = new Map<string, string>();
  // If a variable has several values, each one becomes a line of the script.
  for (const { name, value } of line.flatMap(variablesOf)) if (value !== null) set.set(name, `${set.get(name) ?? ''}${value}\n`);
  const words = use.words.map((word) => {
    const names = word.literal === null ? [...word.raw.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)] : [];
    if (names.length === 0 || !names.every(([, a, b]) => set.has(a ?? b ?? ''))) return word;
    const literal = word.raw.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, a, b) => set.get(a ?? b)?.slice(0, -1) ?? '');
    return { literal, raw: literal };
  });
  return { ...use, words, args: words.slice(1) };
}

export function invocationOf({ words, redirects, places }: SimpleCommand, folder: FolderContext): Invocation | null {
  const program = programOf(words);
  return program === null ? null : { program, words, args: words.slice(1), redirects, places, folder };
}

function findings(command: SimpleCommand, line: readonly SimpleCommand[], call: FolderContext): Finding[] {
  const use = invocationOf(command, call);
  const text = command.words.map(({ raw }) => raw).join(' ');
  const written = writtenBy(command, use);
  const kinds: RiskKind[] = [
    ...(use ? programRisks(use) : opensConnection(command.redirects) ? (['network'] as const) : []),
    ...(usesBareRepository(command, call) ? (['not-understood'] as const) : []),
    ...(runsWhatComesIn(command) ? (['pipe-to-shell'] as const) : []),
  ];
  return [
    ...kinds.map((kind) => ({ kind, detail: text })),
    ...(use ? hiddenPrograms(withVariables(use, line), text) : unknownProgram(command)),
    ...programsInVariables(command),
    ...emptiedFiles(command, use),
    ...outsideWrites(command, use, written, call),
    ...governingWrites(command, use, written, call),
    ...secretWords(command, use, call),
  ];
}

function unknownProgram({ words }: SimpleCommand): Finding[] {
  if (words.length === 0) return [];
  return [{ kind: 'not-understood', detail: `Which program runs is only known when it runs. ${words[0]?.raw ?? ''}`.trim() }];
}

/** The words don't say what will run: code in another language, or a script that starts programs. */
function hiddenPrograms(use: Invocation, text: string): Finding[] {
  const code = inlineCode(use.words);
  const fromText = isInterpreter(use.program) && readsItsInput(use.words) && use.redirects.some(({ kind }) => kind === 'text');
  const reasons = recordOf(use.program)?.unclear?.(use) ?? [];
  return [
    ...(code !== null || fromText ? [{ kind: 'not-understood' as const, detail: `It runs code in another language: ${text}` }] : []),
    ...reasons.map((reason) => ({ kind: 'not-understood' as const, detail: `${reason}: ${text}` })),
    ...(code !== null && codeIsNetwork(code) ? [{ kind: 'network' as const, detail: text }] : []),
  ];
}

function programsInVariables(command: SimpleCommand): Finding[] {
  return variablesOf(command).flatMap(({ name, value }) =>
    canStartProgram(name, value) ? [{ kind: 'not-understood', detail: `The variable ${name} can make it run another program.` }] : [],
  );
}

/** Files that are emptied: `> file` with no input, `cat /dev/null > file`, `cp /dev/null file`, `tee file < /dev/null`. */
function emptiedFiles({ words, redirects }: SimpleCommand, use: Invocation | null): Finding[] {
  const record = recordOf(use?.program ?? null);
  const silent = words.length === 0 || (use !== null && applies(record?.printsNothing, use));
  const files = redirects.flatMap(({ kind, target }) => (kind === 'overwrite' && silent ? [target] : []));
  const emptied = use ? (record?.empties?.(use) ?? []) : [];
  return [...files, ...emptied].flatMap(({ raw }) => (raw.startsWith('/dev/') ? [] : [{ kind: 'deletes', detail: `empties ${raw}` }]));
}

function outsideWrites({ places }: SimpleCommand, use: Invocation | null, written: readonly ShellWord[], call: FolderContext): Finding[] {
  const record = recordOf(use?.program ?? null);
  const alreadyMarked = record?.risks?.deletes === true || record?.risks?.permissions === true;
  const linked = use ? (record?.linksTo?.(use) ?? []) : [];
  return [...written, ...linked].flatMap((word) => {
    const where = whereIs(word, places, call);
    if (where === 'outside') return [{ kind: 'outside' as const, detail: word.raw }];
    if (where === 'unknown' && !alreadyMarked)
      return [{ kind: 'outside' as const, detail: `${word.raw || 'a file'} (known only when it runs)` }];
    return [];
  });
}

/**
 * The names to check for a written file: as written, as resolved from the shell's folder, and as copies are named inside a target
 * folder.
 */
function governingWrites({ places }: SimpleCommand, use: Invocation | null, written: readonly ShellWord[], call: FolderContext): Finding[] {
  // Copies go into the folder that is the last operand.
  const names = use ? namesInFolder(use) : [];
  const isGoverning = (file: string): boolean =>
    governs(file, call.home) ||
    absolutePaths(file, places, call).some(
      (place) => place.length < maxPathLength && (governs(place, call.home) || governs(realPlace(place, call.realpath), call.home)),
    );
  return [
    ...written.filter(({ raw }, index) =>
      [raw, ...(index === written.length - 1 ? names : []).map((name) => `${raw}/${name}`)].some(isGoverning),
    ),
    ...(use ? extractedFiles(use).filter(({ raw }) => isGoverning(raw)) : []),
  ]
    .filter(({ raw }) => use?.program !== 'mkdir' || namesRepository(raw))
    .map(({ raw }) => ({ kind: 'governs', detail: raw }));
}

/** An empty folder is harmless, unless git would take it for a repository. */
const namesRepository = (file: string): boolean => /(^|\/)\.git(\/|$)/i.test(file);

/** The files that an archiver is told to extract: `unzip x.zip .claude/settings.json`. */
function extractedFiles({ program, args }: Invocation): readonly ShellWord[] {
  const makes = /^-?[A-Za-z]*[cru]/.test(args[0]?.raw ?? '') || hasFlag(args, '--create', '--append', '--update');
  return recordOf(program)?.namesInFolder === 'any' && !makes ? operandsOf(args) : [];
}

/** The names that files get inside a target folder. If they are unknown, the names that would matter. */
function namesInFolder({ program, args }: Invocation): string[] {
  const names = recordOf(program)?.namesInFolder;
  const any = ['config', 'settings.json'];
  if (names === undefined) return [];
  if (names === 'any') return any;
  return operandsOf(args)
    .map(({ raw }) => raw.split('/').at(-1) ?? '')
    .flatMap((name) => (/^\.*$|[*?[{$`]/.test(name) ? any : [name]));
}

function secretWords(command: SimpleCommand, use: Invocation | null, call: FolderContext): Finding[] {
  const { words, redirects, assignments } = command;
  const pattern = use ? recordOf(use.program)?.pattern?.(use) : undefined;
  const args = isIgnored(command) ? [] : words.slice(1).filter((word) => word !== pattern);
  // A here-document or here-string of one word may be a file name: `xargs cat <<< .env`.
  const named = [
    ...args,
    ...redirects.flatMap(({ kind, target }) =>
      kind !== 'text' || !/\s\S/.test(target.raw) ? [{ ...target, raw: target.raw.trim() }] : [],
    ),
  ];
  // Values of variables may be file names: `f=.env; cat $f`.
  const values = assignments.map(({ value, raw }) => ({ literal: value, raw }));
  return [
    ...[...named, ...values].filter(
      // git expands file name patterns itself: `git log -p -- ':(glob)?env'`.
      ({ literal, raw }) =>
        raw.length < maxPathLength && (literal === null || use?.program === 'git' ? mayMatchSecret(withoutMagic(raw)) : looksSecret(raw)),
    ),
    // Each one is a lookup on the disk, so long lists are cut.
    ...named.slice(0, 300).filter((word) => leadsToSecret(word, command.places, call)),
  ].map(({ raw }) => ({ kind: 'secrets', detail: raw }));
}

const withoutMagic = (pathspec: string): string => pathspec.replace(/^:(\([^)]*\)|[!^/]+:?)/, '');

/** Writing the name of a secret is harmless: `echo .env >> .gitignore`. */
function isIgnored({ words, redirects }: SimpleCommand): boolean {
  return (
    /^(echo|printf)$/.test(programOf(words) ?? '') &&
    redirects.some(({ kind, target }) => kind === 'append' && /^\.\w*ignore$/.test(target.literal ?? ''))
  );
}

/** A link inside the folder may lead to a secret. */
function leadsToSecret({ literal }: ShellWord, places: SimpleCommand['places'], call: FolderContext): boolean {
  if (literal === null || !/^[\w./~@+-]{1,255}$/.test(literal) || literal.startsWith('-')) return false;
  return absolutePaths(literal, places, call).some(
    (place) => looksSecret(realPlace(place, call.realpath)) && !looksSecret(realPlace(call.cwd, call.realpath)),
  );
}
