import { valuesOf } from './arguments';
import { isShell, programOf } from './program-name';
import { lineVariables } from './program-variables';
import { commandStart, type Inner, line, startOfLine, unknownWords } from './programs/inner';
import type { ProgramRecord, Wrapper } from './programs/record';
import { recordOf } from './programs/record-of';
import { hereDocuments, shellLine, withDialectDoubt } from './programs/shell-line';
import { readsItsInput } from './reads-input';
import type { SimpleCommand } from './simple-command';
import type { ShellAssignment, ShellWord } from './words';

/** Builtins that set the variables named in their arguments. */
const setters: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);

/** Whether a command does nothing but start another command. */
export function isHarmlessWrapper(words: readonly ShellWord[]): boolean {
  const program = words[0]?.literal ?? null;
  const wrapper = recordOf(program)?.wraps;
  if (!wrapper?.onlyStarts) return false;
  const start = commandStart(words, wrapper);
  // In zsh these look only for an external program, so a shell builtin behind them fails: `command command -v x`, `nice cd x`.
  if ((program === 'builtin' ? /^(command|builtin)$/ : /^(command|builtin|:|cd|type)$/).test(words[start]?.literal ?? '')) return false;
  return start < words.length && words.slice(1, start).every(({ literal }) => literal !== null && !/^-.*[vVo]/.test(literal));
}

/** The commands that a command starts, one level down. */
export function innerCommands(command: Pick<SimpleCommand, 'words' | 'redirects'>): readonly Inner[] {
  const program = programOf(command.words);
  const record = recordOf(program);
  if (!record) return [];
  if (record.shell) return shellCommands(command).flatMap((inner) => (program === 'bash' ? [inner] : withDialectDoubt(inner)));
  return [
    ...inLineFlags(command.words, record),
    ...(record.starts?.(command) ?? (record.wraps ? wrapped(command.words, record.wraps) : [])),
  ];
}

/** The command lines that are values of flags: `split --filter 'rm x'`. */
function inLineFlags(words: readonly ShellWord[], { lineFlags = [], addsToLines = false }: ProgramRecord): Inner[] {
  const lines = valuesOf(words.slice(1), ...lineFlags).map(({ literal }) => (addsToLines ? startOfLine(literal) : line(literal)));
  // The value may be joined to the flag: `mapfile -tCrm`.
  const joint = addsToLines && words.some(({ literal }) => /^-[A-Za-z]+[CWp]./.test(literal ?? ''));
  return joint ? [...lines, line(null)] : lines;
}

/** The script of `sh -c 'line'`, or of a here-document for a shell that is given no file. */
function shellCommands({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>): readonly Inner[] {
  const args = words.slice(1);
  const given = shellLine(args);
  if (given) return given;
  if (readsItsInput(words)) return hereDocuments(redirects);
  // A variable may hold a flag: `x='-c rm'; sh $x`.
  return args.find(({ literal }) => !/^[-+]/.test(literal ?? ''))?.splits ? [line(null)] : [];
}

/** The variables that a command sets, including through `export` and similar builtins. */
export function variablesOf({ words, assignments }: Pick<SimpleCommand, 'words' | 'assignments'>): readonly ShellAssignment[] {
  if (!setters.has(programOf(words) ?? '')) return assignments;
  const exported = words.slice(1).flatMap(({ literal, raw }) => {
    const [start = '', name, more] = /^([A-Za-z_]\w*)(\[[^\]]*\])?\+?=/.exec(raw) ?? [];
    const whole = more === undefined && !start.endsWith('+=');
    return name ? [{ name, value: whole ? (literal?.slice(start.length) ?? null) : null, raw: raw.slice(start.length) }] : [];
  });
  return [...assignments, ...exported];
}

/** The commands that variables name for other programs to run: `GIT_EDITOR='rm x' git commit`. */
export function assignedCommands(command: Pick<SimpleCommand, 'words' | 'assignments'>): readonly Inner[] {
  return variablesOf(command).flatMap(({ name, value }) => (lineVariables.test(name) && value !== '' ? [line(value)] : []));
}

function wrapped(words: readonly ShellWord[], wrapper: Wrapper): Inner[] {
  const start = commandStart(words, wrapper);
  const own = words.slice(1, start);
  const split = own.findIndex(({ literal }) => /^(-\w*S|--s(p[\w-]*)?(=|$))/.test(literal ?? ''));
  // `env -S 'a command'`: a flag whose value is a command line.
  if (wrapper.assigns && split >= 0) return [line(null)];
  // A variable may hold the start of the command: `x='5 rm'; timeout $x y`.
  const doubt = own.some(({ splits }) => splits) ? [line(null)] : [];
  if (start >= words.length) return doubt;
  if (words[0]?.literal?.endsWith('command') && own.some(({ literal }) => /^-\w*[vV]/.test(literal ?? ''))) return [];
  const otherFolder = (wrapper.moves ?? '').split(' ').filter(Boolean);
  const inner = words.slice(start);
  return [
    ...doubt,
    // The input is inserted into a command line: `xargs -I{} sh -c 'echo {}'`.
    ...(wrapper.adds && isShell(programOf(inner)) && inner.some((word) => holdsInput(word, own) === 'within') ? [line(null)] : []),
    {
      kind: 'words',
      words: wrapper.adds ? [...withReplaced(inner, own), unknownWords] : inner,
      assignments: own.flatMap(({ literal, raw }) => {
        const name = /^([A-Za-z_]\w*)=/.exec(raw)?.[1];
        return name && wrapper.assigns ? [{ name, value: literal?.slice(name.length + 1) ?? null, raw: raw.slice(name.length + 1) }] : [];
      }),
      moves: otherFolder.some((flag) => valuesOf(own, flag).length > 0),
    },
  ];
}

/**
 * A word that xargs replaces by its input is unknown: `xargs -I{} {} x`. A script for a shell is still read, even with input
 * inserted into it.
 */
function withReplaced(inner: readonly ShellWord[], own: readonly ShellWord[]): ShellWord[] {
  const shell = isShell(programOf(inner));
  return inner.map((word, index) => {
    const held = holdsInput(word, own);
    if (held === 'first' && (index === 0 || shell)) return unknownWords;
    return held === null || (held === 'within' && shell) ? word : { ...word, literal: null };
  });
}

/** Whether xargs inserts its input into a word of the command it starts: `-I %`, `-I%`, `-rI%`, `-i`, `-i%`, `--replace=%`. */
function holdsInput({ raw }: ShellWord, own: readonly ShellWord[]): 'first' | 'within' | null {
  const joint = own.flatMap(({ literal }) => /^-[A-Za-z0-9]*?[iIJ](.+)$/.exec(literal ?? '')?.[1] ?? []);
  const marks = ['{}', ...joint, ...valuesOf(own, '-I', '-J', '--replace').map(({ raw: mark }) => mark || '{}')];
  if (marks.some((mark) => raw.trimStart().startsWith(mark))) return 'first';
  return marks.some((mark) => raw.includes(mark)) ? 'within' : null;
}
