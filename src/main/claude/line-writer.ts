import type { AppError } from '../../shared/errors';
import type { Transport } from './transport';

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The one writer of a run: whole lines, in the order they were given, each one only when there is room for it. */
export class LineWriter {
  readonly #transport: Transport;
  #queue: Waiting[] = [];
  #writing = false;
  #closed: AppError | null = null;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the transport has taken the line. */
  write(line: string): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#queue.push({ line, resolve, reject });
      if (!this.#writing) void this.#drain();
    });
  }

  /** Settles every line not taken yet, the one under way too: a transport that is gone may never say so. */
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
