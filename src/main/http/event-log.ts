import { randomUUID } from 'node:crypto';
import type { ApiEvent } from '../../shared/api-events';
import { Emitter } from '../base/emitter';

/** An event as it is sent. */
interface Entry {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export interface EventLogOptions {
  readonly maxEvents?: number;
  readonly maxBytes?: number;
}

/**
 * The newest events, numbered. A stream reads them from a position on, so that it costs nothing while it waits, and a caller that was
 * away reads on where it stopped.
 */
export class EventLog {
  /** Tells the events of this start of the app from those of another. */
  readonly #origin = randomUUID().slice(0, 8);
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  readonly #appended = new Emitter<void>();
  readonly #entries: Entry[] = [];
  #bytes = 0;
  #last = 0;

  constructor({ maxEvents = 10_000, maxBytes = 16_000_000 }: EventLogOptions = {}) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  readonly onAppend = this.#appended.on;

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  append({ name, data }: ApiEvent): void {
    const number = this.#last + 1;
    const bytes = encode(this.idOf(number), name, data);
    this.#entries.push({ number, bytes });
    this.#last = number;
    this.#bytes += bytes.length;
    // The newest is kept, however large it is.
    while (this.#entries.length > 1 && (this.#entries.length > this.#maxEvents || this.#bytes > this.#maxBytes))
      this.#bytes -= this.#entries.shift()?.bytes.length ?? 0;
    this.#appended.emit();
  }

  /** The event after a position; `lost` if it is no longer kept, and null if there is none yet. */
  after(number: number): Entry | 'lost' | null {
    if (number >= this.#last) return null;
    const first = this.#entries[0]?.number ?? 0;
    return this.#entries[number + 1 - first] ?? 'lost';
  }

  idOf(number: number): string {
    return `${this.#origin}-${number}`;
  }

  /** The position that an id names, or why a caller can't go on from there. */
  positionOf(id: string): number | 'unknown-id' | 'too-old' {
    const [, origin, digits] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id) ?? [];
    const number = Number(digits);
    if (origin !== this.#origin || number > this.#last) return 'unknown-id';
    return this.after(number) === 'lost' ? 'too-old' : number;
  }
}

/** JSON has no line breaks, so the data is one line. */
export const encode = (id: string, name: string, data: unknown): Uint8Array =>
  new TextEncoder().encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
