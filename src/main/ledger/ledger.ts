import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Costs } from '../../shared/costs';
import type { AskId, SessionId } from '../../shared/ids';
import { parentOf } from '../../shared/item-parent';
import type { SubagentSteps, TranscriptChange, TranscriptHit, TranscriptItem } from '../../shared/transcript';
import { Emitter } from '../base/emitter';
import { toCosts } from './costs';
import { type LedgerTroubleCode, openDatabase, putAside, troubleCodeOf } from './database';
import {
  type DecisionRecord,
  type DecisionsRequest,
  DecisionTable,
  isWanted,
  type LedgerDecision,
  mayHaveRun,
  waitedMsOf,
} from './decision-table';
import { likePattern, says } from './item-words';
import { Pending, type PendingRow } from './pending';
import { TranscriptTable } from './transcript-table';

export interface LedgerOptions {
  readonly folder: string;
  /** How long a change waits so that others can be written with it. */
  readonly flushMs?: number;
  /** The delay before a failed write is retried. */
  readonly retryMs?: number;
  /** The most items that memory holds while the disk fails. Beyond this the oldest are dropped. */
  readonly maxPending?: number;
}

/** Why the ledger can't be written or read. */
export interface LedgerTrouble {
  readonly code: LedgerTroubleCode;
  readonly file: string;
  /** How many items were dropped because memory was full. */
  readonly lost: number;
}

/** Selects items of a transcript: the newest, those before an index, or those from an index on. */
export interface PageRequest {
  readonly before?: number;
  readonly from?: number;
  readonly limit?: number;
}

interface Tables {
  readonly database: DatabaseSync;
  readonly transcript: TranscriptTable;
  readonly decisions: DecisionTable;
}

/** Rows in one transaction: enough to be worth its cost, few enough not to block main. */
const batchRows = 500;
/** With more pending rows than this, the write happens at once. */
const tooManyRows = 5_000;
/** A search yields to other work after each `findRows` rows, and returns at most `mostHits` hits. */
const findRows = 2_000;
const mostHits = 5_000;
/** Streaming text is rewritten whole each time, so it is written less often than other items. */
const streamingMs = 1_000;
/** The number of days in the list of costs. */
const costDays = 7;

/**
 * Transcripts and decisions on disk. No method throws: if a write fails, memory keeps the rows, the failure is reported once, and the
 * write is retried. Reads include rows that are not on disk yet.
 */
export class Ledger {
  readonly #file: string;
  readonly #flushMs: number;
  readonly #retryMs: number;
  readonly #maxPending: number;
  readonly #pending = new Pending();
  readonly #deleted = new Set<SessionId>();
  readonly #troubleChanged = new Emitter<LedgerTrouble | null>();
  readonly #wasSetAside = new Emitter<string>();
  #decisions: DecisionRecord[] = [];
  #tables: Tables | null = null;
  #setAside: string | null = null;
  #trouble: LedgerTrouble | null = null;
  #lost = 0;
  #streamingAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor({ folder, flushMs = 50, retryMs = 5_000, maxPending = 50_000 }: LedgerOptions) {
    this.#file = path.join(folder, 'ledger.db');
    this.#flushMs = flushMs;
    this.#retryMs = retryMs;
    this.#maxPending = maxPending;
  }

  /** Opens the database now. Otherwise the first use opens it. */
  open(): void {
    this.#attempt(() => this.#open());
  }

  /** The path that a damaged file was moved to, to show to the person. */
  get setAside(): string | null {
    return this.#setAside;
  }

  get trouble(): LedgerTrouble | null {
    return this.#trouble;
  }

  readonly onTroubleChange = this.#troubleChanged.on;
  readonly onSetAside = this.#wasSetAside.on;

  /** Queues changes of a transcript. They are on disk soon. */
  write(sessionId: SessionId, changes: readonly TranscriptChange[]): void {
    for (const change of changes) this.#pending.put(sessionId, change);
    if (this.#trouble) this.#giveUpOldest();
    else if (this.#pending.size >= tooManyRows) this.flush();
    this.#schedule();
  }

  /** How many items the session's transcript has. */
  count(sessionId: SessionId): number {
    let count = this.#attempt(() => this.#stored(sessionId)?.count(sessionId)) ?? 0;
    for (const index of this.#pending.of(sessionId)?.keys() ?? []) count = Math.max(count, index + 1);
    return count;
  }

  /** Returns items in order without gaps: a lost or unreadable item is a discarded item. */
  page(sessionId: SessionId, request: PageRequest = {}): TranscriptItem[] {
    return this.#read(sessionId, request, false);
  }

  /** Like `page`, with the full items. */
  fullPage(sessionId: SessionId, request: PageRequest = {}): TranscriptItem[] {
    return this.#read(sessionId, request, true);
  }

  /** Returns one full item. */
  item(sessionId: SessionId, index: number): TranscriptItem | null {
    return this.fullPage(sessionId, { from: index, limit: 1 })[0] ?? null;
  }

  /** The costs of the last week, including today. */
  costs(now = Date.now()): Costs {
    this.flush();
    const since = new Date(now);
    since.setHours(0, 0, 0, 0);
    since.setDate(since.getDate() - (costDays - 1));
    return toCosts(this.#attempt(() => this.#open().transcript.costs(since.getTime())) ?? []);
  }

  /** Finds the items that contain a text, oldest first. It searches the full items, not the previews. */
  async find(sessionId: SessionId, text: string): Promise<{ hits: TranscriptHit[]; more: boolean }> {
    const hits: TranscriptHit[] = [];
    const pattern = likePattern(text);
    const count = this.count(sessionId);
    for (let from = 0; from < count; from += findRows) {
      const found = this.#candidates(sessionId, from, Math.min(count, from + findRows), pattern).filter((item) => says(item, text));
      for (const item of found) hits.push({ index: item.index, parentToolUseId: parentOf(item) });
      if (hits.length > mostHits) return { hits: hits.slice(0, mostHits), more: true };
      await nextTurn();
    }
    return { hits, more: false };
  }

  /** Returns the steps of a call's subagent, and the index of the call. */
  steps(sessionId: SessionId, toolUseId: string): SubagentSteps {
    const pending = [...(this.#pending.of(sessionId)?.values() ?? [])].map(({ item }) => item);
    const stored = this.#attempt(() => this.#stored(sessionId)?.steps(sessionId, toolUseId)) ?? [];
    const fresh = pending.filter((item) => parentOf(item) === toolUseId).map(({ index }) => index);
    const indexes = [...new Set([...stored, ...fresh])].sort((a, b) => a - b);
    const key = `tool:${toolUseId}`;
    const before = indexes[0] ?? this.count(sessionId);
    const call =
      pending.find((item) => item.key === key) ?? this.#attempt(() => this.#stored(sessionId)?.keyBefore(sessionId, before, key)) ?? null;
    return { call: call?.index ?? null, parentToolUseId: call && parentOf(call), indexes };
  }

  /** Deletes the transcript. The decisions stay, because they record what was allowed. */
  deleteSession(sessionId: SessionId): void {
    this.#pending.deleteSession(sessionId);
    this.#deleted.add(sessionId);
    this.#schedule();
  }

  /** Writes the decision now and returns whether it is on disk. */
  addDecision(record: DecisionRecord): boolean {
    this.#decisions.push(record);
    return this.flush();
  }

  /** Returns decisions, newest first. With a text, only those that contain it. */
  decisions({ limit = 100, ...which }: DecisionsRequest = {}): LedgerDecision[] {
    const stored = this.#attempt(() => this.#open().decisions.newest(limit, which)) ?? [];
    return [...this.#unwritten().filter((one) => isWanted(one, which)), ...stored].slice(0, limit);
  }

  /** Whether the ask has a decision; with `at`, one that was made at that time. */
  hasDecision(id: AskId, at?: number): boolean {
    const isIt = ({ askId, decidedAt }: DecisionRecord): boolean => askId === id && (at === undefined || decidedAt === at);
    return this.#decisions.some(isIt) || (this.#attempt(() => this.#open().decisions.has(id, at)) ?? false);
  }

  /** Whether this call was allowed, or may have been. */
  wasAllowed(id: AskId): boolean {
    const isIt = ({ askId, decision }: DecisionRecord): boolean => askId === id && mayHaveRun.includes(decision);
    return this.#decisions.some(isIt) || (this.#attempt(() => this.#open().decisions.wasAllowed(id)) ?? false);
  }

  /** Returns the allowed and denied calls of these tools, newest first. */
  decisionsOf(tools: readonly string[], limit: number): LedgerDecision[] {
    const stored = this.#attempt(() => this.#open().decisions.ofTools(tools, limit)) ?? [];
    const unwritten = this.#unwritten().filter(({ tool, decision }) => tools.includes(tool) && ['allow', 'deny'].includes(decision));
    return [...unwritten, ...stored].slice(0, limit);
  }

  /** Writes one batch of pending rows and returns whether that worked. */
  flush(): boolean {
    return this.#flush({ streaming: Date.now() - this.#streamingAt >= streamingMs });
  }

  close(): void {
    while (this.#isDirty && this.#flush({ streaming: true }));
    this.#stopTimer();
    this.#closeDatabase();
  }

  get #isDirty(): boolean {
    return this.#pending.size > 0 || this.#decisions.length > 0 || this.#deleted.size > 0;
  }

  /** Decisions that are not on disk yet, newest first, with the ids that they will get. */
  #unwritten(): LedgerDecision[] {
    if (this.#decisions.length === 0) return [];
    const last = this.#attempt(() => this.#open().decisions.lastId) ?? 0;
    return this.#decisions.map((record, i) => ({ ...record, id: last + 1 + i, waitedMs: waitedMsOf(record) })).reverse();
  }

  #flush(which: { readonly streaming: boolean }): boolean {
    this.#stopTimer();
    if (!this.#isDirty && !this.#trouble) return true;
    let done = this.#attempt(() => this.#writeBatch(which)) ?? false;
    if (!done && this.#trouble?.code === 'damaged' && this.#replaceDatabase()) done = this.#attempt(() => this.#writeBatch(which)) ?? false;
    if (done) this.#setTrouble(null);
    if (this.#isDirty) this.#schedule();
    return done;
  }

  #read(sessionId: SessionId, { before, from, limit = 200 }: PageRequest, full: boolean): TranscriptItem[] {
    const count = this.count(sessionId);
    const end = Math.min(count, from === undefined ? (before ?? count) : from + limit);
    const start = Math.max(0, from ?? end - limit);
    const stored = this.#attempt(() => this.#stored(sessionId)?.range(sessionId, start, end, full));
    const pending = this.#pending.of(sessionId);
    const items: TranscriptItem[] = [];
    for (let index = start; index < end; index++) {
      const change = pending?.get(index);
      const fresh = full ? (change?.full ?? change?.item) : change?.item;
      items.push(fresh ?? stored?.get(index) ?? { index, key: `lost:${index}`, at: 0, truncated: false, kind: 'discarded' });
    }
    return items;
  }

  /** Returns the items that may match, in order: SQLite filters by the pattern first. */
  #candidates(sessionId: SessionId, from: number, to: number, pattern: string | null): TranscriptItem[] {
    const like = (table: TranscriptTable | null) =>
      pattern === null ? table?.range(sessionId, from, to, true) : table?.like(sessionId, from, to, pattern);
    const items = new Map(this.#attempt(() => like(this.#stored(sessionId))));
    for (const [index, { item, full }] of this.#pending.of(sessionId) ?? [])
      if (index >= from && index < to) items.set(index, full ?? item);
    return [...items.values()].sort((a, b) => a.index - b.index);
  }

  /** Null while the session's rows are about to be deleted. */
  #stored(sessionId: SessionId): TranscriptTable | null {
    return this.#deleted.has(sessionId) ? null : this.#open().transcript;
  }

  #writeBatch(which: { readonly streaming: boolean }): true {
    const { database, transcript, decisions } = this.#open();
    const rows = this.#pending.first(batchRows, which);
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const sessionId of this.#deleted) transcript.remove(sessionId);
      for (const record of this.#decisions) decisions.add(record);
      for (const row of rows) this.#put(transcript, row);
      database.exec('COMMIT');
    } catch (error) {
      // On a full disk SQLite has rolled back already.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
    this.#deleted.clear();
    this.#decisions = [];
    this.#pending.delete(rows);
    if (which.streaming) this.#streamingAt = Date.now();
    return true;
  }

  /** Drops an item that can't be stored for a reason of its own, so that it does not block the others. */
  #put(transcript: TranscriptTable, { sessionId, change }: PendingRow): void {
    try {
      transcript.put(sessionId, change);
    } catch (error) {
      if (troubleCodeOf(error) !== 'unknown') throw error;
      this.#lost++;
    }
  }

  #open(): Tables {
    if (this.#tables) return this.#tables;
    const { database, setAside } = openDatabase(this.#file);
    this.#tables = { database, transcript: new TranscriptTable(database), decisions: new DecisionTable(database) };
    if (setAside) this.#announceSetAside(setAside);
    return this.#tables;
  }

  /** Returns null on failure, and reports the reason. */
  #attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.#setTrouble({ code: troubleCodeOf(error), file: this.#file, lost: this.#lost });
      this.#schedule();
      return null;
    }
  }

  /** Moves a damaged database aside, only after a failed write: after a failed read the other pages may still be readable. */
  #replaceDatabase(): boolean {
    this.#closeDatabase();
    try {
      this.#announceSetAside(putAside(this.#file));
      return true;
    } catch {
      return false;
    }
  }

  #closeDatabase(): void {
    try {
      this.#tables?.database.close();
    } catch {
      // A database that can't be closed is already unusable.
    }
    this.#tables = null;
  }

  #announceSetAside(file: string): void {
    this.#setAside = file;
    this.#wasSetAside.emit(file);
  }

  #setTrouble(trouble: LedgerTrouble | null): void {
    const changed = trouble?.code !== this.#trouble?.code;
    this.#trouble = trouble;
    if (changed) this.#troubleChanged.emit(trouble);
  }

  #giveUpOldest(): void {
    const excess = this.#pending.size - this.#maxPending;
    if (excess <= 0 || !this.#trouble) return;
    this.#pending.delete(this.#pending.first(excess, { streaming: true }));
    this.#lost += excess;
    this.#trouble = { ...this.#trouble, lost: this.#lost };
  }

  #schedule(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.flush(), this.#trouble ? this.#retryMs : this.#flushMs);
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
