import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { SessionId } from '../../shared/ids';
import { type TranscriptChange, TranscriptItem } from '../../shared/transcript';

const ItemRow = z.object({ idx: z.number(), json: z.string() });
const CostRow = z.object({ session_id: SessionId, day: z.string(), usd: z.number() });
const IndexRow = z.object({ idx: z.number() });
const CountRow = z.object({ count: z.number() });

/** The items of all transcripts, one row per item. */
export class TranscriptTable {
  readonly #put: StatementSync;
  readonly #count: StatementSync;
  readonly #range: StatementSync;
  readonly #fullRange: StatementSync;
  readonly #like: StatementSync;
  readonly #steps: StatementSync;
  readonly #keyBefore: StatementSync;
  readonly #remove: StatementSync;
  readonly #costs: StatementSync;

  constructor(database: DatabaseSync) {
    this.#put = database.prepare(
      `INSERT INTO transcript (session_id, idx, key, kind, at, json, full_json) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (session_id, idx) DO UPDATE SET
         key = excluded.key, kind = excluded.kind, at = excluded.at, json = excluded.json, full_json = excluded.full_json`,
    );
    this.#count = database.prepare('SELECT coalesce(max(idx) + 1, 0) AS count FROM transcript WHERE session_id = ?');
    this.#range = database.prepare('SELECT idx, json FROM transcript WHERE session_id = ? AND idx >= ? AND idx < ?');
    this.#fullRange = database.prepare(
      'SELECT idx, coalesce(full_json, json) AS json FROM transcript WHERE session_id = ? AND idx >= ? AND idx < ?',
    );
    this.#like = database.prepare(
      `SELECT idx, coalesce(full_json, json) AS json FROM transcript
       WHERE session_id = ? AND idx >= ? AND idx < ? AND (json LIKE ? ESCAPE '\\' OR full_json LIKE ? ESCAPE '\\')`,
    );
    this.#steps = database.prepare('SELECT idx FROM transcript WHERE session_id = ? AND parent = ? ORDER BY idx');
    // Searches from the end, because keys have no index and the item is nearly always there.
    this.#keyBefore = database.prepare(
      'SELECT idx, json FROM transcript WHERE session_id = ? AND idx < ? AND key = ? ORDER BY idx DESC LIMIT 1',
    );
    this.#remove = database.prepare('DELETE FROM transcript WHERE session_id = ?');
    // A fork copies the turns of its origin with their times and indexes. Only the first copy counts, because each turn was paid once.
    this.#costs = database.prepare(
      `SELECT session_id, day, sum(usd) AS usd FROM (
         SELECT session_id, min(rowid), date(at / 1000, 'unixepoch', 'localtime') AS day,
           coalesce(json_extract(json, '$.costUsd'), 0) AS usd
         FROM transcript WHERE kind = 'result' AND at >= ? GROUP BY at, idx, key
       ) GROUP BY session_id, day ORDER BY day DESC, usd DESC`,
    );
  }

  put(sessionId: SessionId, { item, full }: TranscriptChange): void {
    this.#put.run(sessionId, item.index, item.key, item.kind, item.at, JSON.stringify(item), full ? toJson(full) : null);
  }

  remove(sessionId: SessionId): void {
    this.#remove.run(sessionId);
  }

  /** One more than the highest index. */
  count(sessionId: SessionId): number {
    return CountRow.parse(this.#count.get(sessionId)).count;
  }

  /** Returns the cost of each session on each local day since a time, the latest day first. */
  costs(since: number): { sessionId: SessionId; day: string; usd: number }[] {
    return this.#costs.all(since).map((row) => {
      const { session_id: sessionId, day, usd } = CostRow.parse(row);
      return { sessionId, day, usd };
    });
  }

  range(sessionId: SessionId, from: number, to: number, full: boolean): Map<number, TranscriptItem> {
    return readItems((full ? this.#fullRange : this.#range).all(sessionId, from, to));
  }

  /** Returns the indexes of the subagent's steps, in order. */
  steps(sessionId: SessionId, toolUseId: string): number[] {
    return this.#steps.all(sessionId, toolUseId).map((row) => IndexRow.parse(row).idx);
  }

  /** Returns the last item with this key before an index. */
  keyBefore(sessionId: SessionId, before: number, key: string): TranscriptItem | null {
    return (
      readItems(this.#keyBefore.all(sessionId, before, key))
        .values()
        .next().value ?? null
    );
  }

  /** Returns the full items whose JSON matches the LIKE pattern. */
  like(sessionId: SessionId, from: number, to: number, pattern: string): Map<number, TranscriptItem> {
    return readItems(this.#like.all(sessionId, from, to, pattern, pattern));
  }
}

function readItems(rows: readonly unknown[]): Map<number, TranscriptItem> {
  const items = new Map<number, TranscriptItem>();
  for (const row of rows) {
    const { idx, json } = ItemRow.parse(row);
    const item = readItem(json);
    if (item) items.set(idx, item);
  }
  return items;
}

/** A tool's input may be nested too deeply for JSON.stringify. Then only the preview is stored. */
function toJson(full: TranscriptItem): string | null {
  try {
    return JSON.stringify(full);
  } catch {
    return null;
  }
}

/** Returns null for an item that this version can't parse. */
function readItem(json: string): TranscriptItem | null {
  try {
    return TranscriptItem.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
