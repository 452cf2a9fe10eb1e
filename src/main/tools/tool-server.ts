import {
  fromJsonSchema,
  type JSONRPCMessage,
  McpServer,
  parseJSONRPCMessage,
  type RegisteredTool,
  type Transport,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../shared/errors';
import { isJsonObject, type JsonObject } from '../../shared/json-object';
import { ToolError } from '../../tool-api/definition';
import type { OfferedTool } from './offered-tool';

export interface ToolServerOptions {
  readonly name: string;
  readonly version: string;
  /** The tools to offer now. */
  readonly tools: () => readonly OfferedTool[];
  /** Makes a call. What it rejects with is a tool error for Claude. */
  readonly call: (tool: OfferedTool, args: JsonObject, call: CallOrigin) => Promise<unknown>;
  /** Sends a notification to the CLI. */
  readonly notify: (message: JsonObject) => void;
  /** Reports a tool that could not be offered. */
  readonly failed: (tool: string, error: unknown) => void;
}

export interface CallOrigin {
  /** The CLI's id of the call. */
  readonly toolUseId: string;
  /** Aborts when Claude Code gives up the call. */
  readonly signal: AbortSignal;
}

interface Offered {
  readonly tool: OfferedTool;
  readonly registered: RegisteredTool;
}

/** The app's own MCP server, as one run of the CLI sees it. */
export class ToolServer {
  readonly #options: ToolServerOptions;
  readonly #server: McpServer;
  readonly #transport = new ControlTransport((message) => this.#options.notify(message));
  readonly #offered = new Map<string, Offered>();
  readonly #connected: Promise<void>;

  constructor(options: ToolServerOptions) {
    this.#options = options;
    const { name, version } = options;
    this.#server = new McpServer({ name, title: 'Signalbox', version }, { capabilities: { tools: { listChanged: true } } });
    this.updateTools();
    this.#connected = this.#server.connect(this.#transport);
  }

  /** Returns the answer to a message of the CLI; null if it is a notification. */
  async receive(message: JsonObject): Promise<JsonObject | null> {
    await this.#connected;
    return this.#transport.receive(message);
  }

  /** Offers what there is now. The CLI is told if that changed. */
  updateTools(): void {
    const wanted = new Map(this.#options.tools().map((tool) => [tool.name, tool]));
    for (const [name, { tool, registered }] of this.#offered) {
      if (wanted.get(name) === tool) continue;
      registered.remove();
      this.#offered.delete(name);
    }
    for (const tool of wanted.values()) if (!this.#offered.has(tool.name)) this.#offer(tool);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #offer(tool: OfferedTool): void {
    const { name, title, description, parameters } = tool;
    try {
      const config = { title, description, inputSchema: fromJsonSchema<JsonObject>(parameters), _meta: { 'anthropic/alwaysLoad': true } };
      const registered = this.#server.registerTool(name, config, async (args, { mcpReq }) => {
        const toolUseId = mcpReq._meta?.['claudecode/toolUseId'];
        try {
          if (typeof toolUseId !== 'string') throw new ToolError('invalid-request', 'The call has no id.');
          return textResult(await this.#options.call(tool, args, { toolUseId, signal: mcpReq.signal }));
        } catch (error) {
          return {
            ...textResult({ ok: false, ...(error instanceof ToolError ? { code: error.code } : {}), error: messageOf(error) }),
            isError: true,
          };
        }
      });
      this.#offered.set(name, { tool, registered });
    } catch (error) {
      this.#options.failed(name, error);
    }
  }
}

function parseMessage(message: JsonObject): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(message);
  } catch {
    return null;
  }
}

const textResult = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value ?? null) }] });

/** Carries JSON-RPC inside the CLI's control requests: each request of the CLI takes exactly one answer. */
class ControlTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #notify: (message: JsonObject) => void;
  #isClosed = false;
  /** Who waits for the answer to a request, by its id. 2.1.197 uses an id twice when it begins. */
  readonly #waiting = new Map<unknown, ((answer: JsonObject) => void)[]>();

  constructor(notify: (message: JsonObject) => void) {
    this.#notify = notify;
  }

  async start(): Promise<void> {}

  receive(message: JsonObject): Promise<JsonObject | null> {
    if (typeof message.method !== 'string' || message.id === undefined) {
      this.#pass(message);
      if (message.method === 'notifications/cancelled' && isJsonObject(message.params)) this.#answerCancelled(message.params.requestId);
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      this.#waiting.set(message.id, [...(this.#waiting.get(message.id) ?? []), resolve]);
      if (this.#isClosed) this.#answerCancelled(message.id);
      else this.#pass(message);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) this.#notify({ ...message });
    else this.#answer(message.id, { ...message });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const id of [...this.#waiting.keys()]) this.#answerCancelled(id);
    this.onclose?.();
  }

  #pass(message: JsonObject): void {
    const parsed = parseMessage(message);
    if (parsed) this.onmessage?.(parsed);
    else this.#answer(message.id, { jsonrpc: '2.0', id: message.id, error: { code: -32_600, message: 'This is no JSON-RPC message.' } });
  }

  /** The server answers no request that was cancelled, and the CLI would wait for ever. */
  #answerCancelled(id: unknown): void {
    while (this.#waiting.has(id)) this.#answer(id, { jsonrpc: '2.0', id, error: { code: -32_800, message: 'The request was cancelled.' } });
  }

  #answer(id: unknown, answer: JsonObject): void {
    const [first, ...others] = this.#waiting.get(id) ?? [];
    if (others.length > 0) this.#waiting.set(id, others);
    else this.#waiting.delete(id);
    first?.(answer);
  }
}
