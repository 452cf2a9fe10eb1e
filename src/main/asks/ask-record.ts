import { z } from 'zod';
import { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import { Decision, Surface } from '../../shared/decision';
import { SessionId } from '../../shared/ids';
import { JsonObject } from '../../shared/json-object';

/** How far a decision reaches. */
export const DecisionScope = z.enum(['once', 'session', 'folder', 'everywhere']);
export type DecisionScope = z.infer<typeof DecisionScope>;

/** A decision, and where, when and by what it was made. */
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
 * Where an ask is in its life. `decided` is on disk before the answer is handed over, so an ask found in it after a
 * crash may have been answered, and is never answered again by itself.
 */
export const AskState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting') }),
  Decided,
  /** Its run is gone; a new one may ask for the same call again. */
  z.strictObject({ status: z.literal('orphaned') }),
  /** Its time ran out, and Claude was told that the answer comes later: as a message. */
  z.strictObject({ status: z.literal('late') }),
]);
export type AskState = z.infer<typeof AskState>;

/** An ask as it lies on disk until it is delivered, withdrawn or closed. */
export const AskRecord = z.strictObject({
  ask: Ask,
  /** The whole input; null when it is too big to be written on every change. */
  input: JsonObject.nullable(),
  state: AskState,
  /** An earlier answer that may have arrived, and is in no ledger yet. */
  unsure: Decided.optional(),
});
export type AskRecord = z.infer<typeof AskRecord>;

export const decidedIn = ({ state }: AskRecord): Decided | null => (state.status === 'decided' ? state : null);

/** A call that was allowed after its time had run out: the same call may be made once more without asking. */
export const Grant = z.strictObject({ sessionId: SessionId, fingerprint: z.string(), surface: Surface });
export type Grant = z.infer<typeof Grant>;

type Status = AskState['status'] | 'delivered' | 'withdrawn' | 'closed';

/** The moves an ask may make. Delivered, withdrawn and closed asks are only in the ledger. */
export function canMove(from: AskState['status'], to: Status): boolean {
  switch (from) {
    case 'waiting':
      return to === 'decided' || to === 'withdrawn' || to === 'orphaned' || to === 'late' || to === 'closed';
    case 'decided':
      // Back to where it was when the decision did not fit what was asked, or could not be sent: nothing was sent then.
      return to !== 'decided';
    case 'orphaned':
      return to === 'waiting' || to === 'decided' || to === 'closed';
    case 'late':
      return to === 'decided' || to === 'closed';
    default:
      return assertNever(from);
  }
}
