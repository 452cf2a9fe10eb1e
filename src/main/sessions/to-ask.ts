import { type Ask, questionsOf } from '../../shared/ask';
import { AppError } from '../../shared/errors';
import { askId, type SessionId } from '../../shared/ids';
import { escapeLine } from '../../shared/invisible';
import { deepestJson, isTooDeep } from '../../shared/json-depth';
import { askKindOf } from '../../shared/tools';
import { truncate, truncateLine } from '../../shared/truncate';
import type { AskRule } from '../asks/ask-rules';
import { type CallSummary, summarizeCall } from '../asks/call-summary';
import type { IncomingAsk } from '../asks/desk-dependencies';
import { fingerprintOf } from '../asks/fingerprint';
import { riskOf } from '../asks/risk';
import type { ToolCall } from '../asks/tool-call';
import type { PermissionRequest } from '../claude/permission-request';
import { isChangedByHook } from './hook-change';
import { whoAsks } from './who-asks';

/** Limits for each string of an input and for all together. The window gets this much, and fetches the rest when it shows the ask. */
const longestString = 4_000;
const mostText = 40_000;
const mostEntries = 200;
const deepest = 6;
const longestSummary = 160;
const longestName = 40;

export interface AskContext extends Pick<ToolCall, 'cwd' | 'home' | 'realpath'> {
  /** The task of the subagent that asks; null if the main agent asks. */
  readonly agent?: string | null;
  /** The ask rules of Claude's settings; null if they could not be read. */
  readonly askRules?: readonly AskRule[] | null;
  /** The call's input as Claude wrote it; null if it is unknown. */
  readonly said?: Readonly<Record<string, unknown>> | null;
}

/** Makes an ask of the CLI's permission request. */
export function toAsk(
  sessionId: SessionId,
  request: PermissionRequest,
  now: number,
  { agent = null, askRules = null, said = null, ...where }: AskContext,
): IncomingAsk {
  // The code after this recurses through the input.
  if (isTooDeep(request.input))
    throw new AppError(
      'bad-request',
      `The input is nested more than ${deepestJson} levels deep, so nobody could check it. Make it flatter.`,
    );
  const { value, truncated } = truncateInput(request.input);
  const kind = askKindOf(request.tool);
  const { line: summary, isComplete: summaryIsComplete } = summaryOf(request.tool, request.input, where.cwd);
  // A person decides questions and plans anyway. For another call it means that no rule and no mode may decide it.
  const isForPerson = kind === 'permission' && request.needsPerson;
  const ask: Ask = {
    id: askId(sessionId, request.toolUseId),
    sessionId,
    kind,
    tool: request.tool,
    toolUseId: request.toolUseId,
    summary,
    summaryIsComplete,
    input: value,
    truncated,
    agentId: request.agentId,
    agentName: agent === null ? null : shortName(agent) || null,
    marks: riskOf({
      tool: request.tool,
      input: request.input,
      ...where,
      decisionReasonType: request.reasonType ?? undefined,
      decisionReason: request.reason ?? undefined,
      needsPerson: isForPerson,
      blockedPath: request.blockedPath ?? undefined,
    }),
    askedBy: whoAsks(request, askRules),
    defaultToNo: request.defaultToNo,
    // The CLI itself adds fields to questions and plans.
    changedByHook: kind === 'permission' && said !== null && isChangedByHook(said, { tool: request.tool, input: request.input, ...where }),
    mcpServer: request.mcpServer && { name: shortName(request.mcpServer.name), source: shortName(request.mcpServer.source) },
    interaction: null,
    askedAt: now,
    expiresAt: null,
    fingerprint: fingerprintOf(request.tool, request.input),
    note: null,
  };
  return { ask, input: request.input, suggestions: request.suggestedRules, folder: where.cwd };
}

const shortName = (name: string): string => truncateLine(escapeLine(name).trim(), longestName);

/** One line that describes the ask. */
function summaryOf(tool: string, input: Readonly<Record<string, unknown>>, cwd: string): CallSummary {
  if (askKindOf(tool) === 'question') {
    const questions = questionsOf(input).map(({ question }) => question);
    if (questions.length > 0) return oneLine(questions.join(' '));
  }
  if (askKindOf(tool) === 'plan' && typeof input.plan === 'string' && input.plan.trim() !== '')
    return oneLine(input.plan.replace(/^\s*#+\s/, ''));
  return summarizeCall({ tool, input, cwd });
}

/** A text as the one-line summary of an ask. */
export function oneLine(text: string): CallSummary {
  const whole = escapeLine(text).trim();
  const line = truncateLine(whole, longestSummary);
  return { line, isComplete: line === whole };
}

/** A copy that is small enough to be shown and stored; the desk keeps the whole input apart. */
export function truncateInput(input: Readonly<Record<string, unknown>>): { value: Record<string, unknown>; truncated: boolean } {
  let truncated = false;
  let room = mostText;
  const text = (whole: string): string => {
    const kept = truncate(whole, Math.min(longestString, room));
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
