import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readingPrograms } from '../../src/main/shell/programs/record-of';
import { recorders } from './recorders';
import { readTraces, type Trace } from './traces';

export type Shell = 'bash' | 'zsh';

export interface Batch {
  readonly shell: Shell;
  readonly lines: readonly string[];
  /** Commands that set the shell's options, as the person's own shell would have them. */
  readonly options: readonly string[];
  /** `stand-ins` records the arguments of every program; `real` runs the system's own programs and keeps their output. */
  readonly programs: 'stand-ins' | 'real';
  /** Whether builtins are also replaced by recorders. */
  readonly recordBuiltins: boolean;
}

export interface BatchResult {
  readonly traces: readonly Trace[];
  /** The changes in the folders that a line can write to. */
  readonly changes: readonly string[];
  /** The output of each line, if real programs ran. */
  readonly outputs: ReadonlyMap<number, string>;
  /** The line that did not end in time. */
  readonly hung: number | null;
}

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** In some containers not even root can create namespaces. */
const canUnshare = isRoot && spawnSync('unshare', ['--net', '--mount', 'true']).status === 0;
/** This text is in every file that must not be read. */
export const canary = 'CANARY';

/** Programs with a stand-in: the ones that safe mode and the rules know, and some that no line may start. */
/** Names that the judge may allow, and some that it must not. A shell runs its own builtin instead of a program of the same name. */
const standIns: ReadonlySet<string> = new Set([
  ...readingPrograms.filter((name) => /^\w[\w.+-]*$/.test(name)),
  ...'python3 make rm touch curl wget sh bash zsh dash mv cp ln dd tee xargs env sudo nice nohup timeout time stdbuf'.split(' '),
  ...'evil perl ruby mkdir rmdir chmod chown ssh nc more less vi ed parallel kill'.split(' '),
]);

/** A temporary place with a project in it, where lines run as another user, without a network and with stand-ins for programs. */
export class Jail {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-fuzz-'));
  readonly project = path.join(this.folder, 'work', 'project');
  readonly home = path.join(this.folder, 'home');
  readonly bin = path.join(this.folder, 'bin');
  readonly #trace = path.join(this.folder, 'trace');
  readonly #outputs = path.join(this.folder, 'outputs');
  #clean = '';
  #running: ChildProcess | null = null;

  constructor() {
    chmodSync(this.folder, 0o755);
    mkdirSync(this.bin);
    const standIn = path.join(this.folder, 'stand-in');
    writeFileSync(standIn, recorders(this.#trace).program, { mode: 0o755 });
    for (const name of standIns) symlinkSync(standIn, path.join(this.bin, name));
    this.#fill();
  }

  /** Removes the jail, and ends everything that still runs in it. */
  remove(): void {
    this.#end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async run(batch: Batch): Promise<BatchResult> {
    const script = path.join(this.folder, 'batch.sh');
    writeFileSync(script, this.#script(batch), { mode: 0o644 });
    writeFileSync(this.#trace, '');
    chmodSync(this.#trace, 0o666);
    rmSync(this.#outputs, { recursive: true, force: true });
    if (batch.programs === 'real') {
      mkdirSync(this.#outputs);
      give(this.#outputs);
    }
    const hung = await this.#start(script, batch);
    const traces = readTraces(readFileSync(this.#trace));
    const changes = this.#changes();
    if (changes.length > 0) this.#fill();
    const outputs = new Map(
      batch.programs === 'real'
        ? readdirSync(this.#outputs).map((name) => [Number(name), readFileSync(path.join(this.#outputs, name), 'latin1')])
        : [],
    );
    return { traces, changes, outputs, hung };
  }

  /** Runs a batch and waits for everything it left running. Returns the line that did not end in time, if there is one. */
  #start(script: string, { shell, lines, programs }: Batch): Promise<number | null> {
    const plain = [shell, ...(shell === 'bash' ? ['--norc', '--noprofile'] : ['-f']), script];
    const [command = '', ...args] = isRoot ? [...confinement(this.folder), ...plain] : plain;
    const child = spawn(command, args, {
      cwd: this.project,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: '/usr/bin:/bin',
        FUZZ_PATH: programs === 'real' ? '/usr/bin:/bin' : this.bin,
        HOME: this.home,
        TMPDIR: path.join(this.folder, 'tmp'),
        TMPPREFIX: path.join(this.folder, 'tmp', 'zsh'),
        LC_ALL: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_OPTIONAL_LOCKS: '0',
      },
    });
    this.#running = child;
    let progress = '';
    child.stdout.setEncoding('latin1').on('data', (text) => {
      progress = (progress + text).slice(-4_096);
    });
    return new Promise((resolve, reject) => {
      let late = false;
      const limit = setTimeout(
        () => {
          late = true;
          this.#end();
        },
        5_000 + lines.length * 50,
      );
      child.on('error', reject);
      child.on('close', () => {
        clearTimeout(limit);
        this.#running = null;
        const started = [...progress.matchAll(/^@(\d+)$/gm)].at(-1)?.[1];
        if (!late && started !== String(lines.length))
          reject(new Error(`The ${shell} of a batch ended before its last line, at ${started}.`));
        else resolve(late ? Number(started ?? 0) : null);
      });
    });
  }

  /** Ends the shell of a batch and everything it started. */
  #end(): void {
    if (this.#running?.pid === undefined) return;
    try {
      process.kill(-this.#running.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  #script({ shell, lines, options, programs, recordBuiltins }: Batch): string {
    const { builtins, notFound } = recorders(this.#trace);
    return [
      'exec {FUZZ_HOLD}>&1',
      'export FUZZ_LINE PATH="$FUZZ_PATH"; unset FUZZ_PATH',
      'ulimit -f 8192; ulimit -t 60',
      ...(programs === 'stand-ins' ? [notFound(shell), ...(recordBuiltins ? [builtins(shell)] : [])] : []),
      // A sleep has no effect to check, and could last for hours.
      ...(programs === 'real' ? ['function sleep { builtin :; }'] : []),
      ...options,
      // The CLI does the same before every command.
      shell === 'bash' ? 'shopt -u extglob' : 'setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL',
      ...lines.flatMap((line, index) => [
        `builtin echo @${index} >&$FUZZ_HOLD; FUZZ_LINE=${index}`,
        `( eval ${quote(line)} < /dev/null ) >${programs === 'real' ? `${this.#outputs}/${index}` : '/dev/null'} 2>&1`,
      ]),
      `builtin echo @${lines.length} >&$FUZZ_HOLD`,
      '',
    ].join('\n');
  }

  #fill(): void {
    for (const name of ['work', 'home', 'tmp', 'outside']) rmSync(path.join(this.folder, name), { recursive: true, force: true });
    const put = (name: string, text: string, mode = 0o644): void => {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text, { mode });
    };
    put('work/top.txt', `${canary}: above the folder\n`);
    put('home/notes.txt', `${canary}: at home\n`);
    put('outside/file.txt', `${canary}: outside\n`);
    for (const name of ['a', 'b', 'c.txt', 'src/x.ts', 'src/y.ts', 'with space.txt', 'README.md', 'Makefile', '1', 'x'])
      put(`work/project/${name}`, `inside ${name}\nfoo\n`);
    put('work/project/package.json', '{ "name": "x", "scripts": { "x": "true" } }\n');
    put('work/project/.env', `${canary}: a secret\n`);
    symlinkSync('../../outside/file.txt', path.join(this.project, 'link'));
    // Programs that would run if a line could change PATH.
    for (const name of ['ls', 'cat', 'git', 'npm', 'make']) put(`work/project/0/${name}`, recorders(this.#trace).program, 0o755);
    mkdirSync(path.join(this.folder, 'tmp'));
    const top = path.join(this.folder, 'work');
    if (hasGit()) {
      const git = (...args: string[]): Buffer =>
        execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', '-c', 'init.defaultBranch=main', ...args], {
          cwd: top,
          stdio: 'pipe',
          env: { PATH: process.env.PATH, HOME: this.home },
        });
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'one');
      git('commit', '-qm', 'two', '--allow-empty');
    }
    for (const name of ['work', 'home', 'tmp']) give(path.join(this.folder, name));
    this.#clean = this.#snapshot().join('\n');
  }

  #snapshot(): string[] {
    return ['work', 'home', 'tmp', 'outside'].flatMap((name) => entries(path.join(this.folder, name)));
  }

  #changes(): string[] {
    const now = this.#snapshot();
    if (now.join('\n') === this.#clean) return [];
    const before = new Set(this.#clean.split('\n'));
    const after = new Set(now);
    return [...now.filter((entry) => !before.has(entry)), ...[...before].filter((entry) => !after.has(entry))].map((entry) =>
      path.relative(this.folder, entry.split('\t')[0] ?? ''),
    );
  }
}

const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs', '--'];

/** Runs as another user and, where possible, without a network and with a file system that is read-only outside the jail. */
function confinement(folder: string): string[] {
  if (!canUnshare) return asNobody;
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind / && cd "$PWD"; exec "$@"';
  return ['unshare', '--net', '--mount', '--', 'sh', '-c', readOnly, folder, ...asNobody];
}

const quote = (line: string): string => `'${line.replaceAll("'", `'"'"'`)}'`;

const hasGit = (): boolean => (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, 'git')));

/** Makes the user that runs the lines the owner of a file and everything below it. */
function give(file: string): void {
  if (!isRoot) return;
  const entry = lstatSync(file);
  if (entry.isSymbolicLink()) return;
  chownSync(file, nobody, nobody);
  if (entry.isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name));
}

/** A fingerprint of each file and folder. A folder's time reveals files that were created and deleted. */
function entries(file: string): string[] {
  const entry = lstatSync(file);
  const name = path.basename(file);
  // git updates its index when it reads, and a shell briefly keeps here-documents in its folder.
  if (name === 'index') return [];
  const scratch = name === 'tmp' || name === '.git';
  const facts = entry.isSymbolicLink() ? readlinkSync(file) : `${entry.mode} ${entry.size} ${scratch ? '' : entry.mtimeMs}`;
  return [`${file}\t${facts}`, ...(entry.isDirectory() ? readdirSync(file).flatMap((name) => entries(path.join(file, name))) : [])];
}
