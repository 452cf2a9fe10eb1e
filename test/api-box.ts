import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { Log } from '../src/main/base/log';
import { Core } from '../src/main/core';
import { LocalServer } from '../src/main/http/local-server';
import { Notices } from '../src/main/notices';
import type { Ask } from '../src/shared/ask';
import type { SessionId } from '../src/shared/ids';
import { until } from './until';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
}

/** Where a request goes: a Unix socket, or a port of this machine. */
export type Place = { readonly socketPath: string } | { readonly port: number };

/** Sends one request on a connection of its own, and reads the whole answer. */
export function call(place: Place, url: string, { method, headers = {}, body }: Sending = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const sent = request(
      { ...place, path: url, agent: false, method: method ?? (body === undefined ? 'GET' : 'POST'), headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(whole) : whole });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The app without its windows, with the demo agent and both listeners. */
export class ApiBox {
  readonly userData: string;
  readonly notices = new Notices();
  readonly opened: string[] = [];
  readonly core: Core;
  readonly server: LocalServer;
  readonly #env: Readonly<Record<string, string>>;
  readonly #log: Log;

  /** `name` begins the name of its folder. */
  constructor(env: Readonly<Record<string, string>> = {}, name = 'signalbox-api-') {
    this.userData = mkdtempSync(path.join(os.tmpdir(), name));
    const log = new Log({ folder: path.join(this.userData, 'logs') });
    this.core = new Core({
      userData: this.userData,
      env: { ...process.env, SIGNALBOX_DEMO_SCENARIO: 'asks', SIGNALBOX_DEMO_SPEED: '0', ...env },
      demoAgent: path.join(import.meta.dirname, '../resources/demo/agent.mjs'),
      nodePath: process.execPath,
      log,
      notices: this.notices,
      send: () => undefined,
    });
    this.#env = env;
    this.#log = log;
    this.server = this.newServer();
  }

  /** The server as the next start of the app makes it. */
  newServer(): LocalServer {
    return new LocalServer({
      owners: { ...this.core, openFolder: (folder) => this.opened.push(folder) },
      userData: this.userData,
      env: this.#env,
      version: '1.2.3',
      log: this.#log,
      notices: this.notices,
    });
  }

  get socket(): Place {
    return { socketPath: this.server.status.socket ?? expect.fail('there is no socket') };
  }

  get loopback(): Place {
    return { port: Number(new URL(this.server.status.http ?? expect.fail('the API is off')).port) };
  }

  get token(): string {
    return readFileSync(path.join(this.userData, 'http-token'), 'utf8').trim();
  }

  /** Starts a demo session, which makes the calls that the message names. */
  start(words: string | null): Promise<SessionId> {
    const message = words === null ? null : { text: words, images: [] };
    return this.core.sessions.create({ folder: '', message, model: null, planFirst: false, trust: null, demo: true });
  }

  send(id: SessionId, text: string): void {
    this.core.sessions.get(id).send({ text, images: [] });
  }

  /** Waits until one ask of the session is pending. */
  ask(id: SessionId): Promise<Ask> {
    return until(() => this.core.desk.list.find(({ sessionId }) => sessionId === id) ?? expect.fail('nothing waits'));
  }

  /** Starts a session that asks, and waits for its ask. */
  async asking(words: string): Promise<{ readonly id: SessionId; readonly ask: Ask }> {
    const id = await this.start(words);
    return { id, ask: await this.ask(id) };
  }

  /** Waits until the turns of these sessions are over. */
  async idle(ids: readonly SessionId[]): Promise<void> {
    const states = () => ids.map((id) => this.core.sessions.get(id).summary.state);
    await until(() => expect(states()).toEqual(ids.map(() => 'idle')), { timeout: 120_000, interval: 10 });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.core.close();
    rmSync(this.userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A box for each test of a file. */
export function apiBoxPerTest(env: Readonly<Record<string, string>> = {}): { readonly box: ApiBox } {
  const held: { box: ApiBox | null } = { box: null };
  beforeEach(async () => {
    held.box = new ApiBox(env);
    await held.box.server.open();
  });
  afterEach(() => held.box?.close());
  return {
    get box() {
      return held.box ?? expect.fail('there is no box');
    },
  };
}
