import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { AppError, messageOf } from '../../shared/errors';
import { Emitter } from '../base/emitter';
import { whyNotExecutable } from './executable';
import type { LaunchPlan } from './launch-plan';
import type { Tether } from './leash';
import { LineSplitter, maxLineBytes } from './line-splitter';
import { descendantsOf, endProcesses, type ProcessEntry, processTable, signalProcess } from './process-table';
import { standBack } from './stand-back';
import type { Transport, TransportEnd } from './transport';

const maxErrorBytes = 64 * 1024;
const maxErrorLines = 200;

export interface ChildOptions {
  readonly tether: Tether;
  readonly maxLineBytes?: number;
  /** How long output may stay silent, once the child has exited, while another process still holds it open. */
  readonly drainMs?: number;
}

export interface StopOptions {
  /** Whether the run waits for a person: the end of its input would answer for them. */
  readonly askWaiting: boolean;
  /** How long each step of the ladder is given. */
  readonly graceMs?: number;
}

/**
 * One run as a child process of ours. Lines that come before the first listener are kept for it; a listener for the end
 * that comes after the end is still told.
 */
export class Child implements Transport {
  readonly #process: ChildProcess | null;
  readonly #lines = new Emitter<string>();
  readonly #ends = new Emitter<TransportEnd>();
  readonly #exited = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<TransportEnd>();
  #early: string[] | null = [];
  #errorOutput = Buffer.alloc(0);
  #end: TransportEnd | null = null;
  #tooLong = false;
  #stopping: Promise<TransportEnd> | null = null;

  constructor(plan: LaunchPlan, { tether, maxLineBytes: maxBytes = maxLineBytes, drainMs = 1_000 }: ChildOptions) {
    const started = start(plan, tether);
    if (typeof started === 'string') {
      this.#process = null;
      this.#finish({ reason: 'not-started', exitCode: null, signal: null, message: started });
      return;
    }
    this.#process = started;
    const { stdin, stdout, stderr, pid } = started;
    if (pid !== undefined) standBack(pid, () => started.exitCode === null && started.signalCode === null);
    const release = pid === undefined ? () => undefined : tether.hold(pid);
    const splitter = new LineSplitter({ onLine: (line) => this.#deliver(line), onTooLong: () => this.#failTooLong(), maxBytes });
    let draining: NodeJS.Timeout | null = null;
    stdout?.on('data', (chunk: Buffer) => {
      draining?.refresh();
      splitter.push(chunk);
    });
    stderr?.on('data', (chunk: Buffer) => {
      this.#errorOutput = Buffer.concat([this.#errorOutput, chunk]).subarray(-maxErrorBytes);
    });
    // The child is gone or going: whoever writes is told by the write itself, and everyone by the end.
    stdin?.on('error', () => undefined);
    started.on('error', (error) => {
      if (pid === undefined) {
        this.#finish({ reason: 'not-started', exitCode: null, signal: null, message: `Claude could not be started: ${error.message}.` });
      }
    });
    started.on('exit', () => {
      release();
      this.#exited.resolve();
      // A command that the child left behind may hold its output open for hours.
      draining = setTimeout(() => this.#closeStreams(), drainMs);
    });
    started.on('close', (exitCode, signal) => {
      if (draining) clearTimeout(draining);
      splitter.end();
      this.#finish(this.#howItEnded(plan, exitCode, signal));
    });
  }

  /** Null when the child could not be started. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** The newest lines of the child's error output, for people who look for a cause. */
  get errorLines(): string[] {
    const lines = this.#errorOutput.toString('utf8').trimEnd().split('\n');
    // What was cut off at the front may have taken half a line with it.
    if (this.#errorOutput.length === maxErrorBytes && lines.length > 1) lines.shift();
    return lines.slice(-maxErrorLines).filter((line) => line !== '');
  }

  async send(line: string): Promise<void> {
    if (line.includes('\n')) throw new Error('A line holds no newline.');
    const stdin = this.#process?.stdin;
    if (!stdin?.writable || this.#end) throw gone();
    await new Promise<void>((resolve, reject) => {
      const hasRoom = stdin.write(`${line}\n`, (error) => (error ? reject(gone()) : resolve()));
      if (hasRoom) resolve();
    });
  }

  onLine(listener: (line: string) => void): () => void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const line of early) listener(line);
    return this.#lines.on(listener);
  }

  onEnd(listener: (end: TransportEnd) => void): () => void {
    const end = this.#end;
    if (!end) return this.#ends.on(listener);
    let wanted = true;
    queueMicrotask(() => wanted && listener(end));
    return () => {
      wanted = false;
    };
  }

  /**
   * Ends the run, and the commands it leaves behind. End of input lets the CLI finish writing its transcript, so it
   * comes before any signal; while an ask waits it would destroy the ask, so then a signal comes first.
   */
  stop(options: StopOptions): Promise<TransportEnd> {
    this.#stopping ??= this.#descend(options);
    return this.#stopping;
  }

  /** Ends everything at once, without waiting: for when the app itself is about to exit. */
  killNow(): void {
    // Halted before it is ended, and looked for until no more is found: what runs can start another while we look.
    this.#signal('SIGSTOP');
    let left: ProcessEntry[] = [];
    for (let found = this.#descendants(); found.length > left.length; found = this.#descendants()) {
      left = found;
      for (const entry of left) signalProcess(entry, 'SIGSTOP');
    }
    this.#signal('SIGKILL');
    for (const entry of left) signalProcess(entry, 'SIGKILL');
  }

  async #descend({ askWaiting, graceMs = 5_000 }: StopOptions): Promise<TransportEnd> {
    const endInput = (): void => void this.#process?.stdin?.end();
    const steps = [...(askWaiting ? [] : [endInput]), () => this.#signal('SIGTERM'), () => this.#signal('SIGKILL')];
    // Shell commands run in sessions of their own: no signal to the run's group reaches them, and once the CLI is gone
    // they can't be told from anyone else's. So they are noted before each step, since the CLI may start more on the way.
    const left = new Map<string, ProcessEntry>();
    for (const step of steps) {
      if (!this.#isAlive()) break;
      for (const entry of this.#descendants()) left.set(`${entry.pid} ${entry.started}`, entry);
      step();
      if (await within(this.#exited.promise, graceMs)) break;
    }
    await endProcesses([...left.values()], graceMs);
    if (this.#isAlive()) {
      // Stuck in the kernel, as on a dead network drive. Whoever waits is told all the same.
      this.#finish({ reason: 'exited', exitCode: null, signal: null, message: 'Claude does not react and could not be ended.' });
      this.#closeStreams();
    }
    return this.#ended.promise;
  }

  #deliver(line: string): void {
    if (this.#early) this.#early.push(line);
    else this.#lines.emit(line);
  }

  #failTooLong(): void {
    this.#tooLong = true;
    // What it waits for can't be followed any more, but it must not be answered by the end of input.
    void this.stop({ askWaiting: true });
  }

  #finish(end: TransportEnd): void {
    if (this.#end) return;
    this.#end = end;
    this.#exited.resolve();
    this.#ended.resolve(end);
    this.#ends.emit(end);
  }

  #howItEnded({ command }: LaunchPlan, exitCode: number | null, signal: NodeJS.Signals | null): TransportEnd {
    if (this.#tooLong) return { reason: 'line-too-long', exitCode, signal, message: 'Claude sent a line too long to be read.' };
    // With a wrapper the start succeeds, and it is the wrapper that finds out and says so.
    const wrapper = this.#process?.spawnfile ?? command;
    const [said] = this.errorLines;
    if (wrapper !== command && said?.startsWith(`${path.basename(wrapper)}: `)) {
      return { reason: 'not-started', exitCode, signal, message: `Claude could not be started: ${said}.` };
    }
    return { reason: 'exited', exitCode, signal, message: exitMessage(exitCode, signal) };
  }

  #isAlive(): boolean {
    const child = this.#process;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  #descendants(): ProcessEntry[] {
    const pid = this.#process?.pid;
    return pid === undefined || !this.#isAlive() ? [] : descendantsOf(pid, processTable());
  }

  /** To the whole group, so that it reaches the CLI behind a wrapper script too. Never after the exit: the pid may be someone else's. */
  #signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP'): void {
    const pid = this.#process?.pid;
    if (pid === undefined || !this.#isAlive()) return;
    if (process.platform === 'win32') {
      // There is no asking there: a signal ends the process at once, and only taskkill reaches the processes below it.
      spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // It exited, and its end is on the way.
    }
  }

  #closeStreams(): void {
    for (const stream of this.#process?.stdio ?? []) stream?.destroy();
  }
}

/** The child, or why there is none. */
function start(plan: LaunchPlan, tether: Tether): ChildProcess | string {
  if (!isFolder(plan.cwd)) return `Claude could not be started: the folder ${plan.cwd} does not exist.`;
  const why = path.isAbsolute(plan.command) ? whyNotExecutable(plan.command) : null;
  if (why) return `Claude could not be started: ${plan.command} ${why}.`;
  const { command, args } = tether.wrap(plan);
  try {
    // Detached is a session of its own, hence a group of its own. On Windows it would also take it out of the job that ends with us.
    return spawn(command, args, { cwd: plan.cwd, env: plan.env, stdio: 'pipe', detached: process.platform !== 'win32', windowsHide: true });
  } catch (error) {
    return `Claude could not be started: ${messageOf(error)}.`;
  }
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function exitMessage(exitCode: number | null, signal: string | null): string {
  if (signal) return `Claude was ended by ${signal}.`;
  return exitCode === 0 ? 'Claude ended.' : `Claude ended with exit code ${exitCode}.`;
}

function gone(): AppError {
  return new AppError('run-gone', 'This run of Claude has ended.');
}

/** Whether it settled in that time. */
async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}
