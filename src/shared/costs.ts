import { z } from 'zod';
import { SessionId } from './ids';

/** What one local day cost, and which sessions it went to. */
const DayCost = z.strictObject({
  /** As 2026-03-31, in the computer's time zone. */
  day: z.iso.date(),
  usd: z.number(),
  sessions: z.array(z.strictObject({ id: SessionId, usd: z.number() })),
});

/** The latest day first; a day without a turn is left out. */
export const Costs = z.array(DayCost);
export type Costs = z.infer<typeof Costs>;
