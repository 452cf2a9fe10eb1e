import { z } from 'zod';
import { SessionId } from './ids';
import { RecordedDecision } from './ledger';

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
  /** The file of Claude's own settings that it was written into as well: revoking it here leaves it there. */
  claudeFile: z.string().optional(),
});
export type Rule = z.infer<typeof Rule>;

/** A rule as the person wants it kept. */
export const RuleDraft = RulePattern.extend({
  scope: z.enum(['session', 'folder', 'everywhere']),
  /** Also written into Claude's own settings, for use in a plain terminal: such calls no longer pass here. */
  inClaude: z.boolean(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What to remember of a decision: nothing, the narrowest rule for the session, or a rule that the person put together. */
export const Remember = z.union([z.literal('session'), RuleDraft]);
export type Remember = z.infer<typeof Remember>;

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

/** What the composer starts from. */
export const RuleOffer = z.strictObject({
  /** The best first; empty when no rule can speak for this call. */
  candidates: z.array(RuleCandidate),
  /** Why no rule may allow it, in words; null when one may. */
  refused: z.string().nullable(),
  /** Claude's own settings file for each scope that has one. */
  claudeFiles: z.strictObject({ folder: z.string(), everywhere: z.string() }),
});
export type RuleOffer = z.infer<typeof RuleOffer>;

/** What a rule would have decided in the past. */
export const RuleTrial = z.strictObject({
  /** Out of how many past calls of the same tool. */
  of: z.number(),
  count: z.number(),
  /** The newest of them. */
  matches: z.array(z.strictObject({ summary: z.string(), session: z.string(), at: z.number(), decision: RecordedDecision })),
});
export type RuleTrial = z.infer<typeof RuleTrial>;
