import { askPermission, readAnswer } from './asks.mjs';
import { elicit, readElicitation } from './elicitation.mjs';
import { isRecord, list, str } from './json.mjs';
import { isMcpTool } from './mcp.mjs';
import { failure, rejected, success } from './outcome.mjs';
import { describeAsk, displayName, verdict } from './permissions.mjs';
import { objection, perform } from './tools.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/**
 * @typedef {object} Call
 * @property {string} id
 * @property {string} name
 * @property {Json} input
 * @property {boolean} [ask] overrides what the permission mode says
 * @property {string} [result] said instead of doing anything
 * @property {import('./elicitation.mjs').Elicitation} [elicitation] what an MCP server asks the person during the call
 */
/** @typedef {{ requests: import('./requests.mjs').Requests, mcp: import('./mcp.mjs').McpServers }} App the way to the app */
/** @typedef {{ end: 'allowed' | 'failed' | 'denied' | 'rejected', outcome: Outcome, input: Json }} Settled */

/** Concurrency-safe tools run side by side; all others wait for the one before. @param {string} name */
export const isParallel = (name) => name === 'Read' || name === 'WebFetch';

/** The model's call as the CLI completes it. @param {Json} call @param {string} id @returns {Call} */
export function readCall(call, id) {
  const input = isRecord(call.input) ? call.input : {};
  const name = str(call.name);
  return {
    id,
    name,
    input: name === 'Edit' ? { replace_all: false, ...input } : input,
    ...(typeof call.ask === 'boolean' ? { ask: call.ask } : {}),
    ...(typeof call.result === 'string' ? { result: call.result } : {}),
    ...(isRecord(call.elicitation) ? { elicitation: readElicitation(call.elicitation) } : {}),
  };
}

/** Takes one tool call from the model to its result: checked, asked for, done. */
export class ToolCalls {
  /** Calls that were refused, as `result` lists them. @type {Json[]} */
  denials = [];
  #session;
  #app;
  #turn;

  /** @param {import('./session.mjs').Session} session @param {App} app @param {AbortController} turn */
  constructor(session, app, turn) {
    this.#session = session;
    this.#app = app;
    this.#turn = turn;
  }

  /** Never throws: whatever happens is the call's result. @param {Call} call @param {unknown} [given] an answer that came before the question @returns {Promise<Settled>} */
  async settle(call, given) {
    try {
      return await this.#settle(call, given);
    } catch (error) {
      if (this.#turn.signal.aborted) return { end: 'rejected', outcome: rejected, input: call.input };
      return { end: 'failed', outcome: failure(error instanceof Error ? error.message : String(error)), input: call.input };
    }
  }

  /** @param {Call} call @param {unknown} given @returns {Promise<Settled>} */
  async #settle(call, given) {
    const { signal } = this.#turn;
    if (signal.aborted) return { end: 'rejected', outcome: rejected, input: call.input };
    const wrong = this.#objection(call, call.input);
    if (wrong) return { end: 'failed', outcome: wrong, input: call.input };

    const answer = given === undefined ? await this.#permission(call) : readAnswer(given);
    if (answer.kind !== 'allow') return this.#refusal(call, answer);
    this.#remember(answer.updates);
    const input = Object.keys(answer.input).length > 0 ? answer.input : call.input;
    const invalid = call.name === 'ExitPlanMode' ? null : this.#objection(call, input);
    const outcome = invalid ?? (await this.#perform(call, input));
    if (signal.aborted) return { end: 'rejected', outcome: rejected, input };
    return { end: outcome.failed ? 'failed' : 'allowed', outcome, input };
  }

  /** @param {Call} call @param {Json} input */
  #objection({ name, result, elicitation }, input) {
    if (isMcpTool(name)) return result === undefined && elicitation === undefined ? this.#app.mcp.objection(name) : null;
    return objection(name, input, this.#session);
  }

  /** @param {Call} call @param {Json} input @returns {Promise<Outcome>} */
  async #perform({ id, name, result, elicitation, input: proposed }, input) {
    const { signal } = this.#turn;
    if (result !== undefined) return success(result, result);
    if (elicitation) return elicit(elicitation, this.#app.requests, this.#session, signal);
    if (isMcpTool(name)) return this.#app.mcp.call(name, input, id, signal);
    return perform(name, input, proposed, this.#session, signal);
  }

  /** @param {Call} call @returns {Promise<import('./asks.mjs').Answer>} */
  async #permission({ id, name, input, ask }) {
    const { mode, rules, cwd } = this.#session;
    const usual = verdict(mode, rules, name, input, cwd);
    const said = ask === undefined ? usual : ask ? 'ask' : 'run';
    if (said === 'run') return { kind: 'allow', input, updates: [] };
    if (said === 'refuse') {
      const message = `Permission to use ${name} has been denied because Claude Code is running in don't ask mode.`;
      this.#session.say({
        type: 'system',
        subtype: 'permission_denied',
        tool_name: name,
        tool_use_id: id,
        decision_reason_type: 'mode',
        message,
      });
      return { kind: 'deny', message, interrupt: false };
    }
    const request = { tool_name: name, display_name: displayName(name), input, ...describeAsk(name, input, cwd), tool_use_id: id };
    return askPermission(this.#app.requests, request, this.#turn.signal);
  }

  /** @param {Call} call @param {Exclude<import('./asks.mjs').Answer, { kind: 'allow' }>} answer @returns {Settled} */
  #refusal({ id, name, input }, answer) {
    this.denials.push({ tool_name: name, tool_use_id: id, tool_input: input });
    if (answer.kind === 'deny' && answer.interrupt) this.#turn.abort();
    if (this.#turn.signal.aborted || answer.kind === 'cancelled') return { end: 'rejected', outcome: rejected, input };
    return { end: 'denied', outcome: failure(answer.message), input };
  }

  /** Permission updates that came with an allow. Rules are kept for this run, whatever their destination. @param {Json[]} updates */
  #remember(updates) {
    for (const update of updates) {
      if (update.type === 'setMode' && update.mode !== 'bypassPermissions') this.#session.setMode(str(update.mode));
      if (update.type !== 'addRules' || update.behavior !== 'allow') continue;
      for (const rule of list(update.rules).filter(isRecord)) {
        const ruleContent = typeof rule.ruleContent === 'string' ? rule.ruleContent : undefined;
        this.#session.rules.push({ toolName: str(rule.toolName), ruleContent });
      }
    }
  }
}
