import { AppError } from '../../shared/errors';
import type { LineWriter } from './line-writer';
import type { PermissionAnswer } from './permission-request';
import { errorLine } from './wire/outgoing-lines';

/** Answers one request of the CLI. */
export interface Incoming<Answer = PermissionAnswer> {
  readonly requestId: string;
  /** Aborts with 'withdrawn' if the CLI cancels, 'closed' if the run ends. Not after an answer. */
  readonly signal: AbortSignal;
  /** Resolves when the answer is on its way. Rejects, having written nothing, with 'ask-gone' after an abort and 'already-answered' the second time. */
  reply(answer: Answer): Promise<void>;
}

/** An open request, with the means to refuse it, which only the peer has. */
export interface OpenRequest<Answer> {
  readonly incoming: Incoming<Answer>;
  /** Answers with an error, because the CLI waits for an answer even if we can't serve the request. Returns false when it is no longer open. */
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

  /** `lineOf` makes the line with an answer of the kind that the request takes. */
  open<Answer>(requestId: string, lineOf: (id: string, answer: Answer) => string): OpenRequest<Answer> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(requestId, controller);
    // This is synchronous and happens before anything is written, so that an answer and a cancel can't both win.
    const claim = () => this.#open.get(requestId) === controller && this.#open.delete(requestId);
    const reply = async (answer: Answer): Promise<void> => {
      if (signal.aborted) throw new AppError('ask-gone', 'This request is no longer waiting for an answer.');
      if (!claim()) throw new AppError('already-answered', 'This request has been answered.');
      let line: string;
      try {
        line = lineOf(requestId, answer);
      } catch (error) {
        // The answer can't become JSON: it is nested too deep, or too long for a string.
        await this.#writer.write(errorLine(requestId, 'The answer could not be written.'));
        throw error;
      }
      await this.#writer.write(line);
    };
    const refuse = (reason: string): boolean => {
      if (!claim()) return false;
      // A write fails only when the run is gone, which is reported separately.
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
