import type { Note, NoteItem, TranscriptChange, TranscriptItem } from '../../../shared/transcript';
import { toChange } from './preview';

const none: readonly TranscriptChange[] = [];

/** Numbers new items, and collects the changes until the next flush. */
export class ChangeBuffer {
  /** When the event that is being handled happened; new items get this time. */
  at = 0;
  #nextIndex: number;
  #changes: TranscriptChange[] = [];

  constructor(nextIndex: number) {
    this.#nextIndex = nextIndex;
  }

  /** How many items the transcript has. */
  get length(): number {
    return this.#nextIndex;
  }

  /** The fields that every new item begins with. The key is its name, or its index if it has none. */
  newItem(prefix: string, name?: string): { index: number; key: string; at: number; truncated: boolean } {
    const index = this.#nextIndex++;
    return { index, key: `${prefix}:${name ?? index}`, at: this.at, truncated: false };
  }

  /** Adds a new item, or a new version of the one at its index. */
  put<T extends TranscriptItem>(full: T): T {
    this.#changes.push(toChange(full));
    return full;
  }

  addNote<N extends Note>(note: N): NoteItem & { note: N } {
    return this.put({ ...this.newItem('note'), kind: 'note', note });
  }

  /** Returns the changes since the last flush. */
  flush(): readonly TranscriptChange[] {
    if (this.#changes.length === 0) return none;
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}
