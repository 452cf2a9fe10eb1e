import type { Outcome } from './ask-desk';

/** A row of the ledger: what was asked, what became of it, where and when. */
export function decisionRecord({ ask, decision, surface, end, decidedAt }: Outcome) {
  const edited = decision?.answer === 'allow' && decision.input !== undefined;
  return {
    askId: ask.id,
    sessionId: ask.sessionId,
    kind: ask.kind,
    tool: ask.tool,
    summary: ask.summary,
    surface: surface ?? 'none',
    decision: end === 'delivered' ? (decision?.answer ?? end) : end,
    reason: decision?.answer === 'deny' ? (decision.reason ?? null) : null,
    scope: null,
    edited,
    askedAt: ask.askedAt,
    decidedAt,
    details: { end, note: ask.note, agentId: ask.agentId, toolUseId: ask.toolUseId, decision },
  };
}
