import { z } from 'zod';
import { AskedBy } from './asked-by';
import { SessionId } from './ids';

/** One decision of the ledger, as the window shows it. */
export const DecisionEntry = z.strictObject({
  /** In the order of writing. */
  id: z.number(),
  sessionId: SessionId,
  kind: z.string(),
  tool: z.string(),
  summary: z.string(),
  decision: z.string(),
  surface: z.string(),
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
