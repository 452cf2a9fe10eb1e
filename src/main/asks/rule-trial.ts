import { z } from 'zod';
import { AskedBy } from '../../shared/asked-by';
import type { RecordedDecision } from '../../shared/ledger';
import { mustAsk } from '../../shared/person-only';
import { RiskKind } from '../../shared/risk';
import type { Rule, RuleTrial } from '../../shared/rule';
import { editTools, isFileTool, readTools } from '../../shared/tools';
import { realPathsOnce } from '../shell/real-path';
import { judgeByRules } from './judge';
import type { ToolCall } from './tool-call';

/** A past decision, with the facts that a rule needs. */
export interface PastAsk {
  readonly askId: string;
  readonly tool: string;
  readonly sessionId: string;
  readonly summary: string;
  readonly decision: RecordedDecision;
  readonly at: number;
  readonly details: unknown;
}

/** Details of a ledger row. Rows of older versions have no input and no newer marks. */
const Details = z.looseObject({
  input: z.record(z.string(), z.unknown()),
  truncated: z.boolean(),
  folder: z.string(),
  marks: z.array(RiskKind.transform((kind) => ({ kind }))).catch([]),
  askedBy: AskedBy.nullable().catch(null),
  defaultToNo: z.boolean().catch(false),
});

const mostListed = 20;

/** The tools whose calls a rule for this tool can match. */
export function toolsLike(tool: string): readonly string[] {
  if (editTools.has(tool)) return [...editTools];
  return readTools.has(tool) ? [...readTools] : [tool];
}

/** Counts the past asks that a rule would have matched, and lists the newest. `decisions` has the newest first. */
export function tryRule(
  rule: Rule,
  decisions: readonly PastAsk[],
  { home, realpath }: Pick<ToolCall, 'home' | 'realpath'>,
  titleOf: (sessionId: string) => string,
): RuleTrial {
  // A deferred ask has two rows.
  const past = [...Map.groupBy(decisions, ({ askId }) => askId).values()].flatMap(([newest]) => newest ?? []);
  const where = { home, realpath: realPathsOnce(realpath, Number.POSITIVE_INFINITY) };
  const matched = past.filter(({ tool, sessionId, details }) => {
    const known = Details.safeParse(details).data;
    // For a file tool only the content is truncated. A truncated command can't be matched.
    if (!known || (known.truncated && rule.content !== null && !isFileTool(tool))) return false;
    if (mustAsk(known)) return false;
    const call = { tool, sessionId, input: known.input, cwd: known.folder, ...where };
    return judgeByRules([rule], call, known.marks) !== null;
  });
  return {
    of: past.length,
    count: matched.length,
    matches: matched
      .slice(0, mostListed)
      .map(({ summary, sessionId, at, decision }) => ({ summary, session: titleOf(sessionId), at, decision })),
  };
}
