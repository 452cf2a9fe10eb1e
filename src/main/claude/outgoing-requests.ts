import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { LineWriter } from './line-writer';
import type { Outcome } from './wire/lines';
import { type ControlRequest, requestLine } from './wire/outgoing-lines';

/** The CLI can echo our answers to its requests. This prefix tells answers to our requests from such echoes. */
const prefix = 'signalbox-';

/** Our requests to the CLI that wait for its answer. */
export class OutgoingRequests {
  readonly #writer: LineWriter;
  readonly #waiting = new Map<string, PromiseWithResolvers<JsonObject>>();

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  static isOurs(id: string): boolean {
    return id.startsWith(prefix);
  }

  async send(request: ControlRequest): Promise<JsonObject> {
    const id = `${prefix}${randomUUID()}`;
    const line = requestLine(id, request);
    const waiter = Promise.withResolvers<JsonObject>();
    this.#waiting.set(id, waiter);
    this.#writer.write(line).catch((error: unknown) => {
      this.#waiting.delete(id);
      waiter.reject(error);
    });
    return waiter.promise;
  }

  /** Returns false when no request waits under this id. */
  settle(id: string, outcome: Outcome): boolean {
    const waiter = this.#waiting.get(id);
    if (!waiter) return false;
    this.#waiting.delete(id);
    if (outcome.ok) waiter.resolve(outcome.answer);
    else waiter.reject(new AppError('cli-refused', outcome.error));
    return true;
  }

  close(error: AppError): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
