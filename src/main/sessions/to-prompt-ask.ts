import os from 'node:os';
import type { Ask } from '../../shared/ask';
import { askId, type SessionId } from '../../shared/ids';
import type { FormInput, InteractionId } from '../../shared/interaction';
import { escapeInvisible } from '../../shared/invisible';
import type { JsonObject } from '../../shared/json-object';
import { mcpToolName } from '../../shared/tools';
import type { InteractionStep } from '../../shared/transcript';
import type { ToolPrompt } from '../../tool-api/prompt-schema';
import type { IncomingAsk } from '../asks/desk-dependencies';
import { fingerprintOfAsk } from '../asks/fingerprint';
import { riskOf } from '../asks/risk';
import { ownServer } from '../claude/launch-plan';
import { realPathsOnce } from '../shell/real-path';
import type { OfferedTool } from '../tools/offered-tool';
import { oneLine, truncateInput } from './to-ask';

export interface PromptOfCall {
  readonly tool: OfferedTool;
  readonly toolUseId: string;
  readonly args: JsonObject;
  readonly prompt: ToolPrompt;
  readonly id: InteractionId;
  readonly at: number;
}

/** Makes an ask of a prompt of one of our tools. All prompts of a call share the ask's id, because each replaces the one before. */
export function toPromptAsk(sessionId: SessionId, folder: string, { tool, toolUseId, args, prompt, id, at }: PromptOfCall): IncomingAsk {
  const name = mcpToolName(ownServer, tool.name);
  const form = formOf(prompt);
  const whole: JsonObject = form ?? args;
  const { value, truncated } = truncateInput(whole);
  const { line: summary, isComplete: summaryIsComplete } = oneLine(prompt.prompt);
  const where = { cwd: folder, home: os.homedir(), realpath: realPathsOnce() };
  const ask: Ask = {
    id: askId(sessionId, toolUseId),
    sessionId,
    kind: form ? 'form' : 'permission',
    tool: name,
    toolUseId,
    summary,
    summaryIsComplete,
    input: value,
    truncated,
    agentId: null,
    agentName: null,
    marks: form ? [] : riskOf({ tool: name, input: args, ...where, needsPerson: false }),
    askedBy: null,
    defaultToNo: false,
    changedByHook: false,
    mcpServer: null,
    interaction: {
      id,
      origin: { by: 'tool', tool: tool.name, title: tool.title, builtIn: tool.builtIn },
      prompt: escapeInvisible(prompt.prompt),
      error: prompt.error === undefined ? null : escapeInvisible(prompt.error),
      presentation: prompt.presentation,
      approvalScopes: form ? [] : prompt.approvalScopes,
      step: prompt.step,
      survivesRestart: tool.onRestart === 'rerun',
    },
    askedAt: at,
    expiresAt: null,
    fingerprint: '',
    note: null,
  };
  const fingerprint = fingerprintOfAsk(ask, whole);
  return { ask: { ...ask, fingerprint }, input: whole, suggestions: [], folder, timeoutMs: prompt.timeoutMs };
}

/** The prompt as the transcript keeps it. */
export function toInteractionStep({ tool, toolUseId, prompt, id, at }: PromptOfCall): InteractionStep {
  const form = formOf(prompt);
  return {
    interactionId: id,
    step: prompt.step,
    at,
    turn: null,
    messageId: null,
    toolUseId,
    kind: prompt.type,
    origin: { by: 'tool', tool: tool.name, title: tool.title, builtIn: tool.builtIn },
    prompt: prompt.prompt,
    error: prompt.error ?? null,
    presentation: prompt.presentation,
    approvalScopes: form ? [] : prompt.approvalScopes,
    form,
    completedView: prompt.completedView,
    response: null,
    isOpen: true,
  };
}

const formOf = ({ type, inputSchema, initialValues }: ToolPrompt): FormInput | null =>
  type === 'input' && inputSchema ? { mode: 'form', fields: inputSchema.fields, initialValues } : null;
