import { z } from 'zod';
import { SessionId } from './ids';
import { RecordedDecision } from './ledger';

/** Where a rule applies. */
export const RuleScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), sessionId: SessionId }),
  z.strictObject({ kind: z.literal('folder'), folder: z.string().min(1) }),
  z.strictObject({ kind: z.literal('everywhere') }),
]);
export type RuleScope = z.infer<typeof RuleScope>;

/** The calls that a rule is about, in the CLI's own terms: `Bash(npm run *)` is the tool Bash with the content `npm run *`. */
export const RulePattern = z.strictObject({
  tool: z.string().min(1).max(500),
  /** Null means every call of the tool. */
  content: z.string().min(1).max(100_000).nullable(),
});
export type RulePattern = z.infer<typeof RulePattern>;

/** A remembered decision. */
export const Rule = RulePattern.extend({
  id: z.string().min(1),
  behavior: z.enum(['allow', 'deny']),
  scope: RuleScope,
  createdAt: z.number(),
  /** Its origin, in words for Settings. */
  source: z.string(),
  /** The Claude settings file that also contains it. Revoking the rule here leaves it there. */
  claudeFile: z.string().optional(),
});
export type Rule = z.infer<typeof Rule>;

/** A rule that the person wants to keep. */
export const RuleDraft = RulePattern.extend({
  scope: z.enum(['session', 'folder', 'everywhere']),
  /** Also write it into Claude's own settings, for use in a plain terminal. Such calls are then no longer asked about here. */
  inClaude: z.boolean(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What to remember about a decision: nothing, the narrowest rule for the session, or a rule that the person composed. */
export const Remember = z.union([z.literal('session'), RuleDraft]);
export type Remember = z.infer<typeof Remember>;

/** A rule that the composer suggests. */
export const RuleCandidate = RulePattern.extend({
  /** A description of what it would allow. */
  label: z.string(),
  /** It names exactly this call, so it may allow the call although it is marked. */
  exact: z.boolean(),
  /** Too wide to be kept longer than the session. */
  sessionOnly: z.boolean(),
});
export type RuleCandidate = z.infer<typeof RuleCandidate>;

/** The rules that the composer offers for a call. */
export const RuleOffer = z.strictObject({
  /** The best first; empty when no rule can decide this call. */
  candidates: z.array(RuleCandidate),
  /** The reason why no rule may allow it; null when one may. */
  refused: z.string().nullable(),
  /** Claude's own settings file for each scope that has one. */
  claudeFiles: z.strictObject({ folder: z.string(), everywhere: z.string() }),
});
export type RuleOffer = z.infer<typeof RuleOffer>;

/** The past calls that a rule would have decided. */
export const RuleTrial = z.strictObject({
  /** The number of past calls of the same tool. */
  of: z.number(),
  count: z.number(),
  /** The newest matches. */
  matches: z.array(z.strictObject({ summary: z.string(), session: z.string(), at: z.number(), decision: RecordedDecision })),
});
export type RuleTrial = z.infer<typeof RuleTrial>;
