import { type AskId, askId, type SessionId } from '../../shared/ids';
import { type FormInput, type InteractionId, type InteractionOrigin, maxPromptLength } from '../../shared/interaction';
import { escapeInvisible } from '../../shared/invisible';
import { mcpToolName } from '../../shared/tools';
import type { InteractionStep } from '../../shared/transcript';
import { truncate, truncateLine } from '../../shared/truncate';
import type { IncomingAsk } from '../asks/desk-dependencies';
import { fingerprintOf } from '../asks/fingerprint';
import type { ElicitationRequest } from '../claude/elicitation';
import { oneLine, truncateInput } from './to-ask';

const longestServerName = 60;

export interface ShownElicitation {
  readonly request: ElicitationRequest;
  readonly form: FormInput;
  readonly id: InteractionId;
  readonly at: number;
  /** The call that the server asks for; null if none is known. */
  readonly toolUseId: string | null;
  readonly folder: string;
}

const prefix = 'elicitation-';

/** Whether an ask is an MCP server's. The server waited with its run, so without that there is nobody left to answer. */
export const isElicitation = (toolUseId: string | null): boolean => toolUseId?.startsWith(prefix) === true;

/** A server's name as people see it. */
export const serverWords = (name: string): string =>
  truncateLine(escapeInvisible(name.replaceAll(/\s+/g, ' ')).trim(), longestServerName) || 'An MCP server';

/** Makes an ask of what an MCP server wants. No call has the made-up id, because one call can ask several times. */
export function toElicitationAsk(sessionId: SessionId, elicitation: ShownElicitation): IncomingAsk {
  const { request, form, id, at, folder } = elicitation;
  const prompt = promptOf(request);
  const tool = mcpToolName(request.server, 'elicitation');
  const toolUseId = `${prefix}${id}`;
  const { value, truncated } = truncateInput(form);
  const { line: summary, isComplete: summaryIsComplete } = oneLine(form.mode === 'url' ? `${prompt} ${form.url}` : prompt);
  const idOfAsk: AskId = askId(sessionId, toolUseId);
  const interaction = { id, origin: originOf(request), prompt, error: null, presentation: 'tool', approvalScopes: [], step: 0 } as const;
  return {
    ask: {
      id: idOfAsk,
      sessionId,
      kind: 'form',
      tool,
      toolUseId,
      summary,
      summaryIsComplete,
      input: value,
      truncated,
      agentId: null,
      agentName: null,
      marks: [],
      askedBy: null,
      defaultToNo: false,
      changedByHook: false,
      mcpServer: null,
      interaction: { ...interaction, approvalScopes: [], survivesRestart: false },
      askedAt: at,
      expiresAt: null,
      fingerprint: fingerprintOf(tool, { form, prompt }),
      note: null,
    },
    input: form,
    suggestions: [],
    folder,
  };
}

/** What the transcript keeps of it. */
export function toElicitationStep({ request, form, id, at, toolUseId }: ShownElicitation): InteractionStep {
  return {
    interactionId: id,
    step: 0,
    at,
    turn: null,
    messageId: null,
    toolUseId,
    kind: 'input',
    origin: originOf(request),
    prompt: promptOf(request),
    error: null,
    presentation: 'tool',
    approvalScopes: [],
    form,
    completedView: { showInputs: true },
    response: null,
    isOpen: true,
  };
}

const originOf = ({ server }: ElicitationRequest): InteractionOrigin => ({ by: 'server', server: serverWords(server) });

function promptOf({ server, title, description, message }: ElicitationRequest): string {
  const parts = [title, description, message].flatMap((part) => (part?.trim() ? [part.trim()] : []));
  const prompt = escapeInvisible([...new Set(parts)].join('\n\n'));
  return truncate(prompt, maxPromptLength) || `${serverWords(server)} asks for your input.`;
}
