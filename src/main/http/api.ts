import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { AppError } from '../../shared/errors';
import type { Log } from '../base/log';
import { assertMay, type Caller } from './caller';
import type { Gate } from './gate';
import { toProblem } from './problem';
import type { Route } from './route';

interface Environment {
  Bindings: HttpBindings;
  Variables: { caller: Caller };
}

/** What one listener serves: its gate decides who comes in, and everything else is the same on each listener. */
export function createApi({ routes, gate, log }: { routes: readonly Route[]; gate: Gate; log: Log }): Hono<Environment> {
  const api = new Hono<Environment>();
  const problem = (error: unknown, request: IncomingMessage): Response => {
    const told = toProblem(error);
    const { method = '', url = '' } = request;
    // Without its query: nothing of ours has one, so it is somebody else's.
    const facts = { method, path: url.split('?')[0]?.slice(0, 200), status: told.status, code: told.code };
    if (told.status === 500) log.error('a call of the local server failed', { ...facts, error });
    else log.debug('a call of the local server was refused', facts);
    return new Response(JSON.stringify(told), {
      status: told.status,
      headers: { ...safeHeaders, 'content-type': 'application/problem+json', ...headersFor(error) },
    });
  };
  api.onError((error, context) => problem(error, context.env.incoming));
  api.notFound((context) => problem(new AppError('unknown-request', 'There is nothing at this address.'), context.env.incoming));
  api.use(async (context, next) => {
    context.set('caller', gate(context.env.incoming));
    await next();
  });
  for (const { method, path, role, run } of routes)
    api.on(method, path, async (context) => {
      const caller = context.get('caller');
      assertMay(caller, role);
      const answer = await run(context.env.incoming, { caller, params: context.req.param() });
      if (answer instanceof Response) return answer;
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { ...safeHeaders, 'content-type': 'application/json' },
      });
    });
  for (const path of new Set(routes.map((one) => one.path))) {
    const allowed = routes.filter((one) => one.path === path).map(({ method }) => method);
    api.all(path, () => {
      throw new AppError('method-not-allowed', `This address takes ${allowed.join(' and ')}.`, { allow: allowed });
    });
  }
  return api;
}

/** Nothing here is a page, and nothing may be kept. */
const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

function headersFor(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof AppError)) return {};
  switch (error.code) {
    case 'method-not-allowed':
      return { allow: String(error.facts.allow) };
    case 'unauthorized':
      return { 'www-authenticate': 'Bearer' };
    case 'too-busy':
      return { 'retry-after': '5' };
    // What is left of the body is not read.
    case 'too-large':
      return { connection: 'close' };
    default:
      return {};
  }
}
