import { randomUUID } from 'node:crypto';
import { isRecord, list, str } from './json.mjs';
import { noteTime } from './times.mjs';

/** @typedef {import('./json.mjs').Json} Json */

/**
 * @typedef {{ kind: 'allow', input: Json, updates: Json[] }
 *   | { kind: 'deny', message: string, interrupt: boolean }
 *   | { kind: 'invalid', message: string }
 *   | { kind: 'cancelled' }} Answer
 */

/** Questions put to the other side and not yet answered. */
export class Asks {
  #session;
  /** @type {Map<string, { line: Json, toolUseId: string, settle: (answer: Answer) => void }>} */
  #open = new Map();
  #closed = false;

  /** @param {import('./session.mjs').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** As a second `initialize` lists them. */
  get pending() {
    return [...this.#open.values()].map(({ line }) => line);
  }

  /** The answer, or 'cancelled' once the turn is interrupted. @param {Json} request @param {AbortSignal} signal @returns {Promise<Answer>} */
  ask(request, signal) {
    if (this.#closed) return Promise.resolve(streamClosed);
    return new Promise((resolve) => {
      const id = randomUUID();
      const line = { type: 'control_request', request_id: id, request: { subtype: 'can_use_tool', ...request } };
      const cancel = () => {
        this.#session.send({ type: 'control_cancel_request', request_id: id });
        settle({ kind: 'cancelled' });
      };
      const settle = (/** @type {Answer} */ answer) => {
        signal.removeEventListener('abort', cancel);
        this.#open.delete(id);
        // Later, so that the answer to an interrupt comes before the state it leads to.
        queueMicrotask(() => this.#open.size === 0 && this.#session.setState('running'));
        resolve(answer);
      };
      this.#open.set(id, { line, toolUseId: str(request.tool_use_id), settle });
      signal.addEventListener('abort', cancel, { once: true });
      this.#session.setState('requires_action');
      noteTime('asked', str(request.tool_use_id));
      this.#session.send(line);
    });
  }

  /** Settles the ask a `control_response` belongs to; says whether there was one. @param {Json} response */
  answer(response) {
    const ask = this.#open.get(str(response.request_id));
    if (ask) noteTime('answered', ask.toolUseId);
    ask?.settle(response.subtype === 'error' ? invalid(`Error: ${str(response.error)}`) : readAnswer(response.response));
    return ask !== undefined;
  }

  /** Nobody is left to answer. What waits is given up a moment later, as by the CLI: where the app was killed, so is this by then. */
  close() {
    this.#closed = true;
    setTimeout(() => {
      for (const { settle } of [...this.#open.values()]) settle(streamClosed);
    }, giveUpMs);
  }
}

/** What the CLI of this version takes for an answer: an allow must carry its input, a deny its words. @param {unknown} result @returns {Answer} */
export function readAnswer(result) {
  if (isRecord(result) && result.behavior === 'allow' && isRecord(result.updatedInput)) {
    return { kind: 'allow', input: result.updatedInput, updates: list(result.updatedPermissions).filter(isRecord) };
  }
  if (isRecord(result) && result.behavior === 'deny' && typeof result.message === 'string') {
    return { kind: 'deny', message: result.message, interrupt: result.interrupt === true };
  }
  return invalid('ZodError: the permission result is neither an allow with updatedInput nor a deny with a message');
}

/** @param {string} why @returns {Answer} */
const invalid = (why) => ({ kind: 'invalid', message: `Tool permission request failed: ${why}` });
const giveUpMs = 50;
const streamClosed = invalid('Error: Tool permission stream closed before response received');
