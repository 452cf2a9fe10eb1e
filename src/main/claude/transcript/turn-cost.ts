import type { z } from 'zod';
import type { ResultLine } from './cli-lines';

type Result = z.infer<typeof ResultLine>;

/**
 * What each turn cost. Newer versions say it. Otherwise it is what their total grew by, and what the total of a resumed
 * conversation begins with differs: with nothing, or with what was written down when an earlier run ended.
 */
export class TurnCost {
  /** The total before the turn; null when nobody knows. */
  #before: number | null;

  constructor(before: number | null) {
    this.#before = before;
  }

  /** Null when it can't be told. */
  of(result: Result): number | null {
    const { total_cost_usd: total, model_usage_since_last_result: turn } = result;
    const before = this.#before ?? (isWholeUsage(result) ? 0 : null);
    this.#before = total ?? this.#before;
    if (turn) return Object.values(turn).reduce((sum, { costUSD }) => sum + costUSD, 0);
    if (typeof total !== 'number' || before === null) return null;
    return total >= before ? total - before : total;
  }

  endRun(): void {
    this.#before = null;
  }
}

/** Whether the total covers this turn and nothing else. A subagent's share is missing from the turn's usage: then it seems not to. */
function isWholeUsage({ usage, modelUsage }: Result): boolean {
  if (!usage || !modelUsage) return false;
  const models = Object.values(modelUsage);
  const pairs = [
    [usage.input_tokens, models.map((model) => model.inputTokens)],
    [usage.output_tokens, models.map((model) => model.outputTokens)],
    [usage.cache_read_input_tokens, models.map((model) => model.cacheReadInputTokens)],
    [usage.cache_creation_input_tokens, models.map((model) => model.cacheCreationInputTokens)],
  ] as const;
  return pairs.every(([turn, all]) => all.reduce((sum, tokens) => sum + tokens, 0) === turn);
}
