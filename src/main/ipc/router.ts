import type { z } from 'zod';
import { type Params, type Reply, type RequestName, type Result, requests } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { Log } from '../base/log';

/** One function for each request of the contract. */
export type Handlers = { readonly [N in RequestName]: (params: Params<N>) => Result<N> | Promise<Result<N>> };

/** Who called, as Electron tells it. */
export interface Sender {
  readonly origin: string;
  readonly isMainFrame: boolean;
}

/** Lets a request through when its sender, its name and its contents are what the contract says. */
export class Router {
  readonly #handlers: Handlers;
  readonly #origin: string;
  readonly #log: Log;

  constructor(handlers: Handlers, origin: string, log: Log) {
    this.#handlers = handlers;
    this.#origin = origin;
    this.#log = log;
  }

  async handle(sender: Sender, name: unknown, params: unknown): Promise<Reply> {
    try {
      return { ok: true, value: await this.#dispatch(sender, name, params) };
    } catch (error) {
      if (error instanceof AppError) {
        this.#log.warn('request refused', { request: told(name), code: error.code });
        return { ok: false, code: error.code, message: error.message };
      }
      this.#log.error('request failed', { request: told(name), error });
      return { ok: false, code: 'internal', message: 'Something went wrong inside Signalbox. The log has the details.' };
    }
  }

  #dispatch(sender: Sender, name: unknown, params: unknown): unknown {
    if (!sender.isMainFrame || sender.origin !== this.#origin) {
      throw new AppError('untrusted-sender', 'This page may not talk to Signalbox.');
    }
    if (typeof name !== 'string' || !Object.hasOwn(requests, name)) throw new AppError('unknown-request', 'There is no such request.');
    const known = name as RequestName;
    const parsed: z.ZodSafeParseResult<unknown> = requests[known].params.safeParse(params ?? undefined);
    if (!parsed.success) throw new AppError('bad-request', `The contents of ${known} are not as agreed.`);
    // The name picks the handler and the schema that just accepted these params: TypeScript can't follow that pairing.
    return (this.#handlers[known] as (params: unknown) => unknown)(parsed.data);
  }
}

/** Whatever a page sends as a name goes into the log short, and without being asked to describe itself. */
const told = (name: unknown): string => (typeof name === 'string' ? name.slice(0, 100) : `a name of type ${typeof name}`);
