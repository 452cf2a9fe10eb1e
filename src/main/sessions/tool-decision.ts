import type { ToolDecision } from '../../shared/transcript';
import type { Decided } from '../asks/ask-record';

/** What the transcript says of a decision. */
export function toolDecision({ decision, surface, at, by }: Decided): ToolDecision {
  return {
    answer: decision.answer,
    surface,
    at,
    by,
    reason: decision.answer === 'deny' ? (decision.reason ?? null) : null,
    note: decision.answer === 'allow' ? (decision.note ?? null) : null,
    edited: decision.answer === 'allow' ? (decision.input ?? null) : null,
  };
}
