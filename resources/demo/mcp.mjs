import { isRecord, list, str } from './json.mjs';
import { failure, misuse, success } from './outcome.mjs';
import { VERSION } from './self.mjs';
import { noteTime } from './times.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('./requests.mjs').Requests} Requests */

const protocolVersion = '2025-11-25';
/** How long a server may take to begin. */
const startTimeoutMs = Number(process.env.MCP_TIMEOUT) || 30_000;

/** @param {string} name */
export const isMcpTool = (name) => name.startsWith('mcp__');

/** The MCP servers that the app runs in itself, as their client. */
export class McpServers {
  #requests;
  /** @type {McpServer[]} */
  #servers;
  /** @type {Promise<unknown> | null} */
  #connected = null;

  /** @param {Requests} requests @param {string[]} names */
  constructor(requests, names) {
    this.#requests = requests;
    this.#servers = names.map((name) => new McpServer(name, requests));
  }

  /** Greets the servers, the first time it is called. */
  connect() {
    this.#connected ??= Promise.all(this.#servers.map((server) => server.connect()));
    return this.#connected;
  }

  /** Waits until each server has answered or failed. @param {AbortSignal} signal */
  async ready(signal) {
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.race([this.connect(), aborted]);
  }

  /** What the line that opens a turn says about them. */
  get introduction() {
    return {
      tools: this.#servers.flatMap((server) => server.toolNames),
      servers: this.#servers.map(({ name, status }) => ({ name, status })),
    };
  }

  /** Why a call makes no sense; null if a server has the tool. @param {string} tool @returns {Outcome | null} */
  objection(tool) {
    return this.#serverOf(tool) ? null : noSuchTool(tool);
  }

  /** @param {string} tool @param {Json} input @param {string} toolUseId @param {AbortSignal} signal @returns {Promise<Outcome>} */
  async call(tool, input, toolUseId, signal) {
    return this.#serverOf(tool)?.call(tool, input, toolUseId, signal) ?? noSuchTool(tool);
  }

  /** Takes a JSON-RPC message of a server. @param {string} name @param {Json} message */
  receive(name, message) {
    if (message.method === 'notifications/tools/list_changed') void this.#servers.find((server) => server.name === name)?.listAgain();
    // The CLI announces nothing that a server could use, so it can only be pinged.
    else if (typeof message.method === 'string' && message.id !== undefined) {
      const answer = message.method === 'ping' ? { result: {} } : { error: { code: -32_601, message: 'Method not found' } };
      void this.#requests.send(envelope(name, { jsonrpc: '2.0', id: message.id, ...answer }));
    }
  }

  /** @param {string} tool */
  #serverOf(tool) {
    return this.#servers.find((server) => server.toolNames.includes(tool));
  }
}

class McpServer {
  name;
  /** @type {'pending' | 'connected' | 'failed'} */
  status = 'pending';
  /** @type {string[]} */
  toolNames = [];
  #requests;
  #nextId = 0;

  /** @param {string} name @param {Requests} requests */
  constructor(name, requests) {
    this.name = name;
    this.#requests = requests;
  }

  /** Never throws: a session goes on without a server that fails. */
  async connect() {
    const signal = AbortSignal.timeout(startTimeoutMs);
    try {
      const clientInfo = { name: 'claude-code', title: 'Claude Code', version: VERSION };
      await this.#request('initialize', () => ({ protocolVersion, capabilities: {}, clientInfo }), signal);
      this.#notify('notifications/initialized');
      await this.#list(signal);
      this.status = 'connected';
    } catch {
      this.status = 'failed';
    }
  }

  async listAgain() {
    if (this.status !== 'connected') return;
    // After a failure the old list stays in use.
    await this.#list(AbortSignal.timeout(startTimeoutMs)).catch(() => {});
  }

  /** @param {string} tool @param {Json} input @param {string} toolUseId @param {AbortSignal} signal @returns {Promise<Outcome>} */
  async call(tool, input, toolUseId, signal) {
    const name = tool.slice(prefix(this.name).length);
    const params = (/** @type {number} */ id) => ({
      name,
      arguments: input,
      _meta: { 'claudecode/toolUseId': toolUseId, progressToken: id },
    });
    const cancel = (/** @type {number} */ requestId) =>
      this.#notify('notifications/cancelled', { requestId, reason: 'AbortError: remote-cancel' });
    noteTime('asked', toolUseId);
    const reply = await this.#request('tools/call', params, signal, cancel);
    noteTime('answered', toolUseId);
    return readResult(reply);
  }

  /** @param {AbortSignal} signal */
  async #list(signal) {
    const { tools } = await this.#request('tools/list', () => undefined, signal);
    this.toolNames = list(tools)
      .filter(isRecord)
      .map(({ name }) => `${prefix(this.name)}${str(name)}`);
  }

  /**
   * Resolves with the result. Throws what the CLI would say about a failure.
   * @param {string} method @param {(id: number) => Json | undefined} params @param {AbortSignal} signal @param {(id: number) => void} [cancel] @returns {Promise<Json>}
   */
  async #request(method, params, signal, cancel = () => {}) {
    const id = this.#nextId++;
    const message = { method, params: params(id), jsonrpc: '2.0', id };
    const reply = await this.#requests.send(envelope(this.name, message), signal, () => cancel(id));
    if (reply.kind === 'error') throw new Error(reply.error);
    if (reply.kind === 'closed') throw new Error('Tool permission stream closed before response received');
    if (reply.kind === 'cancelled') throw new Error('The request was cancelled');
    const answer = isRecord(reply.response) && isRecord(reply.response.mcp_response) ? reply.response.mcp_response : {};
    if (isRecord(answer.error)) throw new Error(`MCP error ${answer.error.code}: ${str(answer.error.message)}`);
    if (!isRecord(answer.result)) throw new Error('The server gave no result');
    return answer.result;
  }

  /** @param {string} method @param {Json} [params] */
  #notify(method, params) {
    void this.#requests.send(envelope(this.name, { jsonrpc: '2.0', method, ...(params ? { params } : {}) }));
  }
}

/** @param {string} tool */
const noSuchTool = (tool) => misuse(`Error: No such tool available: ${tool}`, `No such tool available: ${tool}`);

/** @param {string} server */
const prefix = (server) => `mcp__${server}__`;

/** @param {string} server @param {Json} message @returns {Json} */
const envelope = (server, message) => ({ subtype: 'mcp_message', server_name: server, message });

/** What the model gets of a result: the structured content alone, if there is any. @param {Json} result @returns {Outcome} */
function readResult({ content, structuredContent, isError }) {
  const blocks = list(content).filter(isRecord);
  const text = blocks.map((block) => str(block.text)).join('\n');
  if (isError === true) return failure(text);
  if (!isRecord(structuredContent)) return { ...success(text, blocks), blocks };
  const json = JSON.stringify(structuredContent);
  return success(json, { content: json, structuredContent });
}
