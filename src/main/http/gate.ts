import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors';
import { isSameSecret } from './access-token';
import type { Caller } from './caller';

/** Decides who a caller of one listener is. Throws if it is nobody who may come in. */
export type Gate = (request: IncomingMessage) => Caller;

/** The `signalbox` command says so. It only changes what the ledger shows: the same person could call the socket directly. */
export const clientHeader = 'signalbox-client';

/** Who can connect to the socket is the same user, because of its mode. */
export const socketGate: Gate = ({ headers }) => ({
  role: 'everything',
  surface: headers[clientHeader] === 'command' ? 'command' : 'api',
});

export interface LoopbackGateOptions {
  readonly port: number;
  readonly token: string;
}

/** On the loopback address every program of every user can connect, and pages in a browser can too. */
export function loopbackGate({ port, token }: LoopbackGateOptions): Gate {
  const hosts = new Set(['127.0.0.1', 'localhost'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));
  return (request) => {
    assertSingle(request, 'host', 'origin', 'authorization');
    const { host, origin, authorization, 'sec-fetch-site': site } = request.headers;
    // A page of another site can reach this address under its own name (DNS rebinding). Its Host then names that site.
    if (host === undefined || !hosts.has(host.toLowerCase())) throw new AppError('forbidden', 'This server does not go by that name.');
    if (origin !== undefined && !hosts.has(hostOf(origin) ?? ''))
      throw new AppError('forbidden', 'Pages of other sites may not call this.');
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new AppError('forbidden', 'Pages of other sites may not call this.');
    const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (given === undefined || !isSameSecret(given, token))
      throw new AppError('unauthorized', 'Send the token in the file http-token: “Authorization: Bearer TOKEN”.');
    return { role: 'everything', surface: 'api' };
  };
}

/** Node keeps only the first of two such headers, and a proxy in between may keep the last. */
function assertSingle({ rawHeaders }: IncomingMessage, ...names: readonly string[]): void {
  const sent = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  for (const name of names)
    if (sent.filter((one) => one === name).length > 1) throw new AppError('bad-request', `The header ${name} was sent twice.`);
}

/** The host and port of an http origin. */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const { protocol, host } = new URL(origin);
  return protocol === 'http:' ? host : null;
}
