import { z } from 'zod';

/** Reasons to look twice before a call is allowed. */
export const RiskKind = z.enum([
  'deletes',
  'force-push',
  'sudo',
  'pipe-to-shell',
  'outside',
  'secrets',
  'permissions',
  'governs',
  'process',
  'sandbox',
  'safety-check',
  'network',
  'not-understood',
]);
export type RiskKind = z.infer<typeof RiskKind>;

/** One reason for a second look, in a plain sentence. A call with any mark is never auto-approved; `grave` is for its colour. */
export const RiskMark = z.strictObject({ kind: RiskKind, text: z.string(), grave: z.boolean() });
export type RiskMark = z.infer<typeof RiskMark>;
