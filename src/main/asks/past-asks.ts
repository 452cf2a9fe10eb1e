import { z } from 'zod';
import { AskedBy } from '../../shared/asked-by';
import type { RecordedDecision } from '../../shared/ledger';
import { mustAsk } from '../../shared/person-only';
import { RiskKind } from '../../shared/risk';
import type { Rule, RuleTrial } from '../../shared/rule';
import { editTools, isFileTool, readTools } from '../../shared/tools';
import { realPathsOnce } from '../shell/real-path';
import type { ToolCall } from './call';
import { judgeByRules } from './judge';

/** A decision of the past, as far as a rule could have made it. */
export interface PastAsk {
  readonly askId: string;
  readonly tool: string;
  readonly sessionId: string;
  readonly summary: string;
  readonly decision: RecordedDecision;
  readonly at: number;
  readonly details: unknown;
}

/** What the ledger keeps beside a decision. Rows of older versions lack the input, and know no newer marks. */
const Details = z.looseObject({
  input: z.record(z.string(), z.unknown()),
  truncated: z.boolean(),
  folder: z.string(),
  marks: z.array(RiskKind.transform((kind) => ({ kind }))).catch([]),
  askedBy: AskedBy.nullable().catch(null),
  defaultToNo: z.boolean().catch(false),
});

const mostListed = 20;

/** The tools whose calls a rule of this tool can speak of. */
export function toolsLike(tool: string): readonly string[] {
  if (editTools.has(tool)) return [...editTools];
  return readTools.has(tool) ? [...readTools] : [tool];
}

/** How many of the past asks a rule would have matched, and the newest of them. The newest decisions come first. */
export function tryRule(
  rule: Rule,
  decisions: readonly PastAsk[],
  { home, realpath }: Pick<ToolCall, 'home' | 'realpath'>,
  titleOf: (sessionId: string) => string,
): RuleTrial {
  // One that was put off was decided twice.
  const past = [...Map.groupBy(decisions, ({ askId }) => askId).values()].flatMap(([newest]) => newest ?? []);
  const where = { home, realpath: realPathsOnce(realpath, Number.POSITIVE_INFINITY) };
  const matched = past.filter(({ tool, sessionId, details }) => {
    const known = Details.safeParse(details).data;
    // What was cut is what was to be written; a command that was cut is not known.
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
