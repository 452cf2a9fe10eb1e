import { type Ask, type AskKind, Question } from '../../shared/ask';
import { askId, type SessionId } from '../../shared/ids';
import type { IncomingAsk } from '../asks/ask-desk';
import type { CanUseTool } from '../claude/wire';

/** Of each string in an input; a window fetches the rest when it shows it. */
const longestString = 4_000;
const longestSummary = 160;

const kinds: Readonly<Record<string, AskKind>> = { AskUserQuestion: 'question', ExitPlanMode: 'plan' };

/** What the CLI asked, in our words. */
export function toAsk(sessionId: SessionId, request: CanUseTool, now: number): IncomingAsk {
  const { value, truncated } = cut(request.input);
  const ask: Ask = {
    id: askId(sessionId, request.tool_use_id),
    sessionId,
    kind: kinds[request.tool_name] ?? 'permission',
    tool: request.tool_name,
    toolUseId: request.tool_use_id,
    summary: summaryOf(request.tool_name, request.input),
    input: value,
    truncated,
    agentId: request.agent_id ?? null,
    askedAt: now,
  };
  return { ask, input: request.input };
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
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line;
}

function cut(input: Readonly<Record<string, unknown>>): { value: Record<string, unknown>; truncated: boolean } {
  let truncated = false;
  const visit = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' && value.length > longestString) {
      truncated = true;
      return value.slice(0, longestString);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 6 || (Array.isArray(value) && value.length > 200)) {
      truncated = true;
      return null;
    }
    if (Array.isArray(value)) return value.map((entry: unknown) => visit(entry, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, visit(entry, depth + 1)]));
  };
  const value = Object.fromEntries(Object.entries(input).map(([key, entry]) => [key, visit(entry, 1)]));
  return { value, truncated };
}
