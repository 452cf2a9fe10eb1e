import { z } from 'zod';
import { SessionId } from './ids';

/** How far a rule reaches. */
export const RuleScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), sessionId: SessionId }),
  z.strictObject({ kind: z.literal('folder'), folder: z.string().min(1) }),
  z.strictObject({ kind: z.literal('everywhere') }),
]);
export type RuleScope = z.infer<typeof RuleScope>;

/** What a rule says of calls, in the CLI's own terms: `Bash(npm run *)` is the tool Bash with the content `npm run *`. */
export const RulePattern = z.strictObject({
  tool: z.string().min(1).max(500),
  /** Null is every call of the tool. */
  content: z.string().min(1).max(100_000).nullable(),
});
export type RulePattern = z.infer<typeof RulePattern>;

/** A remembered decision. */
export const Rule = RulePattern.extend({
  id: z.string().min(1),
  behavior: z.enum(['allow', 'deny']),
  scope: RuleScope,
  createdAt: z.number(),
  /** Where it came from, in words for Settings. */
  source: z.string(),
});
export type Rule = z.infer<typeof Rule>;

/** A rule the composer offers. */
export const RuleCandidate = RulePattern.extend({
  /** What it would allow, in words. */
  label: z.string(),
  /** It names this very call, so it may allow the call although it is marked. */
  exact: z.boolean(),
  /** Too wide to be kept longer than the session. */
  sessionOnly: z.boolean(),
});
export type RuleCandidate = z.infer<typeof RuleCandidate>;
