import { z } from 'zod';
import { AskKind } from './ask';
import { AskedBy } from './asked-by';
import { Surface } from './decision';
import { SessionId } from './ids';

/** Where an ask was decided; `none` if it ended without a decision. */
export const RecordedSurface = z.enum([...Surface.options, 'none']);
export type RecordedSurface = z.infer<typeof RecordedSurface>;

/** What became of an ask: the answer that was delivered, or how it ended without one. */
export const RecordedDecision = z.enum([
  'allow',
  'deny',
  'answers',
  'submit',
  'cancel',
  'delivered',
  'withdrawn',
  'not-made',
  'may-have-run',
]);
export type RecordedDecision = z.infer<typeof RecordedDecision>;

/** One decision of the ledger, as the window shows it. */
export const DecisionEntry = z.strictObject({
  /** Increases in the order of writing. */
  id: z.number(),
  sessionId: SessionId,
  kind: AskKind,
  tool: z.string(),
  summary: z.string(),
  decision: RecordedDecision,
  surface: RecordedSurface,
  reason: z.string().nullable(),
  /** The person changed the input before allowing it. */
  edited: z.boolean(),
  /** Who explicitly asked for a person's decision. */
  askedBy: AskedBy.nullable(),
  /** A hook changed the call before it was asked. */
  changedByHook: z.boolean(),
  decidedAt: z.number(),
  waitedMs: z.number(),
});
export type DecisionEntry = z.infer<typeof DecisionEntry>;
