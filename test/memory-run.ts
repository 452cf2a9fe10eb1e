import { z } from 'zod';
import type { StopOptions } from '../src/main/claude/child';
import type { LaunchPlan } from '../src/main/claude/launch-plan';
import { type PeerHandlers, ProtocolPeer } from '../src/main/claude/peer';
import type { TransportEnd } from '../src/main/claude/transport';
import type { Run, StartRun } from '../src/main/sessions/run';
import type { RunId } from '../src/shared/ids';
import { Tool } from '../src/shared/tools';
import { type FarEnd, memoryTransport } from './memory-transport';

const Line = z.looseObject({
  type: z.string(),
  request_id: z.string().optional(),
  request: z.looseObject({ subtype: z.string() }).optional(),
  response: z.looseObject({ request_id: z.string(), subtype: z.string(), response: z.unknown() }).optional(),
  message: z.looseObject({ content: z.unknown() }).optional(),
});

/** A run without a process, for tests. It records how it was started and what it received, and sends what the test says. */
export class MemoryRun implements Run {
  readonly pid = null;
  readonly peer: ProtocolPeer;
  readonly far: FarEnd;
  readonly errorLines: string[] = [];
  /** For each stop: whether it was told that an ask is open. */
  readonly stops: boolean[] = [];
  /** For each stop: how long each step may take; null is the usual time. */
  readonly graces: (number | null)[] = [];
  killed = false;
  /** A stop waits for this before the run ends. */
  lingers: Promise<void> | null = null;
  readonly #answered = new Set<string>();

  constructor(
    readonly id: RunId,
    readonly plan: LaunchPlan,
    handlers: PeerHandlers,
  ) {
    const { transport, far } = memoryTransport();
    this.far = far;
    this.peer = new ProtocolPeer(transport, handlers);
  }

  async stop({ askWaiting, graceMs }: StopOptions): Promise<TransportEnd> {
    this.stops.push(askWaiting);
    this.graces.push(graceMs ?? null);
    const end: TransportEnd = { reason: 'exited', exitCode: askWaiting ? 143 : 0, signal: null, message: 'Stopped.' };
    await this.lingers;
    this.far.end(end);
    return end;
  }

  killNow(): void {
    this.killed = true;
  }

  get #lines() {
    return this.far.sent.map((line) => Line.parse(JSON.parse(line)));
  }

  /** The messages that a person sent to it. */
  get said(): unknown[] {
    return this.#lines.flatMap(({ type, message }) => (type === 'user' ? [message?.content] : []));
  }

  /** The names of the requests that it received, in order. */
  get requests(): string[] {
    return this.#lines.flatMap(({ request }) => (request ? [request.subtype] : []));
  }

  /** The answers to its own requests, by request id. */
  answerTo(requestId: string): unknown {
    return this.#lines.find(({ response }) => response?.request_id === requestId)?.response?.response;
  }

  /** Answers the oldest open request of this name; throws while there is none. */
  reply(subtype: string, response: object = {}): void {
    this.#settle(subtype, { subtype: 'success', response });
  }

  refuse(subtype: string, error: string): void {
    this.#settle(subtype, { subtype: 'error', error });
  }

  #settle(subtype: string, outcome: object): void {
    const open = this.#lines.find(({ request, request_id: id }) => request?.subtype === subtype && id && !this.#answered.has(id));
    if (!open?.request_id) throw new Error(`no ${subtype} was asked`);
    this.#answered.add(open.request_id);
    this.far.push({ type: 'control_response', response: { request_id: open.request_id, ...outcome } });
  }

  /** Sends the lines with which the CLI begins a turn. */
  init(more: object = {}): void {
    this.far.push({
      type: 'system',
      subtype: 'init',
      session_id: 'conversation',
      permissionMode: 'default',
      cwd: this.plan.cwd,
      uuid: 'init',
      ...more,
    });
  }

  state(state: 'running' | 'idle' | 'requires_action'): void {
    this.far.push({ type: 'system', subtype: 'session_state_changed', state, session_id: 'conversation' });
  }

  result(): void {
    this.far.push({ type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: 'done', session_id: 'conversation' });
  }

  /** Sends the lines with which the CLI reports that it can't resume. */
  noConversation(): void {
    const errors = ['No conversation found with session ID: conversation'];
    this.far.push({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors });
  }

  /** Sends one whole turn, from its beginning to its end. */
  turn(): void {
    this.init();
    this.state('running');
    this.result();
    this.state('idle');
  }

  ask(requestId: string, toolUseId: string, tool: string = Tool.Bash, input: object = { command: 'ls' }): void {
    this.far.push({
      type: 'assistant',
      message: { id: `message-${toolUseId}`, role: 'assistant', content: [{ type: 'tool_use', id: toolUseId, name: tool, input }] },
      parent_tool_use_id: null,
      session_id: 'conversation',
    });
    this.far.push({
      type: 'control_request',
      request_id: requestId,
      request: { subtype: 'can_use_tool', tool_name: tool, tool_use_id: toolUseId, input },
    });
  }

  toolResult(toolUseId: string, content: string): void {
    this.far.push({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolUseId, content, is_error: true }] },
      parent_tool_use_id: null,
      session_id: 'conversation',
    });
  }
}

/** Starts runs in memory, and keeps them for the test. */
export function memoryRuns(): { readonly runs: readonly MemoryRun[]; readonly startRun: StartRun } {
  const runs: MemoryRun[] = [];
  return {
    runs,
    startRun: (id, plan, handlers) => {
      const run = new MemoryRun(id, plan, handlers);
      runs.push(run);
      return run;
    },
  };
}
