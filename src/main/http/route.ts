import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Caller, Role } from './caller';
import { readBody } from './read-json';

/** A request whose caller may make it. */
export interface Call<B> {
  readonly caller: Caller;
  readonly body: B;
  /** The parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly body: object;
}

interface RouteSpec<B> {
  readonly method: 'GET' | 'POST';
  /** With parts such as `:id`. */
  readonly path: string;
  readonly role: Role;
  /** What it does, for the documentation. */
  readonly does: string;
  readonly body?: z.ZodType<B>;
  readonly answers: Readonly<Partial<Record<Answer['status'], z.ZodType>>>;
  /** The statuses with which it refuses, beside those that every route has. */
  readonly refuses: readonly number[];
  /** A stream answers with a response of its own. */
  handle(call: Call<B>): Answer | Response | Promise<Answer>;
}

/** One route, for the server and for the documentation. */
export interface Route extends Omit<RouteSpec<unknown>, 'handle' | 'body'> {
  readonly body: z.ZodType | null;
  run(request: IncomingMessage, call: Omit<Call<unknown>, 'body' | 'headers'>): Promise<Answer | Response>;
}

export function route<B>(spec: RouteSpec<B>): Route {
  const { handle, body, ...rest } = spec;
  return {
    ...rest,
    body: body ?? null,
    run: async (request, call) => handle({ ...call, headers: request.headers, body: await readBody(request, body ?? noBody<B>()) }),
  };
}

/** Accepts anything, because a caller may send an empty object to a route that needs nothing. */
const noBody = <B>(): z.ZodType<B> => z.custom<B>(() => true);
