import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { messageOf } from '../../shared/errors';
import { askId, SessionId } from '../../shared/ids';
import type { JsonObject } from '../../shared/json-object';
import { mcpToolName } from '../../shared/tools';
import { ToolError } from '../../tool-api/definition';
import { longestCallMs, ownServer } from '../claude/launch-plan';
import type { McpMessage } from '../claude/mcp-message';
import type { PermissionRequest } from '../claude/permission-request';
import type { OfferedTool, ToolCall } from '../tools/offered-tool';
import type { CallOrigin, ToolServer } from '../tools/tool-server';
import { lateToolMessage } from './answer-messages';
import { LiveToolCall, type ToolCallHost } from './live-tool-call';
import type { RunLife } from './run-life';
import type { SessionAsks } from './session-asks';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';

/** The calls of our own tools in one session, and the MCP server that its run sees. */
export class SessionTools {
  readonly #deps: Pick<SessionDependencies, 'desk' | 'log' | 'now' | 'tools'>;
  readonly #record: SessionRecord;
  readonly #life: RunLife;
  readonly #asks: SessionAsks;
  readonly #host: ToolCallHost;
  readonly #calls = new Set<LiveToolCall>();
  #server: Promise<ToolServer> | null = null;
  readonly #stopWatching: () => void;

  constructor(
    deps: Pick<SessionDependencies, 'desk' | 'log' | 'now' | 'tools'>,
    record: SessionRecord,
    transcript: SessionTranscript,
    life: RunLife,
    asks: SessionAsks,
  ) {
    this.#deps = deps;
    this.#record = record;
    this.#life = life;
    this.#asks = asks;
    this.#stopWatching = deps.tools.source.onChange(() => void this.#server?.then((server) => server.updateTools()));
    this.#host = {
      sessionId: record.value.id,
      folder: record.value.folder,
      now: deps.now,
      isInteractive: () => this.#isInteractive,
      ask: (incoming, signal, deliver) => asks.askForTool(incoming, signal, deliver),
      postpone: ({ ask }) => deps.desk.postpone(ask),
      repromptLate: (incoming) => deps.desk.repromptLate(incoming),
      idOfSamePrompt: ({ id, fingerprint }) => {
        const before = deps.desk.orphanedPrompt(id);
        return before?.fingerprint === fingerprint ? (before.interaction?.id ?? null) : null;
      },
      keepStep: (step) => {
        const keep = () => void transcript.write((builder) => builder.setInteraction(step.toolUseId, step));
        // The run waits for an answer, and the transcript does not: the decision is on disk already.
        if (step.response) setImmediate(keep);
        else keep();
      },
    };
  }

  /** Answers a message of the run to our server. */
  async receive({ server, message }: McpMessage): Promise<JsonObject | null> {
    if (server !== ownServer) throw new ToolError('invalid-request', `There is no server “${server.slice(0, 100)}” in Signalbox.`);
    this.#server ??= this.#startServer();
    return (await this.#server).receive(message);
  }

  /** Whether a call goes to one of our own tools, which ask by themselves when a person must decide. No other server has our name. */
  isOwnCall({ tool, mcpServer }: Pick<PermissionRequest, 'tool' | 'mcpServer'>): boolean {
    if (mcpServer && mcpServer.name !== ownServer) return false;
    return this.#deps.tools.source.toolsFor(this.#record.value).some(({ name }) => mcpToolName(ownServer, name) === tool);
  }

  /** A tool's late answer: the handler that waits for it goes on. Returns what to tell Claude; null if no handler waits for it. */
  async answerLate(ask: Ask, decision: Decision, surface: Surface): Promise<LateOutcome | null> {
    const call = [...this.#calls].find((one) => one.isLate && askId(this.#record.value.id, one.toolUseId) === ask.id);
    if (!call) return null;
    return { message: await call.answerLate(decision, surface) };
  }

  endRun(): void {
    for (const call of this.#calls) if (!call.isLate) call.giveUp('closed');
    void this.#server
      ?.then((server) => server.close())
      .catch((error: unknown) => this.#deps.log.warn('a tool server did not close', { error }));
    this.#server = null;
  }

  /** The session is closed: nobody waits for any answer. */
  close(): void {
    this.#stopWatching();
    for (const call of this.#calls) call.giveUp('withdrawn');
  }

  get #isInteractive(): boolean {
    return this.#record.value.interactive && this.#deps.tools.clients.isAvailable;
  }

  async #startServer(): Promise<ToolServer> {
    // The SDK is large, and the app starts without it.
    const { source, version } = this.#deps.tools;
    const [{ ToolServer }] = await Promise.all([import('../tools/tool-server'), source.prepare(this.#record.value)]);
    const peer = this.#life.live?.run.peer;
    return new ToolServer({
      name: ownServer,
      version,
      tools: () => source.toolsFor(this.#record.value),
      call: (tool, args, origin) => this.#call(tool, args, origin),
      // An older CLI does not read them.
      notify: (message) => void peer?.sendMcpMessage({ server: ownServer, message }).catch(() => undefined),
      failed: (tool, error) => this.#deps.log.warn('a tool could not be offered', { tool, error }),
    });
  }

  async #call(tool: OfferedTool, args: JsonObject, { toolUseId, signal }: CallOrigin): Promise<unknown> {
    if (tool.onRestart === 'fail' && this.#asks.isLeftOver(toolUseId))
      throw new ToolError(
        'interaction-cancelled',
        'Signalbox or the session restarted while this tool waited for the user. It is not known what it had done. Check before you call it again.',
      );
    const call = new LiveToolCall(this.#host, { tool, toolUseId, args }, longestCallMs);
    this.#calls.add(call);
    const giveUp = (): void => {
      if (!call.isLate) call.giveUp('withdrawn');
    };
    signal.addEventListener('abort', giveUp);
    const done = tool.call(args, this.#contextOf(call, tool)).finally(() => {
      this.#calls.delete(call);
      signal.removeEventListener('abort', giveUp);
    });
    const { title } = tool;
    done.then(
      (value) => call.end(lateToolMessage(title, call.lastPrompt, { result: value })),
      (error: unknown) => call.end(lateToolMessage(title, call.lastPrompt, { error: messageOf(error) })),
    );
    return Promise.race([call.postponed, done, givenUp(call)]);
  }

  #contextOf(call: LiveToolCall, tool: OfferedTool): ToolCall {
    const { id, folder } = this.#record.value;
    const { approvals } = this.#deps.tools;
    return {
      sessionId: id,
      toolCallId: call.toolUseId,
      cwd: folder,
      signal: call.signal,
      isInteractive: this.#isInteractive,
      approvals: {
        get: async (key) => approvals.take(tool.approvalOwner, SessionId.parse(id), key),
        set: async (key, scope) => approvals.remember(tool.approvalOwner, SessionId.parse(id), key, scope),
        clearSession: async () => approvals.clearSession(tool.approvalOwner, SessionId.parse(id)),
      },
      log: (...words) => this.#deps.log.info('tool', { tool: tool.name, words }),
      prompt: (prompt) => call.prompt(prompt),
      postpone: (pending) => call.postpone(pending),
    };
  }
}

/** What Claude is told after a late answer: null if the tool asks again. */
export interface LateOutcome {
  readonly message: string | null;
}

/** Rejects when Claude Code gives up the call, so that a handler that goes on keeps nobody waiting. */
const givenUp = (call: LiveToolCall): Promise<never> =>
  new Promise((_resolve, reject) => {
    call.signal.addEventListener('abort', () => reject(new ToolError('interaction-cancelled', 'The call was given up.')));
  });
