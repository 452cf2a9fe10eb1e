import type { EventName, Payload, SentEvent } from '../../shared/contract';
import type { SessionId } from '../../shared/ids';
import type { TranscriptChange, TranscriptItem } from '../../shared/transcript';

/** About one frame of a window at 60 Hz. */
const frameMs = 16;
/** A short delay, so that a tool call and its ask, which arrive one after the other, are sent together. */
const gatherMs = 8;

export type Send = (events: readonly SentEvent[]) => void;

/**
 * Sends events to the window in batches, at most once a frame, because the window renders for each message.
 * A newer list replaces an older one, and a newer version of a transcript item replaces an older one.
 */
export class Publisher {
  readonly #send: Send;
  readonly #lists = new Map<EventName, () => unknown>();
  readonly #items = new Map<number, TranscriptItem>();
  #watched: SessionId | null = null;
  #total = 0;
  #timer: NodeJS.Timeout | null = null;
  /** A flush is queued for the end of the current task. */
  #hurry = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Sends a value with the next batch. The payload is built when it is sent, so a burst of changes builds one list. */
  whole<N extends EventName>(name: N, payload: () => Payload<N>): void {
    this.#lists.set(name, payload);
    this.#soon();
  }

  /** Sends a value now, together with everything pending. Use it for what a person waits for. */
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
    // The next flush is scheduled first, so that a payload that throws does not stop later events.
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
