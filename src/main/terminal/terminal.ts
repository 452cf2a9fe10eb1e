import type { IPty } from 'node-pty';
import type { SessionId } from '../../shared/ids';
import type { TerminalId, TerminalOutput, TerminalSize, TerminalSummary } from '../../shared/terminal';
import { RecentOutput } from './recent-output';

/** About one frame of a window at 60 Hz. */
const frameMs = 16;
/** The process waits when the window is so many characters behind, and goes on when it is this close again. */
const furthestBehind = 512 * 1024;
const closeAgain = 128 * 1024;
/** Kept for a window that comes later; the window itself keeps more, as lines. */
const keptCharacters = 256 * 1024;
/** A process that ignores the hangup is killed after it. */
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
 * One process and its pseudoterminal. What it prints goes to the window at most once a frame: the first at once, what
 * comes within the frame together at its end. A window that falls behind slows the process down, not the app.
 */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #recent = new RecentOutput(keptCharacters);
  readonly #gone = Promise.withResolvers<void>();
  #ended: TerminalSummary['ended'] = null;
  #attached = false;
  #waiting: string[] = [];
  /** How many of the latest characters no window has had yet. */
  #unsent = 0;
  /** Given to the window, or about to be, and not yet drawn there. */
  #behind = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TerminalOptions) {
    this.#options = options;
    options.pty.onData((data) => this.#take(data));
    options.pty.onExit(({ exitCode }) => this.#end(exitCode));
  }

  get summary(): TerminalSummary {
    const { id, sessionId, number, runs } = this.#options;
    return { id, sessionId, number, runs, ended: this.#ended };
  }

  get pid(): number {
    return this.#options.pty.pid;
  }

  /** Resolves when its process is gone; never rejects. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  write(data: string): void {
    if (!this.#ended) this.#options.pty.write(data);
  }

  resize({ cols, rows }: TerminalSize): void {
    if (!this.#ended) this.#options.pty.resize(cols, rows);
  }

  /** What is kept goes the same way as what follows it, so that the two stay in order. */
  attach(): void {
    this.#attached = true;
    this.#waiting = [];
    const data = this.#recent.text;
    this.#behind = data.length;
    this.#options.send({ id: this.#options.id, data, fresh: true, replayed: Math.max(0, data.length - this.#unsent) });
    this.#unsent = 0;
    this.#options.pty.resume();
  }

  /** Nobody looks: the process goes on, and the end of what it prints is kept. */
  detach(): void {
    this.#attached = false;
    this.#waiting = [];
    this.#behind = 0;
    this.#options.pty.resume();
  }

  seen(characters: number): void {
    this.#behind = Math.max(0, this.#behind - characters);
    if (this.#behind < closeAgain) this.#options.pty.resume();
  }

  /** As closing a terminal's window does: the shell and its jobs are hung up on. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.detach();
    this.#options.pty.kill();
    const kill = setTimeout(() => this.killNow(), hangupGraceMs);
    await this.gone;
    clearTimeout(kill);
  }

  killNow(): void {
    if (this.#ended) return;
    try {
      // The shell leads a process group of its own.
      if (process.platform === 'win32') this.#options.pty.kill();
      else process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }

  #take(data: string): void {
    this.#recent.add(data);
    this.#unsent += data.length;
    if (!this.#attached) return;
    this.#waiting.push(data);
    this.#behind += data.length;
    if (this.#behind > furthestBehind) this.#options.pty.pause();
    if (!this.#timer) this.#flush();
  }

  #flush(): void {
    const { id, send } = this.#options;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.length > 0) this.#flush();
    }, frameMs);
    const data = this.#waiting.join('');
    this.#waiting = [];
    if (data === '') return;
    this.#unsent -= data.length;
    send({ id, data, fresh: false, replayed: 0 });
  }

  #end(exitCode: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#flush();
    this.#ended = { exitCode };
    this.#gone.resolve();
    this.#options.onEnd();
  }
}
