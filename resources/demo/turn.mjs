import { randomUUID } from 'node:crypto';
import { elicitationCall } from './elicitation.mjs';
import { apiId, isRecord, list, str } from './json.mjs';
import { isMcpTool } from './mcp.mjs';
import { mishap } from './mishaps.mjs';
import { ModelMessage, pause } from './model-message.mjs';
import { copies, fill, pacingOf } from './scenario.mjs';
import { fieldIds, readToolAnswer } from './tool-answer.mjs';
import { isParallel, readCall, ToolCalls } from './tool-call.mjs';
import { answersByHeader } from './tools.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./tool-call.mjs').Call} Call */
/** @typedef {import('./tool-call.mjs').Settled} Settled */

/** One turn: the steps of a script, from a user message (or a call left open) to the `result` line. */
export class Turn {
  #abort = new AbortController();
  #session;
  #mcp;
  #calls;
  /** @type {import('./scenario.mjs').Script} */
  #script;
  #beats;
  /** The message being streamed. @type {ModelMessage | null} */
  #message = null;
  /** How the latest tool call ended; steps may depend on it. */
  #end = '';
  #said = '';
  #stopReason = /** @type {string | null} */ (null);
  #usingTools = false;
  #userLines = 0;
  #began = performance.now();

  /**
   * @param {import('./session.mjs').Session} session
   * @param {import('./tool-call.mjs').App} app
   * @param {import('./scenario.mjs').Scenario} scenario
   * @param {import('./scenario.mjs').Script} script
   */
  constructor(session, app, scenario, script) {
    this.#session = session;
    this.#mcp = app.mcp;
    this.#calls = new ToolCalls(session, app, this.#abort);
    this.#script = { ...script, vars: { ...script.vars, cwd: session.cwd } };
    this.#beats = scenario.beats(this.#script);
  }

  /** The names a later turn may use. */
  get script() {
    return this.#script;
  }

  interrupt() {
    this.#abort.abort();
  }

  /** Answers a user message. Says whether the turn ended well. */
  async run() {
    await this.#mcp.ready(this.#abort.signal);
    this.#session.introduce(this.#mcp);
    return this.#toResult(() => this.#play());
  }

  /** Takes up a call that an earlier run left open, then goes on after it. @param {import('./transcript.mjs').Dangling} call @param {unknown} [given] */
  resume(call, given) {
    return this.#toResult(async () => {
      this.#note(this.#script.from);
      this.#usingTools = true;
      await this.#mcp.ready(this.#abort.signal);
      if (call.name === 'ExitPlanMode') this.#session.setMode('plan');
      const again = this.#withElicitation(call);
      this.#tell(again, await this.#calls.settle(again, given), 'toolUseResult');
      this.#abort.signal.throwIfAborted();
      this.#usingTools = false;
      this.#session.transcript.add({
        type: 'user',
        message: { role: 'user', content: 'Continue from where you left off.' },
        isMeta: true,
        uuid: randomUUID(),
      });
      this.#userLines = 0;
      this.#session.introduce(this.#mcp);
      this.#script.from++;
      return this.#play();
    });
  }

  /** @returns {Promise<Json | null>} what the `result` says other than success */
  async #play() {
    this.#note(this.#script.from);
    this.#abort.signal.throwIfAborted();
    for (const [index, beat] of this.#beats.entries()) {
      if (index < this.#script.from) continue;
      const step = this.#fill(beat);
      if (!isRecord(step) || (step.if !== undefined && step.if !== this.#end)) continue;
      this.#script.from = index;
      const ending = await this.#take(step);
      if (ending) return ending;
    }
    this.#stop('end_turn');
    return null;
  }

  /** @param {Json} step @returns {Promise<Json | null>} */
  async #take(step) {
    const { signal } = this.#abort;
    const pacing = pacingOf(step);
    if (step.text !== undefined) {
      const text = str(step.text).repeat(Number(step.times ?? 1));
      this.#said = await this.#speaking().text(text, { ...pacing, open: step.open === true });
    } else if (step.thinking !== undefined) await this.#speaking().thinking(str(step.thinking), pacing);
    else if (isRecord(step.flood)) this.#said = await this.#speaking().flood(Number(step.flood.count), Number(step.flood.perSecond ?? 0));
    else if (step.tool !== undefined) await this.#round([step.tool]);
    else if (step.tools !== undefined) await this.#round(copies(list(step.tools), Number(step.times ?? 1)));
    else if (isRecord(step.elicitation)) await this.#round([elicitationCall(step.elicitation)]);
    else if (step.question !== undefined) await this.#round([{ name: 'AskUserQuestion', input: { questions: step.question } }]);
    else if (step.plan !== undefined) {
      if (this.#session.mode !== 'plan') await this.#round([{ name: 'EnterPlanMode', input: {} }]);
      await this.#round([{ name: 'ExitPlanMode', input: { plan: step.plan } }]);
    } else if (step.backgroundTasks !== undefined) this.#session.setTasks(list(step.backgroundTasks).filter(isRecord));
    else if (step.wait !== undefined) await pause(Number(step.wait) * this.#session.pace, signal);
    else return mishap(step, this.#session, signal);
    return null;
  }

  /** One round of tools: the calls of one message, then their results. @param {unknown[]} steps */
  async #round(steps) {
    this.#note(this.#script.from);
    /** @type {Promise<void>[]} */
    const jobs = [];
    /** @type {Promise<void> | null} */
    let before = null;
    try {
      for (const step of steps.filter(isRecord)) {
        const call = readCall(step, apiId('toolu'));
        const start = async () => this.#tell(call, await this.#calls.settle(call));
        await this.#speaking().toolUse(call.id, call.name, call.input, () => {
          const job = before ? before.then(start) : start();
          if (!isParallel(call.name)) before = job;
          jobs.push(job);
          this.#usingTools = true;
        });
      }
      this.#stop('tool_use');
    } finally {
      await Promise.all(jobs);
    }
    this.#abort.signal.throwIfAborted();
    this.#usingTools = false;
  }

  /** @param {Call} call @param {Settled} settled @param {'tool_use_result' | 'toolUseResult'} [field] a call taken up again is told under another name by the CLI */
  #tell(call, { end, outcome, input }, field = 'tool_use_result') {
    const result = { tool_use_id: call.id, type: 'tool_result', content: outcome.blocks ?? outcome.content, is_error: outcome.failed };
    this.#userLine([result], { [field]: outcome.data });
    this.#end = end;
    this.#script.vars = { ...withoutResult(this.#script.vars), result: outcome.content };
    if (call.name === 'AskUserQuestion') Object.assign(this.#script.vars, answersByHeader(input));
    if (!isMcpTool(call.name)) return;
    const { refused, vars } = readToolAnswer(outcome.content, fieldIds(call.elicitation?.request ?? input));
    Object.assign(this.#script.vars, vars);
    if (refused && end === 'allowed') this.#end = 'denied';
  }

  /** A call that is taken up again asks what its step says. @param {Call} call @returns {Call} */
  #withElicitation(call) {
    const beat = this.#beats[this.#script.from];
    const step = beat && this.#fill(beat);
    if (!isRecord(step) || !isRecord(step.elicitation)) return call;
    return { ...readCall(elicitationCall(step.elicitation), call.id), input: call.input };
  }

  /** @param {import('./scenario.mjs').Beat} beat */
  #fill(beat) {
    return fill(beat.step, { ...this.#script.vars, ...beat.vars });
  }

  /** @param {Json[]} content @param {Json} [more] */
  #userLine(content, more) {
    this.#userLines++;
    this.#session.converse('user', { role: 'user', content }, more);
  }

  #speaking() {
    this.#message ??= new ModelMessage(this.#session, this.#abort.signal);
    return this.#message;
  }

  /** @param {'end_turn' | 'tool_use'} reason */
  #stop(reason) {
    this.#message?.stop(reason);
    this.#message = null;
    this.#stopReason = reason;
  }

  /** @param {() => Promise<Json | null>} work */
  async #toResult(work) {
    this.#session.meter.startTurn();
    const ending = await work().catch((error) => {
      if (!this.#abort.signal.aborted) throw error;
      return this.#interrupted();
    });
    // On disk before it is said: whoever has read the result may read the file.
    this.#note(this.#beats.length);
    this.#session.transcript.notePrompt(this.#script.vars.user ?? '');
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      api_error_status: null,
      duration_ms: Math.round(performance.now() - this.#began),
      num_turns: 1 + this.#userLines,
      result: this.#said,
      stop_reason: this.#stopReason,
      permission_denials: this.#calls.denials,
      terminal_reason: 'completed',
      ...this.#session.meter.fields(),
      ...ending,
    };
    this.#session.say(result);
    return !result.is_error;
  }

  /** @returns {Json} */
  #interrupted() {
    const streaming = !this.#usingTools;
    this.#message?.cut();
    this.#userLine([{ type: 'text', text: `[Request interrupted by user${streaming ? '' : ' for tool use'}]` }]);
    const errors = [`[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${this.#stopReason}`];
    const terminal_reason = streaming ? 'aborted_streaming' : 'aborted_tools';
    return { subtype: 'error_during_execution', is_error: true, api_error_status: undefined, result: undefined, terminal_reason, errors };
  }

  /** Where the story stands, for a later run. @param {number} from */
  #note(from) {
    const { turn, next } = this.#script;
    this.#session.transcript.note({ type: 'demo-position', turn, next, from, vars: withoutResult(this.#script.vars) });
  }
}

/** A tool's words can be long, and are only of use until the next call. @param {import('./scenario.mjs').Vars} vars */
const withoutResult = (vars) => Object.fromEntries(Object.entries(vars).filter(([name]) => name.split(' ')[0] !== 'result'));
