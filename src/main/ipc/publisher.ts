import type { EventName, Payload, SentEvent } from '../../shared/contract';
import type { SessionId } from '../../shared/ids';
import type { TranscriptChange, TranscriptItem } from '../../shared/transcript';

/** About one frame of a window at 60 Hz. */
const frameMs = 16;
/** What belongs together comes together: a call that is written down and the question whether it may be made. */
const gatherMs = 8;

export type Send = (events: readonly SentEvent[]) => void;

/**
 * Sends events to the window, together and at most once a frame, because each time the window draws.
 * Of a whole list only the newest counts; of a transcript only the newest version of each item.
 */
export class Publisher {
  readonly #send: Send;
  readonly #lists = new Map<EventName, () => unknown>();
  readonly #items = new Map<number, TranscriptItem>();
  #watched: SessionId | null = null;
  #total = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Goes when what is being done now is done. */
  #hurry = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The payload is made when it is sent, so a burst of changes costs one list. */
  whole<N extends EventName>(name: N, payload: () => Payload<N>): void {
    this.#lists.set(name, payload);
    this.#soon();
  }

  /** For what a person waits for: it goes at once, and all that waits goes with it. */
  urgent<N extends EventName>(name: N, payload: () => Payload<N>): void {
    this.#lists.set(name, payload);
    if (this.#hurry) return;
    this.#hurry = true;
    queueMicrotask(() => {
      if (this.#hurry) this.#flush();
    });
  }

  watch(id: SessionId | null): void {
    this.#watched = id;
    this.#items.clear();
  }

  transcript(id: SessionId, changes: readonly TranscriptChange[], total: number): void {
    if (id !== this.#watched) return;
    for (const { item } of changes) this.#items.set(item.index, item);
    this.#total = total;
    this.#soon();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#hurry = false;
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    this.close();
    // First, so that a payload that can't be made or sent costs only itself.
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#lists.size > 0 || this.#items.size > 0) this.#flush();
    }, frameMs);
    const lists = [...this.#lists];
    this.#lists.clear();
    const failures: unknown[] = [];
    const events = lists.flatMap(([name, payload]): SentEvent[] => {
      try {
        return [[name, payload()]];
      } catch (error) {
        failures.push(error);
        return [];
      }
    });
    if (this.#watched !== null && this.#items.size > 0) {
      const items = [...this.#items.values()].sort((a, b) => a.index - b.index);
      this.#items.clear();
      const update: Payload<'transcript.changed'> = { id: this.#watched, items, total: this.#total };
      events.push(['transcript.changed', update]);
    }
    if (events.length > 0) this.#send(events);
    if (failures.length > 0) throw failures[0];
  }
}
