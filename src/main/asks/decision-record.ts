import type { RecordedDecision, RecordedSurface } from '../../shared/ledger';
import type { Outcome } from './desk-dependencies';

/** Makes the ledger's row for an ask that ended. */
export function decisionRecord({ ask, decided, end, endedAt }: Outcome, folder: string) {
  const decision = decided?.decision ?? null;
  const surface: RecordedSurface = decided?.surface ?? 'none';
  const became: RecordedDecision = end === 'delivered' ? (decision?.answer ?? end) : end;
  return {
    askId: ask.id,
    sessionId: ask.sessionId,
    kind: ask.kind,
    tool: ask.tool,
    summary: ask.summary,
    surface,
    decision: became,
    reason: decided?.by ?? (decision?.answer === 'deny' ? (decision.reason ?? null) : null),
    scope: decided?.scope ?? null,
    edited: decision?.answer === 'allow' && decision.input !== undefined,
    askedAt: ask.askedAt,
    decidedAt: decided?.at ?? endedAt,
    details: {
      end,
      note: ask.note,
      agentId: ask.agentId,
      agentName: ask.agentName,
      toolUseId: ask.toolUseId,
      marks: ask.marks.map(({ kind }) => kind),
      askedBy: ask.askedBy,
      defaultToNo: ask.defaultToNo,
      changedByHook: ask.changedByHook,
      folder,
      input: ask.input,
      truncated: ask.truncated,
      decision,
    },
  };
}
