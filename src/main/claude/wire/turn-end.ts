import { z } from 'zod';
import type { ClaudeEvent, TurnCosts, TurnEnded } from '../events';
import { type CliMessage, maybe, number, text } from './fields';
import { Origin, readSender } from './origin';

/** The usage by model. */
const ModelUsage = z.record(
  z.string(),
  z.looseObject({
    inputTokens: number,
    outputTokens: number,
    cacheReadInputTokens: number,
    cacheCreationInputTokens: number,
    costUSD: number,
    contextWindow: number,
  }),
);

/** Every field may be missing: whatever it says, a `result` ends a turn. */
const Result = z.looseObject({
  is_error: maybe(z.boolean()),
  subtype: text,
  terminal_reason: text,
  result: text,
  errors: maybe(z.array(z.string())),
  api_error_status: number,
  total_cost_usd: number,
  duration_ms: number,
  num_turns: number,
  usage: maybe(
    z.looseObject({
      input_tokens: number,
      output_tokens: number,
      cache_read_input_tokens: number,
      cache_creation_input_tokens: number,
    }),
  ),
  /** It covers the same time as `total_cost_usd`. */
  modelUsage: maybe(ModelUsage),
  /** Only newer versions send it. */
  model_usage_since_last_result: maybe(ModelUsage),
  permission_denials: maybe(z.array(z.looseObject({ tool_use_id: z.string() }))),
  deferred_tool_use: maybe(z.looseObject({ id: z.string() })),
  origin: Origin,
});
type Result = z.infer<typeof Result>;

/**
 * A CLI that can't resume says so by a `result` and exits. It has no code for the reason, and only when the conversation is
 * missing may another be started in its place: after a failed read (`Failed to resume session: …`) it is still there.
 */
const noConversation = 'No conversation found';

/** Reads a message of the type `result`. */
export function readTurnEnd(message: CliMessage): ClaudeEvent | null {
  const line = Result.safeParse(message).data;
  if (!line) return null;
  if (line.is_error && line.errors?.some((error) => error.startsWith(noConversation))) return { kind: 'conversation-missing' };
  // An API failure comes with the subtype "success": is_error decides.
  const reason = line.terminal_reason ?? (line.subtype === 'success' ? null : (line.subtype ?? null));
  const isInterrupted = reason?.startsWith('aborted_') === true;
  return {
    kind: 'turn-ended',
    outcome: isInterrupted ? 'interrupted' : line.is_error ? 'failed' : 'done',
    reason,
    text: line.result || readErrors(line) || null,
    apiErrorStatus: line.api_error_status ?? null,
    cost: readCosts(line),
    tokens: {
      input: line.usage?.input_tokens ?? 0,
      output: line.usage?.output_tokens ?? 0,
      cacheRead: line.usage?.cache_read_input_tokens ?? 0,
      cacheWrite: line.usage?.cache_creation_input_tokens ?? 0,
    },
    contextWindow: readContextWindow(line),
    durationMs: line.duration_ms ?? 0,
    modelTurns: line.num_turns ?? 0,
    deniedToolUseIds: line.permission_denials?.map(({ tool_use_id }) => tool_use_id) ?? [],
    deferredToolUseId: line.deferred_tool_use?.id ?? null,
    message: readMessageOf(line),
  };
}

/** The end of a background task is told by a message of its own. */
function readMessageOf({ origin }: Result): TurnEnded['message'] {
  const sender = readSender(origin);
  return sender && sender.kind !== 'task' ? { sender, text: origin?.body ?? null } : null;
}

/** Leaves out the CLI's own diagnostics, which are not for people. */
function readErrors({ errors }: Result): string | undefined {
  return errors?.filter((error) => !error.startsWith('[ede_diagnostic]')).join('\n');
}

function readCosts(line: Result): TurnCosts {
  const costs = Object.values(line.model_usage_since_last_result ?? {}).map(({ costUSD }) => costUSD);
  const isKnown = line.model_usage_since_last_result && costs.every((cost) => typeof cost === 'number');
  return {
    totalUsd: line.total_cost_usd ?? null,
    turnUsd: isKnown ? costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) : null,
    totalIsThisTurn: isWholeUsage(line),
  };
}

/** Whether the usage of all models is the turn's own. A subagent's share is missing from the turn's usage, so then this is false. */
function isWholeUsage({ usage, modelUsage }: Result): boolean {
  if (!usage || !modelUsage) return false;
  const models = Object.values(modelUsage);
  const pairs = [
    [usage.input_tokens, models.map((model) => model.inputTokens)],
    [usage.output_tokens, models.map((model) => model.outputTokens)],
    [usage.cache_read_input_tokens, models.map((model) => model.cacheReadInputTokens)],
    [usage.cache_creation_input_tokens, models.map((model) => model.cacheCreationInputTokens)],
  ] as const;
  return pairs.every(([turn, all]) => all.reduce<number>((sum, tokens) => sum + (tokens ?? Number.NaN), 0) === turn);
}

function readContextWindow({ modelUsage }: Result): number | null {
  const windows = Object.values(modelUsage ?? {}).flatMap(({ contextWindow }) => contextWindow ?? []);
  return windows.length > 0 ? Math.max(...windows) : null;
}
