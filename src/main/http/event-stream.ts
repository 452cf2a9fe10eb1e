import { heartbeatMs } from '../../shared/api-events';
import { type EventLog, encode } from './event-log';

/** What one stream may have on its way before its reader must read. */
const highWaterMark = 65_536;

export interface EventStreamOptions {
  readonly log: EventLog;
  /** The id of the last event that the caller has; null for a caller that has none. */
  readonly lastEventId: string | null;
  readonly onEnd: () => void;
  readonly heartbeat?: number;
}

/** One caller's view of the event log, as server-sent events. It moves on only when the caller reads. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #log: EventLog;
  readonly #onEnd: () => void;
  readonly #heartbeat: number;
  #position: number;
  /** Goes out before any event. */
  #greeting: Uint8Array | null;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #wake: (() => void) | null = null;
  #stopListening: () => void;
  /** Fires when the caller has not read for two heartbeats. */
  #stalled: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor({ log, lastEventId, onEnd, heartbeat = heartbeatMs }: EventStreamOptions) {
    this.#log = log;
    this.#onEnd = onEnd;
    this.#heartbeat = heartbeat;
    const position = lastEventId === null ? log.last : log.positionOf(lastEventId);
    this.#position = typeof position === 'number' ? position : log.last;
    const id = log.idOf(this.#position);
    // An id without data: whoever loses the connection before the first event can still go on from here.
    this.#greeting = typeof position === 'number' ? text(`retry: 1000\nid: ${id}\n\n`) : encode(id, 'reset', { reason: position });
    this.#stopListening = log.onAppend(() => this.#wake?.());
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        const next = await this.#next();
        if (next === null) this.end();
        else if (!this.#isOver) controller.enqueue(next);
      },
      cancel: () => void this.#finish(),
    };
    this.body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark }));
    this.#expectReader();
  }

  /** Ends the stream. The caller comes back with the id of its last event. */
  end(): void {
    if (this.#finish()) this.#controller?.close();
  }

  /** What to send next: an event, or a sign of life. Null if the caller was too slow and its next event is gone. */
  async #next(): Promise<Uint8Array | null> {
    // Asked for more, so the caller reads.
    this.#expectReader();
    if (this.#greeting) {
      const greeting = this.#greeting;
      this.#greeting = null;
      return greeting;
    }
    const entry = this.#log.after(this.#position) ?? (await this.#wait());
    if (entry === 'lost') return null;
    if (entry === null) return text(': alive\n\n');
    this.#position = entry.number;
    return entry.bytes;
  }

  /** Waits for an event, but not longer than until the next sign of life is due. */
  async #wait(): Promise<ReturnType<EventLog['after']>> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#heartbeat);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
    return this.#log.after(this.#position);
  }

  #expectReader(): void {
    if (this.#stalled) clearTimeout(this.#stalled);
    if (this.#isOver) return;
    // A reader that reads asks again after each sign of life.
    this.#stalled = setTimeout(() => {
      if (this.#finish()) this.#controller?.error(new Error('The caller does not read its events.'));
    }, 3 * this.#heartbeat).unref();
  }

  /** Returns false if it was over already. */
  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    if (this.#stalled) clearTimeout(this.#stalled);
    this.#stopListening();
    this.#wake?.();
    this.#onEnd();
    return true;
  }
}

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
