import { AppError } from '../../shared/errors';
import { EventFeed } from './event-feed';
import { EventLog } from './event-log';
import { EventStream } from './event-stream';
import type { ApiOwners } from './owners';
import { type Route, route } from './route';

/** More callers than a person has. Each costs a connection. */
const mostStreams = 200;

/** Streams of events. The log begins with the first stream, and goes on between streams. */
export class EventStreams {
  readonly #owners: ApiOwners;
  readonly #log = new EventLog();
  readonly #open = new Set<EventStream>();
  #feed: EventFeed | null = null;

  constructor(owners: ApiOwners) {
    this.#owners = owners;
  }

  get routes(): Route[] {
    return [
      route({
        method: 'GET',
        path: '/api/events',
        role: 'look',
        does: 'What happens, as server-sent events. With `Last-Event-ID` it goes on after that event.',
        answers: {},
        refuses: [503],
        handle: ({ headers }) => this.#start(headers['last-event-id']),
      }),
    ];
  }

  close(): void {
    this.#feed?.close();
    for (const stream of this.#open) stream.end();
  }

  #start(lastEventId: string | string[] | undefined): Response {
    if (this.#open.size >= mostStreams) throw new AppError('too-busy', `There are ${mostStreams} streams of events already.`);
    this.#feed ??= new EventFeed(this.#owners, (event) => this.#log.append(event));
    const stream = new EventStream({
      log: this.#log,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null,
      onEnd: () => void this.#open.delete(stream),
    });
    this.#open.add(stream);
    return new Response(stream.body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  }
}
