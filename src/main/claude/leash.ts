import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A command line. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** What makes a process die with the app, however the app ends. */
export interface Tether {
  /** What to start in place of the command itself. It becomes the command: the pid stays the same. */
  wrap(command: Command): Command;
  /** The process leads its own group. Returns the way to let go of it, for when it has exited. */
  hold(pid: number): () => void;
}

/**
 * Reads "hold <pid>" and "drop <pid>" until its input ends, which it does when the app is gone, also by kill -9; then it
 * ends what is held, each with its group. A shell, because every Unix has one, it starts in a millisecond, and it does
 * not depend on the packaged app being allowed to run as Node.
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

/** A watcher that something keeps ending is not started for ever. */
const maxStarts = 5;

/**
 * Ties children to the app in two ways. On Linux the kernel ends a child together with its parent: the child has well under
 * a millisecond with its input closed, too little to act on it. That reaches one process only, so on every Unix one small
 * watcher for the whole app also ends their groups: a wrapper script's real program, MCP servers. On Windows neither is
 * needed (not tested there): the runtime puts children that are not detached into a job that ends with the app.
 * Make children on the main thread: the kernel's "parent" is the thread that started them.
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
    if (this.#process) this.#tell(`hold ${pid}\n`);
    else this.#start();
    return () => {
      if (this.#held.delete(pid)) this.#tell(`drop ${pid}\n`);
    };
  }

  /** The watcher's pid, while there is one. */
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
    this.#tell([...this.#held].map((pid) => `hold ${pid}\n`).join(''));
  }

  #tell(lines: string): void {
    this.#process?.stdin?.write(lines);
  }
}

/** From util-linux. BusyBox has a setpriv that lacks the option, so it is tried. */
export function findSetpriv(platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== 'linux') return null;
  const folders = [...(process.env.PATH ?? '').split(':').filter(path.isAbsolute), '/usr/bin', '/bin'];
  const file = folders.map((folder) => path.join(folder, 'setpriv')).find(existsSync);
  if (!file) return null;
  const { status } = spawnSync(file, ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore', timeout: 2_000 });
  return status === 0 ? file : null;
}
