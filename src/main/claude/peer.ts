import { assertNever } from '../../shared/assert';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { McpHints } from '../../shared/mcp-hints';
import {
  Cancelled,
  ContextUsage,
  FileSuggestions,
  Initialized,
  Interrupted,
  McpStatus,
  ModelSet,
  ModeSet,
  SettingsInForce,
} from './answers';
import type { ClaudeEvent } from './events';
import { type Incoming, IncomingRequests, type OpenRequest } from './incoming-requests';
import { LineWriter } from './line-writer';
import { hintsOf } from './mcp-tool-names';
import { type ControlRequest, type InitializeOptions, permissionPayload, type UserMessageOptions, userLine } from './outgoing-lines';
import { OutgoingRequests } from './outgoing-requests';
import type { Transport, TransportEnd } from './transport';
import {
  type CanUseTool,
  type ControlAnswer,
  type Elicitation,
  type ElicitationResult,
  type HookCallback,
  type McpMessage,
  type Outcome,
  type PermissionResult,
  parseLine,
  type RequestBody,
  type UserContent,
} from './wire';
import type { CliMessage } from './wire/fields';
import { readMessage } from './wire/messages';

type Handler<Body, Result> = (body: Body, incoming: Incoming<Result>) => void | Promise<void>;

/**
 * Who takes what the CLI says. A question without a handler, and one whose handler throws before it replies, is
 * answered with an error.
 */
export interface PeerHandlers {
  readonly canUseTool?: Handler<CanUseTool, PermissionResult>;
  readonly hookCallback?: Handler<HookCallback, JsonObject>;
  /** Replied to with a JSON-RPC message; a notification with any. */
  readonly mcpMessage?: Handler<McpMessage, JsonObject>;
  readonly elicitation?: Handler<Elicitation, ElicitationResult>;
  readonly event: (event: ClaudeEvent) => void;
  readonly trouble: (trouble: PeerTrouble) => void;
  /** Once, after every waiter has been told. */
  readonly ended: (end: TransportEnd) => void;
}

/** A rule of the settings that asks, such as `Bash(git push:*)`, and which settings it is in. */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

/** Something that should not happen and must not be lost. */
export type PeerTrouble =
  | { readonly kind: 'broken-line'; readonly problem: string; readonly excerpt: string }
  | { readonly kind: 'unserved-request'; readonly requestId: string; readonly problem: string }
  | { readonly kind: 'repeated-request'; readonly requestId: string }
  | { readonly kind: 'unexpected-response'; readonly requestId: string }
  | { readonly kind: 'handler-failed'; readonly requestId: string | null; readonly error: unknown };

export interface PeerCounts {
  readonly lines: number;
  readonly messages: number;
  readonly requests: number;
  /** Printed beside the protocol, and skipped. */
  readonly notJson: number;
  readonly broken: number;
  /** Our own answers, come back to us. */
  readonly echoes: number;
  readonly unexpectedResponses: number;
}

/** The CLI chooses its ids, of any length; this much of one is enough to know it again. */
const shown = (requestId: string): string => requestId.slice(0, 100);

/** Our end of the stream-json protocol with one run. Whoever made the transport owns the process. */
export class ProtocolPeer {
  readonly #handlers: PeerHandlers;
  readonly #writer: LineWriter;
  readonly #incoming: IncomingRequests;
  readonly #outgoing: OutgoingRequests;
  readonly #counts = { lines: 0, messages: 0, requests: 0, notJson: 0, broken: 0, echoes: 0, unexpectedResponses: 0 };

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#handlers = handlers;
    this.#writer = new LineWriter(transport);
    this.#incoming = new IncomingRequests(this.#writer);
    this.#outgoing = new OutgoingRequests(this.#writer);
    transport.onLine((line) => this.#receive(line));
    transport.onEnd((end) => this.#end(end));
  }

  get counts(): PeerCounts {
    return this.#counts;
  }

  /** Resolves when the run has taken the line, which is before the CLI takes it up. */
  async sendUserMessage(content: UserContent, options: UserMessageOptions): Promise<void> {
    await this.#writer.write(userLine(content, options));
  }

  /** Settles on the CLI's answer, its refusal ('cli-refused'), or the end of the run ('run-gone'). */
  request(request: ControlRequest): Promise<ControlAnswer> {
    return this.#outgoing.send(request);
  }

  async initialize(options: InitializeOptions = {}): Promise<Initialized> {
    const { response } = await this.request({ ...options, subtype: 'initialize' });
    return Initialized.parse(response);
  }

  /** The uuids of messages that stay queued and run next, where the CLI says. */
  async interrupt(): Promise<readonly string[]> {
    const { response } = await this.request({ subtype: 'interrupt' });
    return Interrupted.parse(response).still_queued;
  }

  /** The mode the CLI says it is in now; an older one takes any word for a mode. */
  async setPermissionMode(mode: string): Promise<string> {
    const { response } = await this.request({ subtype: 'set_permission_mode', mode });
    return ModeSet.parse(response).mode ?? mode;
  }

  /** The model's full name, where the CLI says. That it exists is only known after the next turn. */
  async setModel(model: string): Promise<string> {
    const { response } = await this.request({ subtype: 'set_model', model });
    return ModelSet.parse(response).model ?? model;
  }

  /** Whether the message was still queued and is now gone. */
  async cancelAsyncMessage(uuid: string): Promise<boolean> {
    const { response } = await this.request({ subtype: 'cancel_async_message', message_uuid: uuid });
    return Cancelled.parse(response).cancelled;
  }

  async getContextUsage(): Promise<ContextUsage> {
    const { response } = await this.request({ subtype: 'get_context_usage' });
    return ContextUsage.parse(response);
  }

  /** What MCP servers say of their tools, by the names under which the CLI asks about them. */
  async mcpToolHints(): Promise<ReadonlyMap<string, McpHints>> {
    const { response } = await this.request({ subtype: 'mcp_status' });
    return hintsOf(McpStatus.parse(response));
  }

  /** The `permissions.ask` rules in force now, as they are written in the settings. The CLI reads changed settings by itself. */
  async askRules(): Promise<readonly AskRule[]> {
    const { response } = await this.request({ subtype: 'get_settings' });
    return SettingsInForce.parse(response).sources.flatMap(({ source, settings }) =>
      (settings?.permissions?.ask ?? []).map((rule) => ({ rule, source })),
    );
  }

  /** Paths for an `@` mention. Empty at first, while the CLI still reads the folder. */
  async fileSuggestions(query: string): Promise<readonly string[]> {
    const { response } = await this.request({ subtype: 'file_suggestions', query });
    return FileSuggestions.parse(response).suggestions.map(({ path }) => path);
  }

  async renameSession(title: string): Promise<void> {
    await this.request({ subtype: 'rename_session', title });
  }

  #receive(line: string): void {
    this.#counts.lines++;
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
        // One for a question already answered crossed our answer on the way, which is no trouble.
        this.#incoming.withdraw(parsed.id);
        break;
      case 'not-json':
        this.#counts.notJson++;
        break;
      case 'broken':
        this.#counts.broken++;
        this.#handlers.trouble({ kind: 'broken-line', problem: parsed.problem, excerpt: parsed.excerpt });
        break;
      default:
        assertNever(parsed);
    }
  }

  #takeMessage(message: CliMessage): void {
    this.#counts.messages++;
    try {
      const event = readMessage(message);
      if (event) this.#handlers.event(event);
    } catch (error) {
      // The next lines may hold a question.
      this.#handlers.trouble({ kind: 'handler-failed', requestId: null, error });
    }
  }

  #takeResponse(requestId: string, outcome: Outcome): void {
    if (!OutgoingRequests.isOurs(requestId)) {
      this.#counts.echoes++;
    } else if (!this.#outgoing.settle(requestId, outcome)) {
      this.#counts.unexpectedResponses++;
      this.#handlers.trouble({ kind: 'unexpected-response', requestId: shown(requestId) });
    }
  }

  #takeRequest(requestId: string, body: RequestBody): void {
    this.#counts.requests++;
    // A second way back for one question would answer it twice.
    if (this.#incoming.isOpen(requestId)) {
      this.#handlers.trouble({ kind: 'repeated-request', requestId: shown(requestId) });
      return;
    }
    const { canUseTool, hookCallback, mcpMessage, elicitation } = this.#handlers;
    switch (body.subtype) {
      case 'can_use_tool':
        this.#serve(requestId, body, canUseTool, permissionPayload);
        break;
      case 'hook_callback':
        this.#serve(requestId, body, hookCallback, (output) => output);
        break;
      case 'mcp_message':
        this.#serve(requestId, body, mcpMessage, (message) => ({ mcp_response: message }));
        break;
      case 'elicitation':
        this.#serve(requestId, body, elicitation, (result) => result);
        break;
      case 'unknown':
        this.#serve(requestId, body, undefined, () => ({}));
        break;
      default:
        assertNever(body);
    }
  }

  #serve<Body extends RequestBody, Result>(
    requestId: string,
    body: Body,
    handler: Handler<Body, Result> | undefined,
    toPayload: (result: Result) => JsonObject,
  ): void {
    const open = this.#incoming.open(requestId, toPayload);
    if (handler) {
      void this.#run(handler, body, open);
      return;
    }
    const problem = body.subtype === 'unknown' ? body.problem : `Nobody here serves ${body.subtype}.`;
    open.refuse(problem);
    this.#handlers.trouble({ kind: 'unserved-request', requestId: shown(requestId), problem });
  }

  async #run<Body, Result>(handler: Handler<Body, Result>, body: Body, open: OpenRequest<Result>): Promise<void> {
    const { requestId, signal } = open.incoming;
    try {
      await handler(body, open.incoming);
    } catch (error) {
      const expected = error instanceof AppError;
      const wasOpen = open.refuse(expected ? error.message : 'Signalbox failed to handle this request.');
      // After an answer or an abort an expected error only says that the handler came too late.
      if (wasOpen || !(expected || signal.aborted)) this.#handlers.trouble({ kind: 'handler-failed', requestId: shown(requestId), error });
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
