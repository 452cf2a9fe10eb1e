import type { AppError } from '../../shared/errors';
import type { Transport } from './transport';

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The only writer to a run. It writes whole lines, in order, and waits for room before each. */
export class LineWriter {
  readonly #transport: Transport;
  #queue: Waiting[] = [];
  #writing = false;
  #closed: AppError | null = null;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the transport has accepted the line. */
  write(line: string): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#queue.push({ line, resolve, reject });
      if (!this.#writing) void this.#drain();
    });
  }

  /** Rejects every line not accepted yet, also the current one: a transport that is gone may never settle it. */
  close(error: AppError): void {
    this.#closed = error;
    for (const { reject } of this.#queue) reject(error);
    this.#queue = [];
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      try {
        await this.#transport.send(next.line);
        next.resolve();
      } catch (error) {
        next.reject(error);
      }
      this.#queue.shift();
    }
    this.#writing = false;
  }
}
