import { messageOf } from '../shared/errors';
import { ApprovalScope } from '../shared/interaction';
import type { JsonObject } from '../shared/json-object';
import { type ToolContext, type ToolDefinition, ToolError } from '../tool-api/definition';
import { parsePrompt } from '../tool-api/prompt-schema';
import { type PromptPort, runInteraction } from '../tool-api/run-interaction';
import { logLine } from './log-line';
import { type CallContext, maxResultLength, PromptAnswer } from './messages';
import type { ToolPort } from './port';
import type { RequestsToMain } from './requests-to-main';

/** Runs the handler of the tool for each call. */
export class CallRunner {
  readonly #tool: ToolDefinition;
  readonly #port: ToolPort;
  readonly #requests: RequestsToMain;
  readonly #running = new Map<number, AbortController>();

  constructor(tool: ToolDefinition, port: ToolPort, requests: RequestsToMain) {
    this.#tool = tool;
    this.#port = port;
    this.#requests = requests;
  }

  async run(call: number, args: JsonObject, context: CallContext): Promise<void> {
    const controller = new AbortController();
    this.#running.set(call, controller);
    try {
      const json = toJson(await this.#tool.handler(args, this.#contextOf(call, context, controller.signal)));
      this.#port.post({ type: 'result', call, json });
    } catch (error) {
      const isExpected = error instanceof ToolError;
      if (!isExpected) logLine(error);
      this.#port.post({ type: 'error', call, code: isExpected ? error.code : null, message: messageOf(error).slice(0, 5_000) });
    } finally {
      this.#running.delete(call);
    }
  }

  cancel(call: number): void {
    this.#running.get(call)?.abort(new ToolError('interaction-cancelled', 'The call was given up.'));
  }

  #contextOf(call: number, { sessionId, toolCallId, cwd, isInteractive }: CallContext, signal: AbortSignal): ToolContext {
    const send = (wanted: unknown): Promise<unknown> => this.#requests.send(call, wanted);
    const port: PromptPort = {
      // The checked copy holds only what a message can carry.
      prompt: async (prompt) => PromptAnswer.parse(await send({ what: 'prompt', prompt: parsePrompt(prompt) })),
      postpone: async ({ message, queued = true }) => PromptAnswer.parse(await send({ what: 'postpone', message, queued })),
    };
    return {
      sessionId,
      toolCallId,
      cwd,
      signal,
      log: logLine,
      interaction: { available: isInteractive },
      requestInteraction: (request) => runInteraction(request, port),
      approvals: {
        get: async (key) => ApprovalScope.nullable().parse(await send({ what: 'get-approval', key })),
        set: async (key, scope) => void (await send({ what: 'set-approval', key, scope })),
        clearSession: async () => void (await send({ what: 'clear-session-approvals' })),
      },
    };
  }
}

/** Nothing is returned as null. */
function toJson(value: unknown): string {
  const json = stringify(value ?? null);
  if (json.length <= maxResultLength) return json;
  const [length, most] = [json.length, maxResultLength].map((count) => count.toLocaleString('en'));
  throw new Error(`The tool returned ${length} characters of JSON, and Claude can take ${most}.`);
}

function stringify(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    if (typeof json === 'string') return json;
  } catch (error) {
    throw new Error(`The tool returned something that is not JSON: ${messageOf(error)}`);
  }
  throw new Error(`The tool returned a ${typeof value}, which is not JSON.`);
}
