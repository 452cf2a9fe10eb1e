import type { Server } from 'node:http';
import path from 'node:path';
import type { ApiStatus } from '../../shared/api';
import { AppError, messageOf } from '../../shared/errors';
import type { Notice } from '../../shared/notice';
import { closeAll } from '../base/close-all';
import { Emitter } from '../base/emitter';
import { codeOf } from '../base/error-code';
import type { Log } from '../base/log';
import { readOrMakeToken, tokenFileIn } from './access-token';
import { createApi } from './api';
import { askRoutes } from './ask-routes';
import { EventStreams } from './event-routes';
import { loopbackGate, socketGate } from './gate';
import { closeListener, createListener, listen } from './listener';
import { documentRoute } from './openapi';
import type { ApiOwners } from './owners';
import type { Route } from './route';
import { sessionRoutes } from './session-routes';
import { chooseSocketPlace } from './socket-place';
import { listenOnSocket } from './unix-socket';

export interface LocalServerOptions {
  readonly owners: Omit<ApiOwners, 'status'>;
  readonly userData: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly log: Log;
  readonly notices: { set(notice: Notice): void; clear(id: string): void };
}

/** The port wins over the settings. A test asks for any free port with 0. */
const portVariable = 'SIGNALBOX_HTTP';

/** One server with two listeners: the socket for the same user, and the loopback address for whoever has the token. */
export class LocalServer {
  readonly #options: LocalServerOptions;
  readonly #routes: readonly Route[];
  readonly #events: EventStreams;
  readonly #changed = new Emitter<ApiStatus>();
  readonly #stopWatching: () => void;
  #socket: { readonly server: Server; readonly path: string } | null = null;
  #loopback: { readonly server: Server; readonly port: number; readonly wanted: number } | null = null;
  /** Listeners open and close one after the other. */
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: LocalServerOptions) {
    this.#options = options;
    const owners = { ...options.owners, status: () => this.status };
    this.#events = new EventStreams(owners);
    const served = [...sessionRoutes(owners), ...askRoutes(owners), ...this.#events.routes];
    this.#routes = [...served, documentRoute(() => this.#routes, options.version)];
    this.#stopWatching = owners.settings.onChange(() => void this.#inTurn(() => this.#updateLoopback()));
  }

  readonly onChange = this.#changed.on;

  get status(): ApiStatus {
    const { version } = this.#options;
    const http = this.#loopback && `http://127.0.0.1:${this.#loopback.port}`;
    return { version, socket: this.#socket?.path ?? null, http };
  }

  /** Opens the listeners. A failure of one is told to the person, and the other opens all the same. */
  async open(): Promise<void> {
    await this.#inTurn(() => this.#openSocket());
    await this.#inTurn(() => this.#updateLoopback());
  }

  /** Ends every connection and removes the socket. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWatching();
    this.#events.close();
    await this.#work;
    await closeAll({ socket: () => this.#socket && closeListener(this.#socket.server), loopback: () => this.#closeLoopback() });
    this.#socket = null;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      await work();
      this.#changed.emit(this.status);
    });
    return this.#work;
  }

  async #openSocket(): Promise<void> {
    const { userData, env, log } = this.#options;
    const server = createListener(createApi({ routes: this.#routes, gate: socketGate, log }).fetch);
    try {
      const place = await chooseSocketPlace({ userData: path.resolve(userData), platform: process.platform, env });
      await listenOnSocket(server, place);
      this.#keepRunning(server);
      this.#socket = { server, path: place };
    } catch (error) {
      log.warn('the socket for the signalbox command could not be opened', { error });
      // A read-only folder has a notice of its own.
      if (!isReadOnly(error))
        this.#tell('api-socket', 'The signalbox command can’t reach this app', `${messageOf(error)} Programs can’t use its API either.`);
    }
  }

  /** Opens, moves or closes the loopback listener as the environment and the settings say. */
  async #updateLoopback(): Promise<void> {
    const { notices, log } = this.#options;
    const wanted = this.#wantedPort;
    if (this.#loopback?.wanted === wanted) return;
    await this.#closeLoopback();
    notices.clear('api-port');
    if (wanted === null) return;
    try {
      await this.#openLoopback(wanted);
    } catch (error) {
      log.warn('the loopback API could not be opened', { port: wanted, error });
      const why = codeOf(error) === 'EADDRINUSE' ? `Another program uses port ${wanted}. Choose another port.` : messageOf(error);
      this.#tell('api-port', 'The API is not available', `${why}`);
    }
  }

  async #openLoopback(wanted: number): Promise<void> {
    if (Number.isNaN(wanted))
      throw new AppError('bad-request', `${portVariable} is “${this.#options.env[portVariable]}”, and must be a port from 1 to 65535.`);
    const { userData, log } = this.#options;
    const token = await readOrMakeToken(tokenFileIn(userData));
    // The gate names the port, which is known only once the listener is open.
    let port = wanted;
    const api = createApi({ routes: this.#routes, gate: (request) => loopbackGate({ port, token })(request), log });
    const server = createListener(api.fetch);
    await listen(server, { host: '127.0.0.1', port: wanted });
    this.#keepRunning(server);
    const address = server.address();
    if (typeof address === 'object' && address !== null) port = address.port;
    this.#loopback = { server, port, wanted };
  }

  async #closeLoopback(): Promise<void> {
    const { server } = this.#loopback ?? {};
    this.#loopback = null;
    if (server) await closeListener(server);
  }

  /** Null if the API is off; not a number if the variable makes no sense. */
  get #wantedPort(): number | null {
    const { env, owners } = this.#options;
    const said = env[portVariable]?.trim();
    if (said === undefined || said === '') return owners.settings.value.httpPort;
    return /^\d{1,5}$/.test(said) && Number(said) <= 65_535 ? Number(said) : Number.NaN;
  }

  /** An error of a listener must not end the app. */
  #keepRunning(server: Server): void {
    server.on('error', (error) => this.#options.log.warn('a listener of the local server failed', { error }));
  }

  #tell(id: string, text: string, detail: string): void {
    this.#options.notices.set({ id, level: 'warning', text, detail });
  }
}

const isReadOnly = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '');
