import { type ClientRequest, request } from 'node:http';
import { type ApiEventName, apiEvents } from '../src/shared/api-events';
import type { Place } from './api-box';

export interface ReadEvent {
  readonly id: string;
  readonly name: ApiEventName;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReaderOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly lastEventId?: string | null;
  readonly onEvent?: (event: ReadEvent) => void;
}

/** Reads `GET /api/events` as a browser does: it keeps the id of the last whole event. Each event must be what its schema says. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  lastEventId: string | null;
  status: number | null = null;
  readonly #request: ClientRequest;
  #text = '';
  #isOpen: Promise<void>;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;

  constructor(place: Place, { headers = {}, lastEventId = null, onEvent }: ReaderOptions = {}) {
    this.lastEventId = lastEventId;
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    this.#isOpen = opened.promise;
    this.closed = closed.promise;
    const known = lastEventId === null ? {} : { 'last-event-id': lastEventId };
    this.#request = request({ ...place, path: '/api/events', agent: false, headers: { ...headers, ...known } }, (response) => {
      this.status = response.statusCode ?? null;
      opened.resolve();
      response.setEncoding('utf8');
      response.on('data', (text) => this.#read(text, onEvent));
      response.on('close', closed.resolve);
      response.on('error', () => undefined);
    });
    this.#request.on('error', () => opened.resolve());
    this.#request.on('close', closed.resolve);
    this.#request.end();
  }

  /** Resolves when the server has answered. */
  get opened(): Promise<void> {
    return this.#isOpen;
  }

  of<N extends ApiEventName>(name: N): ReadEvent[] {
    return this.events.filter((event) => event.name === name);
  }

  close(): Promise<void> {
    this.#request.destroy();
    return this.closed;
  }

  #read(text: string, onEvent: ReaderOptions['onEvent']): void {
    const blocks = (this.#text + text).split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = new Map(block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]));
      const id = lines.get('id');
      if (id !== undefined) this.lastEventId = id;
      const name = lines.get('event');
      if (id === undefined || name === undefined || !isName(name)) continue;
      const event = { id, name, data: apiEvents[name].parse(JSON.parse(lines.get('data') ?? '')) };
      this.events.push(event);
      onEvent?.(event);
    }
  }
}

const isName = (name: string): name is ApiEventName => Object.hasOwn(apiEvents, name);
