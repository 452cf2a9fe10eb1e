import type { IPty } from 'node-pty';
import type { SessionId } from '../../shared/ids';
import type { TerminalId, TerminalOutput, TerminalSize, TerminalSummary } from '../../shared/terminal';
import { RecentOutput } from './recent-output';

/** One frame at 60 Hz. */
const frameMs = 16;
/** The process is paused when the window has this many characters left to draw, and resumed below the low watermark. */
const highWatermark = 512 * 1024;
const lowWatermark = 128 * 1024;
/** How much output is kept for a window that attaches later. The window's own scrollback is larger. */
const maxRecentCharacters = 256 * 1024;
/** A process that ignores the hangup is killed after this time. */
const hangupGraceMs = 1_000;

export interface TerminalOptions {
  readonly id: TerminalId;
  readonly sessionId: SessionId;
  readonly number: number;
  readonly runs: TerminalSummary['runs'];
  readonly pty: IPty;
  readonly send: (output: TerminalOutput) => void;
  readonly onEnd: () => void;
}

/**
 * One process and its pseudoterminal. Output is sent to the window at most once per frame: the first chunk immediately, the
 * rest of the frame in one batch. A window that falls behind slows down the process, not the app.
 */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #recent = new RecentOutput(maxRecentCharacters);
  readonly #exited = Promise.withResolvers<void>();
  #ended: TerminalSummary['ended'] = null;
  #attached = false;
  /** Output for the next frame. */
  #pending: string[] = [];
  /** The number of latest characters that were never sent to a window. */
  #unsent = 0;
  /** The number of characters that the window has not drawn yet, sent or pending. */
  #unacknowledged = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TerminalOptions) {
    this.#options = options;
    options.pty.onData((data) => this.#onData(data));
    options.pty.onExit(({ exitCode }) => this.#onExit(exitCode));
  }

  get summary(): TerminalSummary {
    const { id, sessionId, number, runs } = this.#options;
    return { id, sessionId, number, runs, ended: this.#ended };
  }

  get pid(): number {
    return this.#options.pty.pid;
  }

  /** Resolves when the process has exited; never rejects. */
  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  write(data: string): void {
    if (!this.#ended) this.#options.pty.write(data);
  }

  resize({ cols, rows }: TerminalSize): void {
    if (!this.#ended) this.#options.pty.resize(cols, rows);
  }

  /** Sends the kept output as an event too, so that it stays in order with what follows. */
  attach(): void {
    this.#attached = true;
    this.#pending = [];
    const data = this.#recent.text;
    this.#unacknowledged = data.length;
    this.#options.send({ id: this.#options.id, data, fresh: true, replayed: Math.max(0, data.length - this.#unsent) });
    this.#unsent = 0;
    this.#options.pty.resume();
  }

  /** The process continues without a window, and its latest output is kept. */
  detach(): void {
    this.#attached = false;
    this.#pending = [];
    this.#unacknowledged = 0;
    this.#options.pty.resume();
  }

  /** The window has drawn this many characters. */
  acknowledge(characters: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - characters);
    if (this.#unacknowledged < lowWatermark) this.#options.pty.resume();
  }

  /** Sends a hangup to the shell and its jobs, as closing a terminal window does. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.detach();
    this.#options.pty.kill();
    const kill = setTimeout(() => this.killNow(), hangupGraceMs);
    await this.exited;
    clearTimeout(kill);
  }

  killNow(): void {
    if (this.#ended) return;
    try {
      // The shell leads its own process group, so this reaches its children too.
      if (process.platform === 'win32') this.#options.pty.kill();
      else process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has exited already.
    }
  }

  #onData(data: string): void {
    this.#recent.add(data);
    this.#unsent += data.length;
    if (!this.#attached) return;
    this.#pending.push(data);
    this.#unacknowledged += data.length;
    if (this.#unacknowledged > highWatermark) this.#options.pty.pause();
    if (!this.#timer) this.#flush();
  }

  #flush(): void {
    const { id, send } = this.#options;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#pending.length > 0) this.#flush();
    }, frameMs);
    const data = this.#pending.join('');
    this.#pending = [];
    if (data === '') return;
    this.#unsent -= data.length;
    send({ id, data, fresh: false, replayed: 0 });
  }

  #onExit(exitCode: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#pending.length > 0) this.#flush();
    this.#ended = { exitCode };
    this.#exited.resolve();
    this.#options.onEnd();
  }
}
