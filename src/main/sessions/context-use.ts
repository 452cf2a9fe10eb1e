import type { ContextUse } from '../../shared/session';
import type { ClaudeEvent } from '../claude/events';

/**
 * Returns how full the context window is after one more event. Each answer says what was sent to the model for it; only the end of a
 * turn says how much fits. The turn's total is no measure, because every request sends the conversation again.
 */
export function contextAfter(context: ContextUse | null, event: ClaudeEvent): ContextUse | null {
  if (event.kind === 'assistant-message') {
    const { contextTokens: used } = event;
    return used !== null && used !== context?.used ? { used, max: context?.max ?? null } : context;
  }
  if (event.kind !== 'turn-ended' || !context) return context;
  const max = event.contextWindow ?? context.max;
  return max === context.max ? context : { ...context, max };
}
