import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Makes processes die with the app, however the app ends. */
export interface Tether {
  /** Returns the command to start instead. It execs the original, so the pid stays the same. */
  wrap(command: Command): Command;
  /** Ties a process that leads its own group. Call the returned function when it has exited. */
  hold(pid: number): () => void;
}

/**
 * The watcher reads "hold <pid>" and "drop <pid>" until its input ends, which happens however the app ends, even by kill -9.
 * Then it kills the held processes with their groups. It is a shell script because every Unix has a shell, it starts in a
 * millisecond, and it works when the packaged app may not run as Node.
 */
const watcher = `
trap '' HUP INT TERM
held=' '
while read -r verb pid; do
  case $verb in
    hold) held="$held$pid " ;;
    drop) case $held in *" $pid "*) held="\${held%% $pid *} \${held#* $pid }" ;; esac ;;
  esac
done
for pid in $held; do kill -s KILL -- "-$pid"; kill -s KILL "$pid"; done 2>/dev/null
`;

/** If something keeps killing the watcher, we give up after this many starts. */
const maxStarts = 5;

/**
 * Ties children to the app in two ways. On Linux the kernel kills a child together with its parent, so fast that the CLI
 * can't act on its closed input. That reaches one process only, so on every Unix a watcher also kills their groups: the
 * program behind a wrapper script, MCP servers. On Windows neither is needed (not tested there): the runtime puts children
 * that are not detached into a job that ends with the app.
 * Start children on the main thread, because the kernel's "parent" is the thread that started them.
 */
export class Leash implements Tether {
  readonly #setpriv: string | null;
  readonly #watches: boolean;
  readonly #held = new Set<number>();
  #process: ChildProcess | null = null;
  #starts = 0;

  constructor({
    platform = process.platform,
    setpriv = findSetpriv(platform),
  }: { platform?: NodeJS.Platform; setpriv?: string | null } = {}) {
    this.#setpriv = setpriv;
    this.#watches = platform !== 'win32';
  }

  wrap({ command, args }: Command): Command {
    return this.#setpriv ? { command: this.#setpriv, args: ['--pdeathsig', 'KILL', '--', command, ...args] } : { command, args };
  }

  hold(pid: number): () => void {
    this.#held.add(pid);
    if (this.#process) this.#send(`hold ${pid}\n`);
    else this.#start();
    return () => {
      if (this.#held.delete(pid)) this.#send(`drop ${pid}\n`);
    };
  }

  /** The watcher's pid; null while it does not run. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  #start(): void {
    if (!this.#watches || this.#starts >= maxStarts) return;
    this.#starts += 1;
    const process = spawn('/bin/sh', ['-c', watcher], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/', env: {} });
    this.#process = process;
    const gone = (): void => {
      if (this.#process !== process) return;
      this.#process = null;
      if (this.#held.size > 0) this.#start();
    };
    process.on('error', gone);
    process.on('exit', gone);
    process.stdin.on('error', () => undefined);
    process.unref();
    this.#send([...this.#held].map((pid) => `hold ${pid}\n`).join(''));
  }

  #send(lines: string): void {
    this.#process?.stdin?.write(lines);
  }
}

/** Finds the setpriv of util-linux. BusyBox has one without this option, so we try it. */
export function findSetpriv(platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== 'linux') return null;
  const folders = [...(process.env.PATH ?? '').split(':').filter(path.isAbsolute), '/usr/bin', '/bin'];
  const file = folders.map((folder) => path.join(folder, 'setpriv')).find(existsSync);
  if (!file) return null;
  const { status } = spawnSync(file, ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore', timeout: 2_000 });
  return status === 0 ? file : null;
}
