import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { LineWriter } from './line-writer';
import type { Outcome } from './wire/lines';
import { type ControlRequest, requestLine } from './wire/outgoing-lines';

/** The CLI can echo our answers to its requests. This prefix tells answers to our requests from such echoes. */
const prefix = 'signalbox-';

/** The kinds of request that the CLI does not know. A `Set` remembers them for one run. */
export interface UnsupportedRequests {
  has(subtype: string): boolean;
  add(subtype: string): unknown;
}

const unsupportedWords = 'Unsupported control request subtype';

/** Our requests to the CLI that wait for its answer. One that the CLI does not know is sent once, and then refused without asking it. */
export class OutgoingRequests {
  readonly #writer: LineWriter;
  readonly #unsupported: UnsupportedRequests;
  readonly #waiting = new Map<string, PromiseWithResolvers<JsonObject> & { readonly subtype: string }>();

  constructor(writer: LineWriter, unsupported: UnsupportedRequests) {
    this.#writer = writer;
    this.#unsupported = unsupported;
  }

  static isOurs(id: string): boolean {
    return id.startsWith(prefix);
  }

  async send(request: ControlRequest): Promise<JsonObject> {
    const { subtype } = request;
    if (this.#unsupported.has(subtype)) throw new AppError('cli-refused', `${unsupportedWords}: ${subtype}`);
    const id = `${prefix}${randomUUID()}`;
    const line = requestLine(id, request);
    const waiter = { ...Promise.withResolvers<JsonObject>(), subtype };
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
    if (outcome.ok) {
      waiter.resolve(outcome.answer);
      return true;
    }
    // Without `initialize` no run can start, so it is tried each time.
    if (outcome.error.startsWith(unsupportedWords) && waiter.subtype !== 'initialize') this.#unsupported.add(waiter.subtype);
    waiter.reject(new AppError('cli-refused', outcome.error));
    return true;
  }

  close(error: AppError): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
