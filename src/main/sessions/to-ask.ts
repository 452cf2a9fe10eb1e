import { createHash } from 'node:crypto';
import { type Ask, type AskKind, Question } from '../../shared/ask';
import { askId, type SessionId } from '../../shared/ids';
import type { IncomingAsk } from '../asks/ask-desk';
import type { ToolCall } from '../asks/call';
import { riskOf } from '../asks/risk';
import type { CanUseTool } from '../claude/wire';
import { shortLine } from './short-line';

/** Of each string in an input, and of all together: every window gets it, and fetches the rest when it shows it. */
const longestString = 4_000;
const mostText = 40_000;
const mostEntries = 200;
const deepest = 6;
const longestSummary = 160;

const kinds: ReadonlyMap<string, AskKind> = new Map([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan'],
]);

/** What the CLI asked, in our words. */
export function toAsk(
  sessionId: SessionId,
  request: CanUseTool,
  now: number,
  where: Pick<ToolCall, 'cwd' | 'home' | 'realpath'>,
): IncomingAsk {
  const { value, truncated } = cut(request.input);
  const ask: Ask = {
    id: askId(sessionId, request.tool_use_id),
    sessionId,
    kind: kinds.get(request.tool_name) ?? 'permission',
    tool: request.tool_name,
    toolUseId: request.tool_use_id,
    summary: summaryOf(request.tool_name, request.input),
    input: value,
    truncated,
    agentId: request.agent_id ?? null,
    marks: riskOf({
      tool: request.tool_name,
      input: request.input,
      ...where,
      decisionReasonType: request.decision_reason_type,
      blockedPath: request.blocked_path,
    }),
    askedAt: now,
    expiresAt: null,
    likeness: likenessOf(request.tool_name, request.input),
    note: null,
  };
  return { ask, input: request.input };
}

/** Keys in any order: two sessions may say the same in their own way. */
function likenessOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted(input)]))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)]);
}

/** One line that says what a call would do. */
export function summaryOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  const text = (name: string): string | null => {
    const value = input[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (tool === 'AskUserQuestion')
    return oneLine(
      questionsOf(input)
        .map(({ question }) => question)
        .join(' '),
    );
  if (tool === 'ExitPlanMode') return oneLine(text('plan') ?? 'A plan is ready');
  const target =
    text('command') ?? text('file_path') ?? text('notebook_path') ?? text('url') ?? text('query') ?? text('pattern') ?? text('path');
  return oneLine(target ? `${tool}: ${target}` : tool);
}

export function questionsOf(input: Readonly<Record<string, unknown>>): Question[] {
  const questions = Array.isArray(input.questions) ? input.questions : [];
  return questions.flatMap((question) => Question.safeParse(question).data ?? []);
}

function oneLine(text: string): string {
  return shortLine(text.replaceAll(/\s+/g, ' ').trim(), longestSummary);
}

function cut(input: Readonly<Record<string, unknown>>): { value: Record<string, unknown>; truncated: boolean } {
  let truncated = false;
  let room = mostText;
  const text = (whole: string): string => {
    const kept = whole.slice(0, Math.min(longestString, room));
    room -= kept.length;
    truncated ||= kept.length < whole.length;
    return kept;
  };
  const list = <T>(whole: readonly T[]): readonly T[] => {
    truncated ||= whole.length > mostEntries;
    return whole.slice(0, mostEntries);
  };
  const record = (value: object, depth: number): Record<string, unknown> =>
    Object.fromEntries(list(Object.entries(value)).map(([key, entry]) => [text(key), visit(entry, depth + 1)]));
  const visit = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) {
      truncated = true;
      return null;
    }
    return Array.isArray(value) ? list(value).map((entry: unknown) => visit(entry, depth + 1)) : record(value, depth);
  };
  const value = record(input, 0);
  return { value, truncated };
}
