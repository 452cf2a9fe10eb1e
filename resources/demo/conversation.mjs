import { randomUUID } from 'node:crypto';
import { isRecord, str, textOf } from './json.mjs';
import { McpServers } from './mcp.mjs';
import { Requests } from './requests.mjs';
import { contextUsage, introduction } from './self.mjs';
import { Turn } from './turn.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {{ uuid: string, message: Json }} UserMessage */

/**
 * Our end of the wire: takes what the other side sends, answers control requests, and runs one turn at a time.
 * A message that comes during a turn always gets a turn of its own afterwards (the CLI may fold it into the running one).
 */
export class Conversation {
  #session;
  #scenario;
  #exit;
  #requests;
  #mcp;
  /** @type {UserMessage[]} */
  #queue = [];
  /** @type {Turn | null} */
  #turn = null;
  /** @type {Pick<import('./scenario.mjs').Script, 'next' | 'vars'>} */
  #position = { next: 0, vars: {} };
  /** A call that an earlier run left open. @type {{ call: import('./transcript.mjs').Dangling, script: import('./scenario.mjs').Script } | null} */
  #left = null;
  #introduced = false;
  #inputEnded = false;
  #interruptExit = false;
  #endedWell = true;
  #mayBypass;

  /** @param {import('./session.mjs').Session} session @param {string[]} mcpServers @param {import('./scenario.mjs').Scenario} scenario @param {(code: number) => void} exit */
  constructor(session, mcpServers, scenario, exit) {
    this.#session = session;
    this.#scenario = scenario;
    this.#exit = exit;
    this.#requests = new Requests(session);
    this.#mcp = new McpServers(this.#requests, mcpServers);
    this.#mayBypass = session.mode === 'bypassPermissions';
  }

  /** @param {Json} position @param {import('./transcript.mjs').Dangling | null} call */
  continueFrom(position, call) {
    const vars = Object.fromEntries(
      Object.entries(isRecord(position.vars) ? position.vars : {}).map(([name, value]) => [name, str(value)]),
    );
    this.#position = { next: Number(position.next ?? 0), vars };
    if (!call) return;
    this.#left = { call, script: { ...this.#position, turn: Number(position.turn ?? -1), from: Number(position.from ?? 0) } };
    // Marked as deferred, a call is asked for again before anyone says a word.
    if (call.marked) void this.#work();
  }

  /** One line of the other side; throws when it makes no sense. @param {unknown} line */
  receive(line) {
    // The CLI trips over `null`, and passes over an unknown type.
    if (line === null) throw new TypeError('null is not an object');
    if (!isRecord(line)) return;
    void this.#mcp.connect();
    if (line.type === 'user') this.#onUser(line);
    else if (line.type === 'control_request') this.#onRequest(str(line.request_id), needed(line.request));
    else if (line.type === 'control_response') this.#onResponse(needed(line.response));
  }

  /** The turn goes on without anyone to ask, then the process ends. */
  endInput() {
    this.#inputEnded = true;
    this.#requests.close();
    void this.#work();
  }

  endAfterInterrupt() {
    this.#interruptExit = true;
    this.#queue = [];
    this.#turn?.interrupt();
    void this.#work();
  }

  /** @param {Json} line */
  #onUser(line) {
    const message = needed(line.message);
    if (message.role !== 'user') throw new TypeError(`Expected message role 'user', got '${str(message.role)}'`);
    this.#left = this.#turn ? this.#left : null;
    this.#queue.push({ uuid: str(line.uuid) || randomUUID(), message });
    void this.#work();
  }

  /** @param {Json} response */
  #onResponse(response) {
    if (this.#requests.answer(response) || this.#turn || !this.#left) return;
    // An answer given after the run that asked had died; it names the call it is for.
    const given = isRecord(response.response) ? response.response : {};
    if (given.toolUseID === this.#left.call.id) void this.#work(given);
  }

  /** @param {string} id @param {Json} request */
  #onRequest(id, request) {
    const session = this.#session;
    const respond = (/** @type {Json} */ fields = {}) =>
      session.send({ type: 'control_response', response: { subtype: 'success', request_id: id, ...fields } });
    const refuse = (/** @type {string} */ error) =>
      session.send({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
    switch (request.subtype) {
      case 'initialize':
        respond({
          response: introduction(),
          ...(this.#introduced ? { pending_permission_requests: this.#requests.permissions, pending_user_dialog_requests: [] } : {}),
        });
        this.#introduced = true;
        return;
      case 'interrupt':
        this.#turn?.interrupt();
        return respond();
      case 'set_permission_mode':
        if (request.mode === 'bypassPermissions' && !this.#mayBypass) {
          return refuse(
            'Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions',
          );
        }
        respond({ response: { mode: request.mode } });
        return session.setMode(str(request.mode));
      case 'set_model':
        session.setModel(str(request.model) || 'default');
        return respond();
      case 'mcp_message':
        if (isRecord(request.message)) this.#mcp.receive(str(request.server_name), request.message);
        return respond();
      case 'stop_task':
        respond();
        return session.stopTask(request.task_id);
      case 'cancel_async_message': {
        const before = this.#queue.length;
        this.#queue = this.#queue.filter(({ uuid }) => uuid !== request.message_uuid);
        return respond({ response: { cancelled: this.#queue.length < before } });
      }
      case 'get_context_usage':
        return respond({ response: contextUsage(session.model, session.meter.outputTokens) });
      case 'get_settings':
        return respond({ response: { effective: {}, sources: [], applied: { model: session.model } } });
      case 'rename_session':
        session.transcript.note({ type: 'custom-title', customTitle: request.title });
        return respond();
      case 'end_session':
        respond();
        return this.#exit(0);
      default:
        return refuse(`Unsupported control request subtype: ${str(request.subtype)}`);
    }
  }

  get #app() {
    return { requests: this.#requests, mcp: this.#mcp };
  }

  /** Runs turns until nothing waits. @param {Json} [given] an answer for the call that was left open */
  async #work(given) {
    if (this.#turn) return;
    for (let next = this.#next(given); next; next = this.#next()) {
      this.#turn = next.turn;
      this.#session.setState('running');
      this.#endedWell = await next.run();
      this.#position = next.turn.script;
      this.#turn = null;
    }
    this.#session.setState('idle');
    if (this.#session.stubborn) return;
    if (this.#interruptExit) this.#exit(0);
    else if (this.#inputEnded) this.#exit(this.#endedWell ? 0 : 1);
  }

  /** @param {Json} [given] @returns {{ turn: Turn, run: () => Promise<boolean> } | null} */
  #next(given) {
    const session = this.#session;
    const left = this.#left;
    if (left && (left.call.marked || given)) {
      this.#left = null;
      const turn = new Turn(session, this.#app, this.#scenario, left.script);
      const run = () => {
        if (given) session.say({ ...left.call.line, parent_tool_use_id: null });
        return turn.resume(left.call, given);
      };
      return { turn, run };
    }
    const next = this.#queue.shift();
    if (!next) return null;
    const text = textOf(next.message.content);
    session.transcript.add({ type: 'user', message: next.message, uuid: next.uuid, permissionMode: session.mode, promptSource: 'sdk' });
    const script = this.#scenario.choose(text.trim(), this.#position.next, this.#position.vars);
    const turn = new Turn(session, this.#app, this.#scenario, script);
    return { turn, run: () => turn.run() };
  }
}

/** @param {unknown} value @returns {Json} */
function needed(value) {
  if (!isRecord(value)) throw new TypeError('undefined is not an object');
  return value;
}
