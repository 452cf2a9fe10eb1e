import { randomUUID } from 'node:crypto';
import { isRecord, str } from './json.mjs';
import { success } from './outcome.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {{ server: string, request: Json }} Elicitation */

const actions = ['accept', 'decline', 'cancel'];

/** A step of a scenario as the call during which the server asks. @param {Json} step @returns {Json} */
export const elicitationCall = (step) => ({
  name: `mcp__${str(step.server)}__${str(step.tool) || 'ask'}`,
  input: step.input,
  ask: step.ask === true,
  elicitation: step,
});

/** A step of a scenario as the control request that the CLI makes of it. @param {Json} step @returns {Elicitation} */
export function readElicitation({ server, tool: _, input: _input, ask: _ask, schema, ...rest }) {
  const request = isRecord(schema)
    ? { mode: 'form', ...rest, requested_schema: schema, property_order: Object.keys(isRecord(schema.properties) ? schema.properties : {}) }
    : { mode: 'url', elicitation_id: randomUUID(), ...rest };
  return { server: str(server), request };
}

/**
 * Asks the person on behalf of an MCP server, which tells the model what was answered.
 * @param {Elicitation} elicitation @param {import('./requests.mjs').Requests} requests @param {import('./session.mjs').Session} session @param {AbortSignal} signal
 * @returns {Promise<Outcome>}
 */
export async function elicit({ server, request }, requests, session, signal) {
  const reply = await requests.ask({ subtype: 'elicitation', mcp_server_name: server, ...request }, signal);
  // The CLI takes an answer that makes no sense for a cancel.
  const answer = reply.kind === 'success' && isRecord(reply.response) ? reply.response : {};
  const action = actions.includes(str(answer.action)) ? str(answer.action) : 'cancel';
  if (action === 'accept' && request.mode === 'url') {
    session.say({ type: 'system', subtype: 'elicitation_complete', mcp_server_name: server, elicitation_id: request.elicitation_id });
  }
  const text = JSON.stringify({ action, ...(action === 'accept' && isRecord(answer.content) ? { content: answer.content } : {}) });
  const blocks = [{ type: 'text', text }];
  return { ...success(text, blocks), blocks };
}
