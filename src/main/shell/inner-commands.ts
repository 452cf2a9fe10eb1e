import { gitParts, operandsOf, takesNext, valuesOf } from './arguments';
import { isShell, programOf } from './program-name';
import type { SimpleCommand } from './reader';
import { isInput, optionNames, readsItsInput, sourced } from './standard-input';
import { addsWords, lineFlags, lineVariables, type Wrapper, wrappers } from './starters';
import type { ShellAssignment, ShellWord } from './words';

/** A command that another one starts: as words, or as a line for a shell. */
export type Inner =
  | { readonly kind: 'script'; readonly source: string }
  | {
      readonly kind: 'words';
      readonly words: readonly ShellWord[];
      readonly assignments: readonly ShellAssignment[];
      /** It runs in another folder. */
      readonly moves: boolean;
    };

/** These set variables by their words. */
const setters: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);

const unknown: ShellWord = { literal: null, raw: '', splits: true };

/** Words that only start another command, whatever they are. */
export function isHarmlessWrapper(words: readonly ShellWord[]): boolean {
  const program = words[0]?.literal;
  const wrapper = program && Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (!wrapper || wrapper.matters) return false;
  const start = commandStart(words, wrapper);
  return start < words.length && words.slice(1, start).every(({ literal }) => literal !== null && !/^-.*[vVo]/.test(literal));
}

/** The commands that a command starts, one level down. */
export function innerCommands(command: Pick<SimpleCommand, 'words' | 'redirects'>): readonly Inner[] {
  const { words } = command;
  const program = programOf(words);
  if (program === null) return [];
  if (isShell(program) || ['su', 'script', 'emulate'].includes(program))
    return shellScript(command, program).flatMap((inner) => withDoubt(inner, program));
  const lines = Object.hasOwn(lineFlags, program) ? valuesOf(words.slice(1), ...(lineFlags[program] ?? [])) : [];
  const inLines = lines.map(({ literal }) =>
    addsWords.has(program) ? startOfLine(literal) : line(literal?.replace(/^exec=/, '') ?? null),
  );
  // `mapfile -tCrm`
  if (addsWords.has(program) && words.some(({ literal }) => /^-[A-Za-z]+[CWp]./.test(literal ?? ''))) inLines.push(line(null));
  // The loader of programs: `ld-linux-x86-64.so.2 /bin/rm x`.
  if (/^ld(-[\w-]+)?\.so\b/.test(program)) return wrapped(words, {});
  const known = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  // `setarch -R rm x`: without the name of a machine.
  const wrapper = program === 'setarch' && /^-/.test(words[1]?.literal ?? '') ? { ...known, operands: 0 } : known;
  // `runuser -u me sh -c x` has a flag like its own in what it starts.
  if (inLines.length > 0 && !wrapper && program !== 'compgen') return inLines;
  if (program === 'flock') {
    const file = commandStart(words, { ...wrapper, operands: 0 });
    if (/^(-c|--command)$/.test(words[file + 1]?.literal ?? '')) return [line(words[file + 2]?.literal ?? null)];
  }
  if (program === 'watch') return [joined(words.slice(commandStart(words, wrapper ?? {})))];
  if (wrapper) return [...inLines, ...wrapped(words, wrapper)];
  switch (program) {
    case '.':
    case 'source':
      return isInput(sourced(words)) ? textOf(command) : [];
    case 'compgen':
      // It expands them like words of a command.
      return [...inLines, ...valuesOf(words.slice(1), '-W').map(({ literal }) => line(literal === null ? null : `: ${literal}`))];
    case 'parallel':
      return [parallelLine(words)];
    case 'hyperfine':
    case 'concurrently':
      return operandsOf(words.slice(1)).map(({ literal }) => line(literal));
    case 'tmux':
      return [joined(operandsOf(words.slice(1), '-s -n -c -x -y -t -F -e -f -L -S').slice(1))];
    case 'screen':
      return [joined(operandsOf(words.slice(1), '-S -c -e -h -p -s -t -T'))];
    case 'eval':
      return [joined(words.slice(words[1]?.literal === '--' ? 2 : 1))];
    // It runs again what was run before, changed.
    case 'fc':
      return [line(null)];
    case 'trap':
      return [
        joined(
          words
            .slice(1)
            .filter(({ literal }) => !/^-/.test(literal ?? ''))
            .slice(0, 1),
        ),
      ];
    case 'alias':
      return words
        .slice(1)
        .flatMap(({ literal, raw }) => (raw.includes('=') ? [startOfLine(literal?.slice(literal.indexOf('=') + 1) ?? null)] : []));
    case 'find':
      return findCommands(words, /^-(exec|execdir|ok|okdir)$/);
    case 'fd':
    case 'fdfind':
      return findCommands(words, /^(-[HIusigFalLp01q]*[xX]|--exec|--exec-batch)$/);
    case 'git':
      return gitCommands(words);
    default:
      return [];
  }
}

/** The variables that a command sets, also by the words of `export` and its like. */
export function variablesOf({ words, assignments }: Pick<SimpleCommand, 'words' | 'assignments'>): readonly ShellAssignment[] {
  if (!setters.has(programOf(words) ?? '')) return assignments;
  const exported = words.slice(1).flatMap(({ literal, raw }) => {
    const [start = '', name, more] = /^([A-Za-z_]\w*)(\[[^\]]*\])?\+?=/.exec(raw) ?? [];
    const whole = more === undefined && !start.endsWith('+=');
    return name ? [{ name, value: whole ? (literal?.slice(start.length) ?? null) : null, raw: raw.slice(start.length) }] : [];
  });
  return [...assignments, ...exported];
}

/** The commands that variables name for others to run: `GIT_EDITOR='rm x' git commit`. */
export function assignedCommands(command: Pick<SimpleCommand, 'words' | 'assignments'>): readonly Inner[] {
  return variablesOf(command).flatMap(({ name, value }) => (lineVariables.test(name) && value !== '' ? [line(value)] : []));
}

/** The flags of a wrapper, without those of what it starts. */
export function ownWords(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.slice(1, commandStart(words, wrappers[programOf(words) ?? ''] ?? {}));
}

/** The first word that is neither the wrapper nor belongs to it. */
export function commandStart(words: readonly ShellWord[], { valued = '', operands = 0, assigns = false }: Wrapper): number {
  const names = new Set(valued.split(' '));
  let index = 1;
  let left = operands;
  for (; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? '';
    if (literal === '--') {
      if (left === 0 && !assigns) return index + 1;
    } else if (/^-./.test(literal)) {
      if (takesNext(literal, names)) index += 1;
    } else if (assigns && (literal === '-' || words[index]?.raw.includes('='))) {
    } else if (left > 0) left -= 1;
    else break;
  }
  return index;
}

function wrapped(words: readonly ShellWord[], wrapper: Wrapper): Inner[] {
  const start = commandStart(words, wrapper);
  const own = words.slice(1, start);
  const split = own.findIndex(({ literal }) => /^(-\w*S|--s(p[\w-]*)?(=|$))/.test(literal ?? ''));
  // `env -S 'a command'`: a flag whose value is a command line.
  if (wrapper.assigns && split >= 0) return [line(null)];
  // `x='5 rm'; timeout $x y`
  const doubt = own.some(({ splits }) => splits) ? [line(null)] : [];
  if (start >= words.length) return doubt;
  if (words[0]?.literal?.endsWith('command') && own.some(({ literal }) => /^-\w*[vV]/.test(literal ?? ''))) return [];
  const away = (wrapper.moves ?? '').split(' ').filter(Boolean);
  const inner = words.slice(start);
  return [
    ...doubt,
    // What comes in becomes part of a line: `xargs -I{} sh -c 'echo {}'`.
    ...(wrapper.adds && isShell(programOf(inner)) && inner.some((word) => holdsInput(word, own) === 'within') ? [line(null)] : []),
    {
      kind: 'words',
      words: wrapper.adds ? [...withReplaced(inner, own), unknown] : inner,
      assignments: own.flatMap(({ literal, raw }) => {
        const name = /^([A-Za-z_]\w*)=/.exec(raw)?.[1];
        return name && wrapper.assigns ? [{ name, value: literal?.slice(name.length + 1) ?? null, raw: raw.slice(name.length + 1) }] : [];
      }),
      moves: away.some((flag) => valuesOf(own, flag).length > 0),
    },
  ];
}

/** `xargs -I{} {} x`: what stands for a word of the input is not known. A line for a shell that it is a part of is still read. */
function withReplaced(inner: readonly ShellWord[], own: readonly ShellWord[]): ShellWord[] {
  const shell = isShell(programOf(inner));
  return inner.map((word, index) => {
    const held = holdsInput(word, own);
    if (held === 'first' && (index === 0 || shell)) return unknown;
    return held === null || (held === 'within' && shell) ? word : { ...word, literal: null };
  });
}

/** Whether a word of what xargs starts has a place for its input: `-I %`, `-I%`, `-rI%`, `-i`, `-i%`, `--replace=%`. */
function holdsInput({ raw }: ShellWord, own: readonly ShellWord[]): 'first' | 'within' | null {
  const joint = own.flatMap(({ literal }) => /^-[A-Za-z0-9]*?[iIJ](.+)$/.exec(literal ?? '')?.[1] ?? []);
  const marks = ['{}', ...joint, ...valuesOf(own, '-I', '-J', '--replace').map(({ raw: mark }) => mark || '{}')];
  if (marks.some((mark) => raw.trimStart().startsWith(mark))) return 'first';
  return marks.some((mark) => raw.includes(mark)) ? 'within' : null;
}

/** parallel makes one line of its words and gives it to a shell. Without any, the lines come from elsewhere. */
function parallelLine(words: readonly ShellWord[]): Inner {
  const end = words.findIndex(({ literal }) => /^::::?\+?$/.test(literal ?? ''));
  const own = words.slice(0, end < 0 ? undefined : end);
  const start = commandStart(own, {
    valued: '-j -a -n -N -L -I -S -d --jobs --arg-file --colsep --delay --timeout --joblog --results --tmpdir',
  });
  return start < own.length ? joined(own.slice(start)) : line(null);
}

/** `sh -c 'line'`, or a here-document for a shell that is given no file. */
function shellScript({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>, program: string): Inner[] {
  const args = words.slice(1);
  const long = args.find(({ raw }) => raw.startsWith('--command='));
  if (long) return [line(long.literal?.slice('--command='.length) ?? null)];
  const flag = args.findIndex(({ literal }) => /^(-[A-Za-z]*c[A-Za-z]*|--command)$/.test(literal ?? ''));
  if (flag >= 0) return [line(lineAfter(args, flag))];
  // On some systems the words after the file are the command.
  const others = program === 'script' ? operandsOf(args, '-t -T -F').slice(1) : [];
  if (others.length > 0) return [{ kind: 'words', words: others, assignments: [], moves: false }];
  if (isShell(program) && readsItsInput(words)) return textOf({ redirects });
  // `x='-c rm'; sh $x`
  return isShell(program) && args.find(({ literal }) => !/^[-+]/.test(literal ?? ''))?.splits ? [line(null)] : [];
}

/** Where the shells differ: in dash `((rm))` runs rm, and `$'\\'` ends where it does not in bash. */
function withDoubt(inner: Inner, program: string): Inner[] {
  const differs = inner.kind === 'script' && /\$['"]|(?<!\$)\(\(|\[\[|<<<|[<>]\(|&>|\|&|\{[\w,]/.test(inner.source);
  return differs && program !== 'bash' ? [inner, line(null)] : [inner];
}

/** The line for a shell comes after all its flags: `bash -c -o pipefail 'line'`. */
function lineAfter(args: readonly ShellWord[], flag: number): string | null {
  for (let index = flag; index < args.length; index += 1) {
    const literal = args[index]?.literal ?? null;
    if (index > flag && (literal === '-' || literal === '--')) return args[index + 1]?.literal ?? null;
    if (literal === null || !/^[-+]/.test(literal)) return literal;
    index += optionNames(literal);
  }
  return null;
}

/** A here-document that is run. */
function textOf({ redirects }: Pick<SimpleCommand, 'redirects'>): Inner[] {
  return redirects.filter(({ kind }) => kind === 'text').map(({ target }) => line(target.literal));
}

function findCommands(words: readonly ShellWord[], flag: RegExp): Inner[] {
  return words.flatMap(({ literal }, index) => {
    // fd takes it joined as well: `--exec=rm`, `-xrm`.
    const joint = /^(?:-[HIusigFalLp01q]*[xX]=?|--exec(?:-batch)?=)(.+)$/.exec(literal ?? '')?.[1];
    const attached = joint !== undefined && flag.test('-x') && index > 0 ? [{ literal: joint, raw: joint }] : [];
    if (literal === null || (attached.length === 0 && !flag.test(literal))) return [];
    const rest = [...attached, ...words.slice(index + 1)];
    const end = rest.findIndex((word) => word.literal === ';' || word.literal === '+');
    const inner = rest.slice(0, end < 0 ? undefined : end).map((word) => (/\{.*\}/.test(word.raw) ? unknown : word));
    return [{ kind: 'words', words: [...inner, unknown], assignments: [], moves: literal.endsWith('dir') }];
  });
}

function gitCommands(words: readonly ShellWord[]): Inner[] {
  const literals = words.map(({ literal }) => literal);
  const run = literals.findIndex((word, index) => `${literals[index - 1]} ${word}` === 'bisect run');
  if (run > 0) return [{ kind: 'words', words: words.slice(run + 1), assignments: [], moves: false }];
  const { sub, args } = gitParts(words);
  const [first] = operandsOf(args);
  const each = sub === 'submodule' && first?.literal === 'foreach' ? words.indexOf(first) : -1;
  if (each > 0) return [joined(words.slice(commandStart(words.slice(each), {}) + each))];
  const lines = Object.hasOwn(gitLines, sub ?? '') ? valuesOf(args, ...(gitLines[sub ?? ''] ?? [])) : [];
  // `-O` alone takes the pager.
  return lines.flatMap(({ literal }) => (literal === '' ? [] : [line(literal)]));
}

/** Of each subcommand, the flags whose value is a command line. */
const gitLines: Readonly<Record<string, readonly string[]>> = {
  rebase: ['-x', '--exec'],
  difftool: ['-x', '--extcmd'],
  grep: ['-O', '--open-files-in-pager'],
  fetch: ['--upload-pack'],
  clone: ['-u', '--upload-pack'],
  'ls-remote': ['--upload-pack'],
  push: ['--receive-pack', '--exec'],
};

function joined(words: readonly ShellWord[]): Inner {
  return line(words.every(({ literal }) => literal !== null) ? words.map(({ literal }) => literal).join(' ') : null);
}

/** What is written after it belongs to it. A comment or a here-document in it would change how the lines after it are read. */
function startOfLine(source: string | null): Inner {
  return line(source === null || /#|<</.test(source) ? null : /\\$/.test(source) ? source : `${source} "$@"`);
}

/** A line that only exists when it runs is a command whose program is not known. */
function line(source: string | null): Inner {
  return source === null ? { kind: 'words', words: [unknown], assignments: [], moves: false } : { kind: 'script', source };
}
