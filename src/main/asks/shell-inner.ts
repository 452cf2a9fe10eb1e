import type { SimpleCommand } from './shell';
import type { ShellAssignment, ShellWord } from './shell-word';

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

interface Wrapper {
  /** Flags that take the next word. */
  readonly valued?: string;
  /** Words between the flags and the command. */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** Adds words of its own that we can't know. */
  readonly adds?: boolean;
  /** Flags that send it to another folder. */
  readonly moves?: string;
  /** Matters in itself, or has flags that do. The flags of those without this are all listed here or have no value. */
  readonly matters?: boolean;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  command: {},
  nice: { valued: '-n --adjustment' },
  stdbuf: { valued: '-i -o -e' },
  time: { valued: '-f -o' },
  timeout: { valued: '-k -s --kill-after --signal', operands: 1 },
  nohup: { matters: true },
  setsid: { matters: true },
  exec: { valued: '-a', matters: true },
  noglob: { matters: true },
  nocorrect: { matters: true },
  repeat: { operands: 1, matters: true },
  ionice: { valued: '-c -n -p', matters: true },
  taskset: { operands: 1, matters: true },
  caffeinate: { valued: '-t -w', matters: true },
  strace: { valued: '-o -e -p -s -u -E -a', matters: true },
  flock: { valued: '-w -E', operands: 1, matters: true },
  chroot: { operands: 1, matters: true },
  busybox: { matters: true },
  toybox: { matters: true },
  sudo: { valued: '-u -g -h -p -C -D -R -T -U -r -t', assigns: true, moves: '-D --chdir', matters: true },
  doas: { valued: '-u -C', matters: true },
  pkexec: { valued: '--user', matters: true },
  run0: { valued: '-u -D', matters: true },
  env: { valued: '-u -C --unset --chdir', assigns: true, moves: '-C --chdir', matters: true },
  xargs: { valued: '-a -d -E -I -J -L -n -P -R -s --arg-file --delimiter --max-args --max-procs --max-lines', adds: true, matters: true },
  parallel: { valued: '-j -a --jobs', adds: true, matters: true },
};

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'fish']);
const unknown: ShellWord = { literal: null, raw: '' };

/** The program's name without its folder, as a system that ignores case would find it; null when it is not a literal. */
export function programOf(words: readonly ShellWord[]): string | null {
  const name = words[0]?.literal?.split(/[/\\]/).at(-1)?.toLowerCase();
  return name ? name.replace(/\.exe$/, '') : null;
}

export function isShell(program: string | null): boolean {
  return program !== null && shells.has(program);
}

/** Words that only start another command, whatever they are. */
export function isHarmlessWrapper(words: readonly ShellWord[]): boolean {
  const program = words[0]?.literal;
  if (program === '{') return true;
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
  if (isShell(program) || program === 'su' || program === 'script') return shellScript(command, program);
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (wrapper) return wrapped(words, wrapper);
  switch (program) {
    case 'eval':
      return [joined(words.slice(1))];
    case 'trap':
    case 'watch':
      return [
        joined(
          words
            .slice(1)
            .filter(({ literal }) => literal !== '--' && !/^-/.test(literal ?? ''))
            .slice(0, program === 'trap' ? 1 : undefined),
        ),
      ];
    case 'alias':
      return words
        .slice(1)
        .flatMap(({ literal, raw }) => (raw.includes('=') ? [line(literal?.slice(literal.indexOf('=') + 1) ?? null)] : []));
    case 'find':
      return findCommands(words, /^-(exec|execdir|ok|okdir)$/);
    case 'fd':
    case 'fdfind':
      return findCommands(words, /^(-x|-X|--exec|--exec-batch)$/);
    case 'git':
      return gitCommands(words);
    default:
      return [];
  }
}

/** The first word that is neither the wrapper nor belongs to it. */
function commandStart(words: readonly ShellWord[], { valued = '', operands = 0, assigns = false }: Wrapper): number {
  const takesNext = new Set(valued.split(' '));
  let index = 1;
  let left = operands;
  for (; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? '';
    if (literal === '--') {
      if (left === 0 && !assigns) return index + 1;
    } else if (/^-./.test(literal)) {
      if (takesNext.has(literal)) index += 1;
    } else if (assigns && /^[A-Za-z_]\w*=/.test(words[index]?.raw ?? '')) {
    } else if (left > 0) left -= 1;
    else break;
  }
  return index;
}

function wrapped(words: readonly ShellWord[], wrapper: Wrapper): Inner[] {
  const start = commandStart(words, wrapper);
  const own = words.slice(1, start);
  const split = own.findIndex(({ literal }) => /^(-\w*S|--split-string)/.test(literal ?? ''));
  // `env -S 'a command'`: a flag whose value is a command line.
  if (wrapper.assigns && split >= 0) return [line(null)];
  if (start >= words.length) return [];
  if (words[0]?.literal?.endsWith('command') && own.some(({ literal }) => /^-\w*[vV]/.test(literal ?? ''))) return [];
  const away = (wrapper.moves ?? '').split(' ').filter(Boolean);
  return [
    {
      kind: 'words',
      words: [...words.slice(start), ...(wrapper.adds ? [unknown] : [])],
      assignments: own.flatMap(({ literal, raw }) => {
        const name = /^([A-Za-z_]\w*)=/.exec(raw)?.[1];
        return name && wrapper.assigns ? [{ name, value: literal?.slice(name.length + 1) ?? null }] : [];
      }),
      moves: own.some(({ literal }) => away.some((flag) => literal?.startsWith(flag))),
    },
  ];
}

/** `sh -c 'line'`, or a here-document for a shell that is given no file. */
function shellScript({ words, redirects }: Pick<SimpleCommand, 'words' | 'redirects'>, program: string): Inner[] {
  const args = words.slice(1);
  const flag = args.findIndex(({ literal }) => /^(-[A-Za-z]*c|--command)$/.test(literal ?? ''));
  if (flag >= 0) {
    const source = args.slice(flag + 1).find(({ literal }) => literal === null || !/^[-+]./.test(literal));
    return [line(source?.literal ?? null)];
  }
  if (program === 'su' || program === 'script' || !readsItsInput(words)) return [];
  return redirects.filter(({ kind }) => kind === 'text').map(({ target }) => line(target.literal));
}

/** Whether a shell or an interpreter with these words runs what comes in, for want of a file or a line of code. */
export function readsItsInput(words: readonly ShellWord[]): boolean {
  for (let index = 1; index < words.length; index += 1) {
    const literal = words[index]?.literal ?? null;
    if (literal === '-' || literal === '/dev/stdin' || literal === '/dev/fd/0' || /^-[a-z]*s$/.test(literal ?? '')) return true;
    if (literal === null || !/^[-+]/.test(literal) || /^-([a-z]*c|e|m|p|r|-command|-eval|-print)$/.test(literal)) return false;
    // `-euo pipefail`
    if (/^[-+]\w*[oO]$/.test(literal)) index += 1;
  }
  return true;
}

function findCommands(words: readonly ShellWord[], flag: RegExp): Inner[] {
  return words.flatMap(({ literal }, index) => {
    if (literal === null || !flag.test(literal)) return [];
    const rest = words.slice(index + 1);
    const end = rest.findIndex((word) => word.literal === ';' || word.literal === '+');
    const inner = rest.slice(0, end < 0 ? undefined : end).map((word) => (/\{.*\}/.test(word.raw) ? unknown : word));
    return [{ kind: 'words', words: [...inner, unknown], assignments: [], moves: literal.endsWith('dir') }];
  });
}

function gitCommands(words: readonly ShellWord[]): Inner[] {
  const literals = words.map(({ literal }) => literal);
  const run = literals.findIndex((word, index) => `${literals[index - 1]} ${word}` === 'bisect run');
  if (run > 0) return [{ kind: 'words', words: words.slice(run + 1), assignments: [], moves: false }];
  const each = literals.findIndex((word, index) => `${literals[index - 1]} ${word}` === 'submodule foreach');
  if (each > 0) return [joined(words.slice(each + 1).filter(({ literal }) => !/^-/.test(literal ?? '')))];
  if (!literals.includes('rebase')) return [];
  return literals.flatMap((word, index) => {
    if (word === '-x' || word === '--exec') return [line(literals[index + 1] ?? null)];
    return word?.startsWith('--exec=') ? [line(word.slice('--exec='.length))] : [];
  });
}

function joined(words: readonly ShellWord[]): Inner {
  return line(words.every(({ literal }) => literal !== null) ? words.map(({ literal }) => literal).join(' ') : null);
}

/** A line that only exists when it runs is a command whose program is not known. */
function line(source: string | null): Inner {
  return source === null ? { kind: 'words', words: [unknown], assignments: [], moves: false } : { kind: 'script', source };
}
