import { z } from 'zod';
import { ToolError } from '../tool-api/definition';
import { type Reply, Wanted } from './messages';
import type { ToolPort } from './port';

/** More than any tool waits for at once. A loop that forgets to wait would fill the memory. */
const mostOpen = 1_000;

/** The requests of handlers that main has not answered yet. */
export class RequestsToMain {
  readonly #port: ToolPort;
  readonly #open = new Map<number, (reply: Reply) => void>();
  #last = 0;

  constructor(port: ToolPort) {
    this.#port = port;
  }

  /** Sends what a handler wants, which plain JavaScript can get wrong. */
  send(call: number, raw: unknown): Promise<unknown> {
    const parsed = Wanted.safeParse(raw);
    if (!parsed.success) throw new ToolError('invalid-request', z.prettifyError(parsed.error).slice(0, 1_000));
    const wanted = parsed.data;
    if (this.#open.size >= mostOpen) throw new ToolError('invalid-request', 'The tool waits for too many answers at once.');
    this.#last += 1;
    const request = this.#last;
    return new Promise((resolve, reject) => {
      this.#open.set(request, (reply) => {
        if (reply.ok) resolve(reply.value);
        else reject(reply.code === null ? new Error(reply.message) : new ToolError(reply.code, reply.message));
      });
      this.#port.post({ type: 'request', call, request, wanted });
    });
  }

  settle(request: number, reply: Reply): void {
    const settle = this.#open.get(request);
    this.#open.delete(request);
    settle?.(reply);
  }
}
