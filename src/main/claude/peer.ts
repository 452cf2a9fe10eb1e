import { assertNever } from '../../shared/assert';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { McpHints } from '../../shared/mcp-hints';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation';
import type { ClaudeEvent } from './events';
import { type Incoming, IncomingRequests } from './incoming-requests';
import { LineWriter } from './line-writer';
import type { McpMessage, ServeMcpMessage } from './mcp-message';
import type { McpServerReport } from './mcp-server-report';
import { OutgoingRequests, type UnsupportedRequests } from './outgoing-requests';
import type { PermissionRequest } from './permission-request';
import type { Transport, TransportEnd } from './transport';
import { type AskRule, type Initialized, readAskRules, readFileSuggestions, readInitialized, readMcpHints, readMode } from './wire/answers';
import type { CliMessage } from './wire/fields';
import { type CliRequest, type Outcome, parseLine } from './wire/lines';
import { readMcpServers, readSignInPage } from './wire/mcp-servers';
import { readMessage } from './wire/messages';
import {
  type ControlRequest,
  elicitationLine,
  errorLine,
  mcpAnswerLine,
  permissionLine,
  type UserMessageOptions,
  type UserWords,
  userLine,
} from './wire/outgoing-lines';

export interface PeerHandlers {
  /** When it throws before it replies, the CLI is answered with an error. */
  readonly permission: (request: PermissionRequest, incoming: Incoming) => void | Promise<void>;
  /** Serves the MCP servers that run in the app. Without it, the CLI is told that there are none. */
  readonly mcpMessage?: ServeMcpMessage;
  /** An MCP server of the person's asks for input. Without it, the CLI tells the server that nobody answered. */
  readonly elicitation?: (request: ElicitationRequest, incoming: Incoming<ElicitationAnswer>) => void | Promise<void>;
  readonly event: (event: ClaudeEvent) => void;
  readonly trouble: (trouble: PeerTrouble) => void;
  /** Called once, after all pending requests have been rejected or aborted. */
  readonly ended: (end: TransportEnd) => void;
  /** Remembers what this version of the CLI does not know; without it, the peer does so for its own run. */
  readonly unsupported?: UnsupportedRequests;
}

/** Something unexpected, for the log. */
export type PeerTrouble =
  | { readonly kind: 'broken-line'; readonly problem: string; readonly excerpt: string }
  | { readonly kind: 'unserved-request'; readonly requestId: string; readonly problem: string }
  | { readonly kind: 'repeated-request'; readonly requestId: string }
  | { readonly kind: 'unexpected-response'; readonly requestId: string }
  | { readonly kind: 'handler-failed'; readonly requestId: string | null; readonly error: unknown };

/** The CLI chooses its ids, of any length; this much of one is enough to recognise it. */
const shown = (requestId: string): string => requestId.slice(0, 100);

/** Our end of the stream-json protocol with one run. Whoever made the transport owns the process. */
export class ProtocolPeer {
  readonly #handlers: PeerHandlers;
  readonly #writer: LineWriter;
  readonly #incoming: IncomingRequests;
  readonly #outgoing: OutgoingRequests;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#handlers = handlers;
    this.#writer = new LineWriter(transport);
    this.#incoming = new IncomingRequests(this.#writer);
    this.#outgoing = new OutgoingRequests(this.#writer, handlers.unsupported ?? new Set());
    transport.onLine((line) => this.#receive(line));
    transport.onEnd((end) => this.#end(end));
  }

  /** Resolves when the line is written to the run, which is before the CLI reads it. */
  async sendUserMessage(words: UserWords, options: UserMessageOptions): Promise<void> {
    await this.#writer.write(userLine(words, options));
  }

  // Each of these settles on the CLI's answer, its refusal ('cli-refused'), or the end of the run ('run-gone').

  async initialize(): Promise<Initialized> {
    // Without the field, newer versions end all background agents with every interrupt. Older ones ignore it.
    return readInitialized(await this.#request({ subtype: 'initialize', perTaskStopAffordance: true }));
  }

  async interrupt(): Promise<void> {
    await this.#request({ subtype: 'interrupt' });
  }

  /** Ends a background task. An unknown one is no failure: it may just have ended. */
  async stopTask(taskId: string): Promise<void> {
    await this.#request({ subtype: 'stop_task', task_id: taskId });
  }

  /** Lets in all messages of other sessions that the CLI holds back, and holds back later ones again. It can't let in a single one. */
  async letInHeldMessages(): Promise<void> {
    await this.#request({ subtype: 'apply_flag_settings', settings: { crossSessionInbound: 'accept' } });
    await this.#request({ subtype: 'apply_flag_settings', settings: { crossSessionInbound: 'hold' } });
  }

  /** The CLI keeps holding the message, and drops it instead of reading it when others are let in. */
  async dropHeldMessage(uuid: string): Promise<void> {
    await this.#request({ subtype: 'cancel_async_message', message_uuid: uuid });
  }

  /** Returns the mode that the CLI is in now. An older CLI does not tell, and accepts any word. */
  async setPermissionMode(mode: string): Promise<string> {
    return readMode(await this.#request({ subtype: 'set_permission_mode', mode })) ?? mode;
  }

  /** Whether the model exists is only known after the next turn. */
  async setModel(model: string): Promise<void> {
    await this.#request({ subtype: 'set_model', model });
  }

  /** What MCP servers say about their tools, by the names under which the CLI asks about them. */
  async mcpToolHints(): Promise<ReadonlyMap<string, McpHints>> {
    return readMcpHints(await this.#request({ subtype: 'mcp_status' }));
  }

  /** The MCP servers of the run as they are now. */
  async mcpServers(): Promise<readonly McpServerReport[]> {
    return readMcpServers(await this.#request({ subtype: 'mcp_status' }));
  }

  /** Connects to a server again. Its refusal ('cli-refused') says why that failed. */
  async reconnectMcpServer(serverName: string): Promise<void> {
    await this.#request({ subtype: 'mcp_reconnect', serverName });
  }

  /** The CLI remembers it for the folder, also for other sessions. */
  async setMcpServerEnabled(serverName: string, enabled: boolean): Promise<void> {
    await this.#request({ subtype: 'mcp_toggle', serverName, enabled });
  }

  /** Returns the page on which the person signs in to a server. The CLI does not report when they did. */
  async signInToMcpServer(serverName: string): Promise<string | null> {
    return readSignInPage(await this.#request({ subtype: 'mcp_authenticate', serverName }));
  }

  /** The `permissions.ask` rules in force now, as they are written in the settings. The CLI reads changed settings by itself. */
  async askRules(): Promise<readonly AskRule[]> {
    return readAskRules(await this.#request({ subtype: 'get_settings' }));
  }

  /** Paths for an `@` mention. Empty at first, while the CLI still reads the folder. */
  async fileSuggestions(query: string): Promise<readonly string[]> {
    return readFileSuggestions(await this.#request({ subtype: 'file_suggestions', query }));
  }

  /** Sends a notification of a server of ours, for example that its tools changed. Older versions don't read it. */
  async sendMcpMessage({ server, message }: McpMessage): Promise<void> {
    await this.#request({ subtype: 'mcp_message', server_name: server, message });
  }

  async renameSession(title: string): Promise<void> {
    await this.#request({ subtype: 'rename_session', title });
  }

  #request(request: ControlRequest): Promise<JsonObject> {
    return this.#outgoing.send(request);
  }

  #receive(line: string): void {
    const parsed = parseLine(line);
    switch (parsed.kind) {
      case 'message':
        this.#takeMessage(parsed.message);
        break;
      case 'request':
        this.#takeRequest(parsed.id, parsed.body);
        break;
      case 'response':
        this.#takeResponse(parsed.id, parsed.outcome);
        break;
      case 'cancel':
        // If we have answered already, the cancel and our answer crossed, which is harmless.
        this.#incoming.withdraw(parsed.id);
        break;
      case 'not-json':
        break;
      case 'broken':
        this.#handlers.trouble({ kind: 'broken-line', problem: parsed.problem, excerpt: parsed.excerpt });
        break;
      default:
        assertNever(parsed);
    }
  }

  #takeMessage(message: CliMessage): void {
    try {
      const event = readMessage(message);
      if (event) this.#handlers.event(event);
    } catch (error) {
      // The next lines may hold a request, so reading goes on.
      this.#handlers.trouble({ kind: 'handler-failed', requestId: null, error });
    }
  }

  #takeResponse(requestId: string, outcome: Outcome): void {
    // The CLI can echo our own answers.
    if (!OutgoingRequests.isOurs(requestId)) return;
    if (!this.#outgoing.settle(requestId, outcome)) {
      this.#handlers.trouble({ kind: 'unexpected-response', requestId: shown(requestId) });
    }
  }

  #takeRequest(requestId: string, body: CliRequest): void {
    // Serving it again would answer it twice.
    if (this.#incoming.isOpen(requestId)) {
      this.#handlers.trouble({ kind: 'repeated-request', requestId: shown(requestId) });
      return;
    }
    switch (body.kind) {
      case 'permission':
        void this.#serve(requestId, permissionLine, (incoming) => this.#handlers.permission(body.request, incoming));
        break;
      case 'mcp-message':
        void this.#serve(requestId, mcpAnswerLine, (incoming) => this.#serveMcp(body.message, incoming));
        break;
      case 'elicitation':
        void this.#serve(requestId, elicitationLine, (incoming) => this.#serveElicitation(body.request, incoming));
        break;
      case 'unknown':
        this.#incoming.open(requestId, errorLine).refuse(body.problem);
        this.#handlers.trouble({ kind: 'unserved-request', requestId: shown(requestId), problem: body.problem });
        break;
      default:
        assertNever(body);
    }
  }

  async #serveMcp(message: McpMessage, incoming: Incoming<JsonObject | null>): Promise<void> {
    const serve = this.#handlers.mcpMessage;
    if (!serve) throw new AppError('not-found', `There is no server “${shown(message.server)}” in this app.`);
    await incoming.reply(await serve(message, incoming.signal));
  }

  async #serveElicitation(request: ElicitationRequest, incoming: Incoming<ElicitationAnswer>): Promise<void> {
    const { elicitation } = this.#handlers;
    await (elicitation ? elicitation(request, incoming) : incoming.reply({ action: 'cancel' }));
  }

  async #serve<Answer>(
    requestId: string,
    lineOf: (id: string, answer: Answer) => string,
    handle: (incoming: Incoming<Answer>) => void | Promise<void>,
  ): Promise<void> {
    const { incoming, refuse } = this.#incoming.open(requestId, lineOf);
    try {
      await handle(incoming);
    } catch (error) {
      const expected = error instanceof AppError;
      const wasOpen = refuse(expected ? error.message : 'Signalbox failed to handle this request.');
      // After an answer or an abort an expected error only says that the handler came too late.
      if (wasOpen || !(expected || incoming.signal.aborted))
        this.#handlers.trouble({ kind: 'handler-failed', requestId: shown(requestId), error });
    }
  }

  #end(end: TransportEnd): void {
    const gone = new AppError('run-gone', end.message);
    this.#writer.close(gone);
    this.#outgoing.close(gone);
    this.#incoming.close();
    this.#handlers.ended(end);
  }
}
