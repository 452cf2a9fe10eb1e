import { z } from 'zod';
import { Ask } from '../../shared/ask';
import { Decision, DecisionScope, Surface } from '../../shared/decision';
import { SessionId } from '../../shared/ids';
import { JsonObject } from '../../shared/json-object';

/** A decision, with where, when and by what it was made. */
export const Decided = z.strictObject({
  status: z.literal('decided'),
  decision: Decision,
  surface: Surface,
  at: z.number(),
  scope: DecisionScope,
  /** The rule or the mode that decided, in words; null when a person did. */
  by: z.string().nullable(),
});
export type Decided = z.infer<typeof Decided>;

/**
 * What the disk says of an ask's state (`ask-state.ts`). A decision is on disk before it is sent, so after a crash a `decided` ask
 * may have been answered, and is never answered again automatically.
 */
const StoredState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting') }),
  Decided,
  z.strictObject({ status: z.literal('orphaned') }),
  z.strictObject({ status: z.literal('late') }),
]);

/** An ask on disk. It stays there until its call has a result, or the ask is withdrawn or closed. */
export const AskRecord = z.strictObject({
  ask: Ask,
  /** The whole input. Null if it is too big to be written with every change. */
  input: JsonObject.nullable(),
  /** The session's folder. Older versions did not store it. */
  folder: z.string().nullable().default(null),
  state: StoredState,
  /** An earlier decision that may have reached a run, and that the ledger does not have yet. */
  unsure: Decided.optional(),
});
export type AskRecord = z.infer<typeof AskRecord>;

/** A call that was allowed after its time ran out. The session may make the same call once without asking. */
export const Grant = z.strictObject({ sessionId: SessionId, fingerprint: z.string(), surface: Surface });
export type Grant = z.infer<typeof Grant>;
