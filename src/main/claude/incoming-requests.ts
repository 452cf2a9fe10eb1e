import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { LineWriter } from './line-writer';
import { answerLine, errorLine } from './outgoing-lines';

/** The way back to the CLI for one question of its. */
export interface Incoming<Result> {
  readonly requestId: string;
  /** Aborts with 'withdrawn' if the CLI cancels, 'closed' if the run ends. Not after an answer. */
  readonly signal: AbortSignal;
  /** Resolves when the answer is on its way. Rejects, having written nothing, with 'ask-gone' after an abort and 'already-answered' the second time. */
  reply(result: Result): Promise<void>;
}

/** The peer's side of it. */
export interface OpenRequest<Result> {
  readonly incoming: Incoming<Result>;
  /** The CLI is blocked on us, so what can't be served is still answered, with an error. False when it is no longer open. */
  refuse(reason: string): boolean;
}

/** What the CLI asked and waits for. Each question leaves here once: answered, withdrawn, or closed with the run. */
export class IncomingRequests {
  readonly #writer: LineWriter;
  readonly #open = new Map<string, AbortController>();

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  isOpen(requestId: string): boolean {
    return this.#open.has(requestId);
  }

  open<Result>(requestId: string, toPayload: (result: Result) => JsonObject): OpenRequest<Result> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(requestId, controller);
    // Synchronous, and before anything is written: an answer and a cancel can't both win.
    const claim = () => this.#open.get(requestId) === controller && this.#open.delete(requestId);
    const reply = async (result: Result): Promise<void> => {
      if (signal.aborted) throw new AppError('ask-gone', 'This request is no longer waiting for an answer.');
      if (!claim()) throw new AppError('already-answered', 'This request has been answered.');
      let line: string;
      try {
        line = answerLine(requestId, toPayload(result));
      } catch (error) {
        // It can't be put into JSON: nested too deep, or too long for a string.
        await this.#writer.write(errorLine(requestId, 'The answer could not be written.'));
        throw error;
      }
      await this.#writer.write(line);
    };
    const refuse = (reason: string): boolean => {
      if (!claim()) return false;
      // Only a run that is gone takes no lines, and its end is told to everyone.
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
