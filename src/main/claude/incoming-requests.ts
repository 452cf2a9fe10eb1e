import { AppError } from '../../shared/errors';
import type { LineWriter } from './line-writer';
import type { PermissionAnswer } from './permission-request';
import { errorLine, permissionLine } from './wire/outgoing-lines';

/** The way back to the CLI for one of its requests. */
export interface Incoming {
  readonly requestId: string;
  /** Aborts with 'withdrawn' if the CLI cancels, 'closed' if the run ends. Not after an answer. */
  readonly signal: AbortSignal;
  /** Resolves when the answer is on its way. Rejects, having written nothing, with 'ask-gone' after an abort and 'already-answered' the second time. */
  reply(answer: PermissionAnswer): Promise<void>;
}

/** The peer's side of it. */
export interface OpenRequest {
  readonly incoming: Incoming;
  /** The CLI is blocked on us, so a request that can't be served is still answered, with an error. False when it is no longer open. */
  refuse(reason: string): boolean;
}

/** The CLI's requests that wait for an answer. Each leaves here once: answered, withdrawn, or closed with the run. */
export class IncomingRequests {
  readonly #writer: LineWriter;
  readonly #open = new Map<string, AbortController>();

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  isOpen(requestId: string): boolean {
    return this.#open.has(requestId);
  }

  open(requestId: string): OpenRequest {
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(requestId, controller);
    // Synchronous, and before anything is written: an answer and a cancel can't both win.
    const claim = () => this.#open.get(requestId) === controller && this.#open.delete(requestId);
    const reply = async (answer: PermissionAnswer): Promise<void> => {
      if (signal.aborted) throw new AppError('ask-gone', 'This request is no longer waiting for an answer.');
      if (!claim()) throw new AppError('already-answered', 'This request has been answered.');
      let line: string;
      try {
        line = permissionLine(requestId, answer);
      } catch (error) {
        // It can't be put into JSON: nested too deep, or too long for a string.
        await this.#writer.write(errorLine(requestId, 'The answer could not be written.'));
        throw error;
      }
      await this.#writer.write(line);
    };
    const refuse = (reason: string): boolean => {
      if (!claim()) return false;
      // A write fails only when the run is gone, and everyone hears of that.
      this.#writer.write(errorLine(requestId, reason)).catch(() => undefined);
      return true;
    };
    return { incoming: { requestId, signal, reply }, refuse };
  }

  withdraw(requestId: string): void {
    this.#abort(requestId, 'withdrawn');
  }

  close(): void {
    for (const requestId of [...this.#open.keys()]) this.#abort(requestId, 'closed');
  }

  #abort(requestId: string, reason: 'withdrawn' | 'closed'): void {
    const controller = this.#open.get(requestId);
    this.#open.delete(requestId);
    controller?.abort(reason);
  }
}
