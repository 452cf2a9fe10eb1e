import { z } from 'zod';
import type { ContextUse } from '../../shared/session';
import type { CliMessage } from '../claude/wire';

const tokens = z.number().catch(0);
const Answer = z.looseObject({
  /** A subagent's conversation is another. */
  parent_tool_use_id: z.null().optional(),
  message: z.looseObject({
    usage: z.looseObject({ input_tokens: tokens, cache_read_input_tokens: tokens, cache_creation_input_tokens: tokens }),
  }),
});
const Result = z.looseObject({
  modelUsage: z.record(z.string(), z.looseObject({ contextWindow: z.number().optional().catch(undefined) })),
});

/**
 * How full the conversation is after one more message. Each answer says what was sent to the model for it; only the end
 * of a turn says how much fits. What the turn used altogether is no measure: every request sends the conversation again.
 */
export function contextAfter(context: ContextUse | null, message: CliMessage): ContextUse | null {
  if (message.type === 'assistant') {
    const usage = Answer.safeParse(message).data?.message.usage;
    const used = usage ? usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens : 0;
    // What the CLI answers by itself was not sent to any model.
    return used > 0 && used !== context?.used ? { used, max: context?.max ?? null } : context;
  }
  if (message.type !== 'result' || !context) return context;
  const windows = Object.values(Result.safeParse(message).data?.modelUsage ?? {}).flatMap(({ contextWindow }) => contextWindow ?? []);
  // Subagents may use smaller models than the conversation does.
  const max = windows.length > 0 ? Math.max(...windows) : context.max;
  return max === context.max ? context : { ...context, max };
}
