import type { z } from 'zod';
import { type Params, type Reply, type RequestName, type Result, requests } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { Log } from '../base/log';

/** One handler per request of the contract. */
export type Handlers = { readonly [N in RequestName]: (params: Params<N>) => Result<N> | Promise<Result<N>> };

/** The sender of a request, as Electron reports it. */
export interface Sender {
  readonly origin: string;
  readonly isMainFrame: boolean;
}

/** Checks the sender, the name and the params of each request, then calls its handler. */
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
        this.#log.warn('request refused', { request: loggedName(name), code: error.code });
        return { ok: false, code: error.code, message: error.message };
      }
      this.#log.error('request failed', { request: loggedName(name), error });
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
    // The schema that accepted the params belongs to the same name as the handler, which TypeScript can't express.
    return (this.#handlers[known] as (params: unknown) => unknown)(parsed.data);
  }
}

/** Bounds the name for the log. A value that is not a string is not converted, because its toString could be the page's own. */
const loggedName = (name: unknown): string => (typeof name === 'string' ? name.slice(0, 100) : `a name of type ${typeof name}`);
