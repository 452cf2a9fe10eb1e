import type { EventName, Payload } from '../../shared/contract';
import type { SessionId } from '../../shared/ids';
import type { TranscriptChange, TranscriptItem } from '../../shared/transcript';

/** About one frame of a window at 60 Hz. */
const frameMs = 16;

export type Send = <N extends EventName>(name: N, payload: Payload<N>) => void;

/**
 * Sends events to the window, at most once a frame: the first at once, what comes within the frame together at its end.
 * Of a whole list only the newest counts; of a transcript only the newest version of each item.
 */
export class Publisher {
  readonly #send: Send;
  readonly #lists = new Map<EventName, () => void>();
  readonly #urgent = new Map<EventName, () => void>();
  readonly #items = new Map<number, TranscriptItem>();
  #watched: SessionId | null = null;
  #total = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The payload is made when it is sent, so a burst of changes costs one list. */
  whole<N extends EventName>(name: N, payload: () => Payload<N>): void {
    this.#lists.set(name, () => this.#send(name, payload()));
    this.#soon();
  }

  /** For what a person waits for: it does not wait for the end of the frame. */
  urgent<N extends EventName>(name: N, payload: () => Payload<N>): void {
    this.#lists.delete(name);
    if (this.#urgent.size === 0) setImmediate(() => this.#hurry());
    this.#urgent.set(name, () => this.#send(name, payload()));
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
    this.#urgent.clear();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #hurry(): void {
    const sends = [...this.#urgent.values()];
    this.#urgent.clear();
    for (const send of sends) send();
  }

  #soon(): void {
    if (this.#timer) return;
    // After the current turn of the event loop: several changes that belong together go together.
    this.#timer = setTimeout(() => this.#flush(), 0);
  }

  #flush(): void {
    // First, so that a payload that can't be made or sent costs only itself.
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#lists.size > 0 || this.#items.size > 0) this.#flush();
    }, frameMs);
    const sends = [...this.#lists.values()];
    this.#lists.clear();
    for (const send of sends) send();
    if (this.#watched !== null && this.#items.size > 0) {
      const items = [...this.#items.values()].sort((a, b) => a.index - b.index);
      this.#items.clear();
      this.#send('transcript.changed', { id: this.#watched, items, total: this.#total });
    }
  }
}
