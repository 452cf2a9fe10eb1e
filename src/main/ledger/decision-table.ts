import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { AskKind } from '../../shared/ask';
import { DecisionScope } from '../../shared/decision';
import { AskId, SessionId } from '../../shared/ids';
import { RecordedDecision, RecordedSurface } from '../../shared/ledger';

/** One ask and its decision. */
export interface DecisionRecord {
  readonly askId: AskId;
  readonly sessionId: SessionId;
  readonly kind: AskKind;
  readonly tool: string;
  readonly summary: string;
  readonly surface: RecordedSurface;
  readonly decision: RecordedDecision;
  readonly reason: string | null;
  /** Null if the ask ended without a decision. */
  readonly scope: DecisionScope | null;
  /** The person changed the input before allowing it. */
  readonly edited: boolean;
  readonly askedAt: number;
  readonly decidedAt: number;
  /** Further facts, stored as JSON. */
  readonly details: unknown;
}

export interface LedgerDecision extends DecisionRecord {
  /** In the order of writing. */
  readonly id: number;
  readonly waitedMs: number;
}

const Row = z.object({
  id: z.number(),
  ask_id: AskId,
  session_id: SessionId,
  kind: AskKind,
  tool: z.string(),
  summary: z.string(),
  surface: RecordedSurface,
  decision: RecordedDecision,
  reason: z.string().nullable(),
  scope: DecisionScope.nullable(),
  edited: z.number(),
  asked_at: z.number(),
  decided_at: z.number(),
  waited_ms: z.number(),
  json: z.string(),
});

/** Selects decisions: the newest, those before an id, those that contain a text. */
export interface DecisionsRequest {
  readonly before?: number | undefined;
  readonly limit?: number;
  readonly text?: string | undefined;
}

/** The decisions after which a call may have been made. */
export const mayHaveRun: readonly RecordedDecision[] = ['allow', 'may-have-run'];

/** Every decision ever made. Rows are added and never changed. */
export class DecisionTable {
  readonly #add: StatementSync;
  readonly #newest: StatementSync;
  readonly #ofTools: StatementSync;
  readonly #ofAsk: StatementSync;
  readonly #allowed: StatementSync;
  readonly #lastId: StatementSync;

  constructor(database: DatabaseSync) {
    // SQLite's own lower() handles only ASCII letters.
    database.function('folded', { deterministic: true }, (text) => String(text).toLowerCase());
    this.#add = database.prepare(
      `INSERT INTO decisions (ask_id, session_id, kind, tool, summary, surface, decision, reason, scope, edited,
         asked_at, decided_at, waited_ms, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#newest = database.prepare(
      `SELECT * FROM decisions WHERE id < ? AND (? = '' OR instr(folded(summary || ' ' || tool || ' ' || coalesce(reason, '')), ?) > 0)
       ORDER BY id DESC LIMIT ?`,
    );
    this.#ofTools = database.prepare(
      'SELECT * FROM decisions WHERE tool IN (SELECT value FROM json_each(?)) AND decision IN (?, ?) ORDER BY id DESC LIMIT ?',
    );
    this.#ofAsk = database.prepare('SELECT 1 FROM decisions WHERE ask_id = ? AND decided_at = coalesce(?, decided_at) LIMIT 1');
    this.#allowed = database.prepare('SELECT 1 FROM decisions WHERE ask_id = ? AND decision IN (?, ?) LIMIT 1');
    this.#lastId = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'decisions'");
  }

  /** The id of the last row. The next row gets the next id. */
  get lastId(): number {
    return Number(this.#lastId.get()?.seq ?? 0);
  }

  has(id: AskId, at?: number): boolean {
    return this.#ofAsk.get(id, at ?? null) !== undefined;
  }

  wasAllowed(id: AskId): boolean {
    return this.#allowed.get(id, ...mayHaveRun) !== undefined;
  }

  add(record: DecisionRecord): void {
    const { askId, sessionId, kind, tool, summary, surface, decision, reason, scope, edited, askedAt, decidedAt, details } = record;
    const waitedMs = waitedMsOf(record);
    const what = [askId, sessionId, kind, tool, summary, surface, decision, reason, scope, edited ? 1 : 0];
    this.#add.run(...what, askedAt, decidedAt, waitedMs, toJson(details));
  }

  /** Returns decisions, newest first. */
  newest(limit: number, { before = Number.MAX_SAFE_INTEGER, text = '' }: Omit<DecisionsRequest, 'limit'> = {}): LedgerDecision[] {
    const wanted = text.toLowerCase();
    return this.#newest.all(before, wanted, wanted, limit).map(toDecision);
  }

  /** Returns the allowed and denied calls of these tools, newest first. */
  ofTools(tools: readonly string[], limit: number): LedgerDecision[] {
    return this.#ofTools.all(JSON.stringify(tools), 'allow', 'deny', limit).map(toDecision);
  }
}

export const waitedMsOf = ({ askedAt, decidedAt }: DecisionRecord): number => Math.max(0, decidedAt - askedAt);

/** Whether a decision that is not on disk yet matches a request. */
export function isWanted(
  { id, summary, tool, reason }: LedgerDecision,
  { before = Number.MAX_SAFE_INTEGER, text = '' }: DecisionsRequest,
): boolean {
  return id < before && `${summary} ${tool} ${reason ?? ''}`.toLowerCase().includes(text.toLowerCase());
}

function toDecision(raw: unknown): LedgerDecision {
  const { ask_id, session_id, asked_at, decided_at, waited_ms, edited, json, ...same } = Row.parse(raw);
  const times = { askedAt: asked_at, decidedAt: decided_at, waitedMs: waited_ms };
  return { ...same, askId: ask_id, sessionId: session_id, ...times, edited: edited === 1, details: JSON.parse(json) };
}

function toJson(details: unknown): string {
  try {
    return JSON.stringify(details) ?? 'null';
  } catch {
    return 'null';
  }
}
