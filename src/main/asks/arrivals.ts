import type { AskId } from '../../shared/ids';
import { type OpenAsk, type OpenAsks, waits } from './open-asks';

interface Desk {
  readonly open: OpenAsks;
  /** Calls back when what comes in at this moment is there. */
  readonly afterThisMoment: (then: () => void) => void;
  /** Hands over what was decided before it arrived. */
  readonly handOver: (entry: OpenAsk) => void;
  readonly announce: () => void;
}

/** What came in at this moment. It is recorded with one write: a disk takes longer for each than for what is in it. */
export class Arrivals {
  readonly #desk: Desk;
  #entries: OpenAsk[] = [];

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  has(id: AskId): boolean {
    return this.#entries.some(({ record }) => record.ask.id === id);
  }

  add(entry: OpenAsk): void {
    this.#entries.push(entry);
    if (this.#entries.length === 1) this.#desk.afterThisMoment(() => this.takeIn());
  }

  /** On disk first, then told. */
  takeIn(): void {
    const { open, handOver, announce } = this.#desk;
    // One may have been withdrawn in this very moment, or have moved on, which put it on disk.
    const entries = this.#entries.filter((entry) => !entry.recorded && open.has(entry));
    this.#entries = [];
    if (entries.length === 0) return;
    try {
      open.keep(...entries);
    } finally {
      for (const entry of entries) handOver(entry);
      if (entries.some(waits)) announce();
    }
  }
}
