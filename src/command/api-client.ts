import { type IncomingMessage, request } from 'node:http';
import type { z } from 'zod';
import { Problem } from '../shared/api';
import { CommandFailure, type ExitCode, exitCode } from './command-io';

export const notRunning = () => new CommandFailure(exitCode.notRunning, 'Signalbox does not run.');

/** Exit codes of the refusals that a script decides by. Every other is a failure. */
const exits: Readonly<Record<string, ExitCode>> = { 'already-answered': exitCode.answeredAlready, 'needs-look': exitCode.needsLook };

/** A refusal of the app. */
export class Refusal extends CommandFailure {
  constructor(readonly problem: Problem) {
    super(exits[problem.code] ?? exitCode.failed, problem.detail);
  }
}

/** Calls the app over its socket. */
export class ApiClient {
  readonly #socket: string | null;

  constructor(socket: string | null) {
    this.#socket = socket;
  }

  get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.#call('GET', path, null, schema);
  }

  post<T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> {
    return this.#call('POST', path, body, schema);
  }

  /** Opens a stream. Rejects if the app does not run. */
  open(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
    return this.#send('GET', path, null, headers, signal);
  }

  async #call<T>(method: string, path: string, body: object | null, schema: z.ZodType<T>): Promise<T> {
    const response = await this.#send(method, path, body, {});
    const text = await readText(response);
    const json: unknown = JSON.parse(text);
    if ((response.statusCode ?? 500) >= 300) throw new Refusal(Problem.parse(json));
    return schema.parse(json);
  }

  #send(
    method: string,
    path: string,
    body: object | null,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    if (this.#socket === null) return Promise.reject(notRunning());
    const options = { socketPath: this.#socket, method, path, agent: false, ...(signal ? { signal } : {}) };
    const sent = request({ ...options, headers: { host: 'signalbox', 'signalbox-client': 'command', ...headers } }, resolve);
    // The socket of an app that was killed is still there.
    sent.on('error', () => reject(notRunning()));
    sent.end(body === null ? undefined : JSON.stringify(body));
    return promise;
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}
