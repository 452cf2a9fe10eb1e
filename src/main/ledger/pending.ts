import type { SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';

export interface PendingRow {
  readonly sessionId: SessionId;
  readonly change: TranscriptChange;
}

/** Items that are not on disk yet. Only the newest version of each is kept, so streaming text is written once per batch, not once per delta. */
export class Pending {
  readonly #sessions = new Map<SessionId, Map<number, TranscriptChange>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(sessionId: SessionId, change: TranscriptChange): void {
    let items = this.#sessions.get(sessionId);
    if (!items) {
      items = new Map();
      this.#sessions.set(sessionId, items);
    }
    if (!items.has(change.item.index)) this.#size++;
    items.set(change.item.index, change);
  }

  of(sessionId: SessionId): ReadonlyMap<number, TranscriptChange> | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Returns the first rows, oldest first within a session, with or without streaming text. */
  first(limit: number, { streaming }: { readonly streaming: boolean }): PendingRow[] {
    const rows: PendingRow[] = [];
    for (const [sessionId, items] of this.#sessions) {
      for (const change of items.values()) {
        if (rows.length >= limit) return rows;
        if (streaming || !isStreaming(change)) rows.push({ sessionId, change });
      }
    }
    return rows;
  }

  delete(rows: readonly PendingRow[]): void {
    for (const { sessionId, change } of rows) {
      const items = this.#sessions.get(sessionId);
      if (items?.delete(change.item.index)) this.#size--;
      if (items?.size === 0) this.#sessions.delete(sessionId);
    }
  }

  deleteSession(sessionId: SessionId): void {
    this.#size -= this.#sessions.get(sessionId)?.size ?? 0;
    this.#sessions.delete(sessionId);
  }
}

const isStreaming = ({ item }: TranscriptChange): boolean => 'state' in item && item.state === 'streaming';
