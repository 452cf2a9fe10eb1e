import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import { FromTool, type LoadedTool, type ToTool } from '../../tool-process/messages';
import { Emitter } from '../base/emitter';
import type { ToolCall } from './offered-tool';
import { ProcessCall } from './tool-process-call';
import type { ChildEnd, ToolChild } from './tool-process-child';

export interface ToolLimits {
  /** How long the author's code may take to load. */
  readonly loadMs: number;
  /** How long a handler may go on after its call was given up. */
  readonly stopMs: number;
  /** How long a session that starts waits for its tools. */
  readonly prepareMs: number;
}
export const toolLimits: ToolLimits = { loadMs: 10_000, stopMs: 5_000, prepareMs: 3_000 };

/** How long the system may take to start a process, which is not the author's fault. */
const startMs = 60_000;
/** How long a process may take to end when it is asked to, and when it is killed. */
const endMs = 2_000;
/** A process that sends more messages than this in `floodMs` is ended, because they keep the app busy. */
const mostMessages = 20_000;
const floodMs = 10_000;

/** Our end of the messages with the process of one tool. Whatever the process does, each promise here settles. */
export class ToolProcess {
  readonly #child: ToolChild;
  readonly #calls = new Map<number, ProcessCall>();
  readonly #file: string;
  readonly #limits: ToolLimits;
  readonly #load = Promise.withResolvers<LoadedTool>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #ends = new Emitter<string>();
  #loadTimer: NodeJS.Timeout | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #phase: 'starting' | 'loading' | 'loaded' = 'starting';
  #lastCall = 0;
  #name = 'The tool';
  /** Why we ended it, or what it said about its own end. */
  #reason: string | null = null;
  /** It was told to end, so nothing that it says matters any more. */
  #isEnding = false;
  #isOver = false;
  #isRetired = false;
  #messages = { since: 0, count: 0 };

  /** Loads the file of a tool in a process that was just started. */
  constructor(child: ToolChild, file: string, limits: ToolLimits = toolLimits) {
    this.#child = child;
    this.#file = file;
    this.#limits = limits;
    // Nobody may be waiting for it when the process exits.
    this.#load.promise.catch(() => undefined);
    child.onMessage((message) => this.#receive(message));
    child.onEnd((end) => this.#finish(end));
    this.#loadTimer = setTimeout(() => this.#kill('It could not be started in time.'), startMs);
  }

  /** Called once with the reason, when the process is gone. */
  readonly onEnd = this.#ends.on;

  /** Why the process is gone; null while it is there. */
  get endReason(): string | null {
    return this.#isOver ? this.#reason : null;
  }

  /** Rejects with `tool-failed`. */
  get loaded(): Promise<LoadedTool> {
    return this.#load.promise;
  }

  call(args: JsonObject, call: ToolCall): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new AppError('tool-failed', `${this.#name} is not running.`));
    this.#lastCall += 1;
    const id = this.#lastCall;
    const running = new ProcessCall({
      id,
      args,
      call,
      name: this.#name,
      stopMs: this.#limits.stopMs,
      post: (message) => this.#post(message),
      onAbandoned: (isBlocked) => this.#onAbandoned(isBlocked),
    });
    this.#calls.set(id, running);
    return running.run().finally(() => {
      this.#calls.delete(id);
      this.#endIfDone();
    });
  }

  /** Lets the calls that run end, and then the process. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfDone();
  }

  /** Ends the process now. Resolves when it is gone. */
  end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#reason ??= 'It was stopped.';
      this.#child.kill('SIGTERM');
      this.#endTimer = setTimeout(() => this.#kill('It was stopped.'), endMs);
    }
    return this.#ended.promise;
  }

  #receive(raw: unknown): void {
    if (this.#isOver || this.#isEnding) return;
    const parsed = FromTool.safeParse(raw);
    if (this.#isFlood()) this.#kill('It sent too many messages, so it was ended.');
    else if (parsed.success && this.#isDue(parsed.data)) this.#handle(parsed.data);
    else this.#kill('It sent a message that Signalbox does not understand, so it was ended.');
  }

  /** A process starts once, and loads once. */
  #isDue({ type }: FromTool): boolean {
    if (type === 'started') return this.#phase === 'starting';
    return type === 'loaded' || type === 'load-failed' ? this.#phase === 'loading' : this.#phase !== 'starting';
  }

  #handle(message: FromTool): void {
    switch (message.type) {
      case 'started':
        this.#phase = 'loading';
        this.#startLoad();
        break;
      case 'loaded':
        this.#phase = 'loaded';
        clearTimeout(this.#loadTimer);
        this.#name = `“${message.tool.name}”`;
        this.#load.resolve(message.tool);
        break;
      case 'load-failed':
        clearTimeout(this.#loadTimer);
        this.#load.reject(new AppError('tool-failed', message.message));
        break;
      case 'crashed':
        this.#reason = `It threw an error outside of a call: ${message.message}`;
        break;
      case 'request':
        if (this.#calls.has(message.call)) this.#calls.get(message.call)?.receive(message);
        else this.#post({ type: 'reply', request: message.request, reply: callIsOver });
        break;
      default:
        this.#calls.get(message.call)?.receive(message);
    }
  }

  #startLoad(): void {
    clearTimeout(this.#loadTimer);
    const { loadMs } = this.#limits;
    this.#loadTimer = setTimeout(() => this.#kill(`It was not loaded within ${loadMs / 1_000} seconds, so it was ended.`), loadMs);
    this.#post({ type: 'load', file: this.#file });
  }

  #post(message: ToTool): void {
    if (!this.#isOver) this.#child.post(message);
  }

  /** A process that takes no messages serves no other call either, so it is ended, unless a call that is still wanted keeps it busy. */
  #onAbandoned(isBlocked: boolean): void {
    const isWanted = [...this.#calls.values()].some(({ isCancelled }) => !isCancelled);
    if (isBlocked && !isWanted) this.#kill('It did not react when a call was given up, so it was ended.');
  }

  #endIfDone(): void {
    if (this.#isRetired && this.#calls.size === 0) void this.end();
  }

  #kill(reason: string): void {
    if (this.#isOver) return;
    this.#isEnding = true;
    this.#reason = reason;
    this.#child.kill('SIGKILL');
    clearTimeout(this.#endTimer);
    // It hangs in the kernel, for example on a dead network drive. Nobody waits for that.
    this.#endTimer = setTimeout(() => this.#finish({ exitCode: null, signal: 'SIGKILL', failure: null }), endMs);
  }

  #finish(end: ChildEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#loadTimer);
    clearTimeout(this.#endTimer);
    const reason = this.#reason ?? endWords(end);
    this.#reason = reason;
    this.#load.reject(new AppError('tool-failed', reason));
    for (const call of this.#calls.values()) call.fail(`${this.#name} stopped during the call. ${reason}`);
    this.#ended.resolve();
    this.#ends.emit(reason);
  }

  #isFlood(): boolean {
    const now = performance.now();
    if (now - this.#messages.since > floodMs) this.#messages = { since: now, count: 0 };
    this.#messages.count += 1;
    return this.#messages.count > mostMessages;
  }
}

const callIsOver = { ok: false, code: 'interaction-cancelled', message: 'The call is over.' } as const;

function endWords({ exitCode, signal, failure }: ChildEnd): string {
  if (failure !== null) return `It could not be started: ${failure}.`;
  return signal === null ? `It exited with code ${exitCode}.` : `It was ended by ${signal}.`;
}
