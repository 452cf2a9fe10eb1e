import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { AppError, messageOf } from '../../shared/errors';
import { Emitter } from '../base/emitter';
import { whyNotExecutable } from './executable';
import type { LaunchPlan } from './launch-plan';
import type { Tether } from './leash';
import { LineSplitter, maxLineBytes } from './line-splitter';
import { lowerPriority } from './lower-priority';
import { descendantsOf, endProcesses, type ProcessEntry, processTable, signalProcess } from './process-table';
import type { Transport, TransportEnd } from './transport';

const maxErrorBytes = 64 * 1024;
const maxErrorLines = 200;

export interface ChildOptions {
  readonly tether: Tether;
  readonly maxLineBytes?: number;
  /** How long we wait for more output after the child has exited. Another process may hold the output open for hours. */
  readonly drainMs?: number;
}

export interface StopOptions {
  /** Whether the run waits for a person. Closing its input would then answer in their place. */
  readonly askWaiting: boolean;
  /** How long to wait after each step: end of input, TERM, KILL. */
  readonly graceMs?: number;
}

/**
 * One run as a child process of ours. It keeps lines for the first listener, and a listener that subscribes after the end is
 * still told of it.
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
    if (pid !== undefined) lowerPriority(pid, () => started.exitCode === null && started.signalCode === null);
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
    // The failed write rejects, and the end is reported, so this event adds nothing.
    stdin?.on('error', () => undefined);
    started.on('error', (error) => {
      if (pid === undefined) {
        this.#finish({ reason: 'not-started', exitCode: null, signal: null, message: `Claude could not be started: ${error.message}.` });
      }
    });
    started.on('exit', () => {
      release();
      this.#exited.resolve();
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

  /** The newest lines of the child's error output. They are shown to people; nothing is decided by them. */
  get errorLines(): string[] {
    const lines = this.#errorOutput.toString('utf8').trimEnd().split('\n');
    // The first line may have lost its beginning.
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
   * Ends the run, and the commands it leaves behind. Closing the input lets the CLI finish writing its transcript, so it
   * comes before any signal. While an ask waits it would destroy the ask, so then a signal comes first.
   */
  stop(options: StopOptions): Promise<TransportEnd> {
    this.#stopping ??= this.#endInSteps(options);
    return this.#stopping;
  }

  /** Ends everything at once, without waiting, because the app is about to exit. */
  killNow(): void {
    // A running process can start another while we look, so all are stopped first, until no more are found.
    this.#signal('SIGSTOP');
    let left: ProcessEntry[] = [];
    for (let found = this.#descendants(); found.length > left.length; found = this.#descendants()) {
      left = found;
      for (const entry of left) signalProcess(entry, 'SIGSTOP');
    }
    this.#signal('SIGKILL');
    for (const entry of left) signalProcess(entry, 'SIGKILL');
  }

  async #endInSteps({ askWaiting, graceMs = 5_000 }: StopOptions): Promise<TransportEnd> {
    const endInput = (): void => void this.#process?.stdin?.end();
    const steps = [...(askWaiting ? [] : [endInput]), () => this.#signal('SIGTERM'), () => this.#signal('SIGKILL')];
    // Shell commands run in sessions of their own: no signal to the run's group reaches them, and they can't be found once
    // the CLI is gone. The CLI may start more at any time, so they are collected before each step.
    const left = new Map<string, ProcessEntry>();
    for (const step of steps) {
      if (!this.#isAlive()) break;
      for (const entry of this.#descendants()) left.set(`${entry.pid} ${entry.started}`, entry);
      step();
      if (await settlesWithin(this.#exited.promise, graceMs)) break;
    }
    await endProcesses([...left.values()], graceMs);
    if (this.#isAlive()) {
      // It hangs in the kernel, for example on a dead network drive. We report the end anyway.
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
    // An ask may be open that we can't read any more, and closing the input would answer it.
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
    // A wrapper (setpriv) starts even if the CLI can't, and prints why.
    const wrapper = this.#process?.spawnfile ?? command;
    const [firstLine] = this.errorLines;
    if (wrapper !== command && firstLine?.startsWith(`${path.basename(wrapper)}: `)) {
      return { reason: 'not-started', exitCode, signal, message: `Claude could not be started: ${firstLine}.` };
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

  /** Signals the whole group, so that it reaches the CLI behind a wrapper script. Never after the exit, when the pid may belong to another process. */
  #signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP'): void {
    const pid = this.#process?.pid;
    if (pid === undefined || !this.#isAlive()) return;
    if (process.platform === 'win32') {
      // Windows has no signals to ask with, and only taskkill reaches the descendants.
      spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // It has exited, and its end will be reported.
    }
  }

  #closeStreams(): void {
    for (const stream of this.#process?.stdio ?? []) stream?.destroy();
  }
}

/** Returns the child, or why it could not be started. */
function start(plan: LaunchPlan, tether: Tether): ChildProcess | string {
  if (!isFolder(plan.cwd)) return `Claude could not be started: the folder ${plan.cwd} does not exist.`;
  const why = path.isAbsolute(plan.command) ? whyNotExecutable(plan.command) : null;
  if (why) return `Claude could not be started: ${plan.command} ${why}.`;
  const { command, args } = tether.wrap(plan);
  try {
    // Detached gives it a process group of its own. On Windows that would also take it out of the job that ends with the app.
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

/** Returns whether the promise settled in time. */
async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}
