import { z } from 'zod';
import { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import { Decision, Surface } from '../../shared/decision';

/**
 * Where an ask is in its life. `decided` is on disk before the answer is handed over, so an ask found in it after a
 * crash may have been answered, and is never answered again by itself.
 */
export const AskState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting') }),
  z.strictObject({ status: z.literal('decided'), decision: Decision, surface: Surface, at: z.number() }),
  /** Its run is gone; a new one may ask for the same call again. */
  z.strictObject({ status: z.literal('orphaned') }),
]);
export type AskState = z.infer<typeof AskState>;

/** An ask as it lies on disk until it is delivered, withdrawn or closed. */
export const AskRecord = z.strictObject({
  ask: Ask,
  /** The whole input; null when it is too big to be written on every change. */
  input: z.record(z.string(), z.unknown()).nullable(),
  state: AskState,
});
export type AskRecord = z.infer<typeof AskRecord>;

type Status = AskState['status'] | 'delivered' | 'withdrawn' | 'closed';

/** The moves an ask may make. Delivered, withdrawn and closed asks are only in the ledger. */
export function canMove(from: AskState['status'], to: Status): boolean {
  switch (from) {
    case 'waiting':
      return to === 'decided' || to === 'withdrawn' || to === 'orphaned' || to === 'closed';
    case 'decided':
      // Back to waiting when the decision did not fit what was asked: nothing was sent then.
      return to === 'delivered' || to === 'withdrawn' || to === 'orphaned' || to === 'waiting' || to === 'closed';
    case 'orphaned':
      return to === 'waiting' || to === 'decided' || to === 'closed';
    default:
      return assertNever(from);
  }
}
