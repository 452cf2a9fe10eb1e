import type { Note, NoteItem, TranscriptChange, TranscriptItem } from '../../../shared/transcript';
import { toChange } from './preview';

const none: readonly TranscriptChange[] = [];

/** Gives items their places and gathers what changed since it was last asked. */
export class Sheet {
  /** When what is being written down happened. */
  at = 0;
  #nextIndex: number;
  #changes: TranscriptChange[] = [];

  constructor(nextIndex: number) {
    this.#nextIndex = nextIndex;
  }

  get length(): number {
    return this.#nextIndex;
  }

  /** The beginning of a new item. Without a name of its own an item is known by its position. */
  place(prefix: string, name?: string): { index: number; key: string; at: number; truncated: boolean } {
    const index = this.#nextIndex++;
    return { index, key: `${prefix}:${name ?? index}`, at: this.at, truncated: false };
  }

  /** A new item, or a new version of the one at its index. */
  put<T extends TranscriptItem>(full: T): T {
    this.#changes.push(toChange(full));
    return full;
  }

  note<N extends Note>(note: N): NoteItem & { note: N } {
    return this.put({ ...this.place('note'), kind: 'note', note });
  }

  take(): readonly TranscriptChange[] {
    if (this.#changes.length === 0) return none;
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}
