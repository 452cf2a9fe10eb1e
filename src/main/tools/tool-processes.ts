import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { LoadedTool } from '../../tool-process/messages';
import type { ToolCall } from './offered-tool';
import { type ToolLimits, ToolProcess } from './tool-process';
import type { ToolChild } from './tool-process-child';
import type { ToolLog } from './tool-process-log';

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export interface ToolProcessesOptions {
  readonly start: () => ToolChild;
  readonly log: ToolLog;
  readonly limits: ToolLimits;
  readonly now: () => number;
  /** The process that takes calls ended by itself. */
  readonly onCrash: (reason: string) => void;
}

/** A process with a tool loaded in it. */
export interface LoadedProcess {
  readonly process: ToolProcess;
  readonly tool: LoadedTool;
}

/** The processes of one tool: the one that takes calls, one that loads a newer version, and earlier ones that finish theirs. */
export class ToolProcesses {
  readonly #options: ToolProcessesOptions;
  readonly #running = new Set<ToolProcess>();
  #current: ToolProcess | null = null;
  #loading: ToolProcess | null = null;
  /** How often in a row a process ended by itself, and when it last did. */
  #crashes = { count: 0, at: 0 };

  constructor(options: ToolProcessesOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#current !== null;
  }

  /** How long the tool may not be started again. Nothing for the first crash, then longer and longer. */
  get pauseMs(): number {
    const { count, at } = this.#crashes;
    const pause = count < 2 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 2));
    return Math.max(0, at + pause - this.#options.now());
  }

  forgetCrashes(): void {
    this.#crashes = { count: 0, at: 0 };
  }

  /** Loads a tool in a new process, which takes calls from `use` on. Rejects with `tool-failed`. */
  async load(file: string): Promise<LoadedProcess> {
    const { log, start, limits } = this.#options;
    const child = start();
    for (const stream of child.output) log.read(stream);
    const process = new ToolProcess(child, file, limits);
    this.#running.add(process);
    process.onEnd((reason) => this.#onEnd(process, reason));
    this.#loading = process;
    try {
      return { process, tool: await process.loaded };
    } catch (error) {
      this.#countCrash();
      void process.end();
      throw error;
    } finally {
      if (this.#loading === process) this.#loading = null;
    }
  }

  cancelLoad(): void {
    void this.#loading?.end();
  }

  /** From now on this process takes the calls. Those of the one before go on there. */
  use(process: ToolProcess): void {
    this.retire();
    // It may have ended since it was loaded.
    if (process.endReason === null) this.#current = process;
    else this.#tellCrash(process.endReason);
  }

  /** No process takes calls any more. Those that run go on. */
  retire(): void {
    this.#current?.retire();
    this.#current = null;
  }

  async call(args: JsonObject, call: ToolCall): Promise<unknown> {
    const process = this.#current;
    if (!process) throw new AppError('tool-failed', 'The tool is not running.');
    try {
      return await process.call(args, call);
    } finally {
      // The process outlived the call.
      if (this.#current === process) this.forgetCrashes();
    }
  }

  /** Ends all processes, also those with calls. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((process) => process.end()));
  }

  #onEnd(process: ToolProcess, reason: string): void {
    this.#running.delete(process);
    if (this.#current !== process) return;
    this.#current = null;
    this.#tellCrash(reason);
  }

  #tellCrash(reason: string): void {
    this.#countCrash();
    this.#options.log.add(reason);
    this.#options.onCrash(reason);
  }

  #countCrash(): void {
    this.#crashes = { count: this.#crashes.count + 1, at: this.#options.now() };
  }
}
