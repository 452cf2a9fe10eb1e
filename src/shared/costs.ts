import { z } from 'zod';
import { SessionId } from './ids';

/** The cost of one local day, by session. */
const DayCost = z.strictObject({
  /** The date as 2026-03-31, in the computer's time zone. */
  day: z.iso.date(),
  usd: z.number(),
  sessions: z.array(z.strictObject({ id: SessionId, usd: z.number() })),
});

/** The latest day first. Days without a turn are left out. */
export const Costs = z.array(DayCost);
export type Costs = z.infer<typeof Costs>;
