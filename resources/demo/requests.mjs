import { randomUUID } from 'node:crypto';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {{ kind: 'success', response: unknown } | { kind: 'error', error: string } | { kind: 'cancelled' } | { kind: 'closed' }} Reply */
/** @typedef {{ request: Json, line: Json, needsPerson: boolean, settle: (reply: Reply) => void }} Open */

/** The control requests that we sent, until they are answered. */
export class Requests {
  #session;
  /** @type {Map<unknown, Open>} */
  #open = new Map();
  #closed = false;

  /** @param {import('./session.mjs').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** The open permission requests, as a second `initialize` lists them. */
  get permissions() {
    return [...this.#open.values()].filter(({ request }) => request.subtype === 'can_use_tool').map(({ line }) => line);
  }

  /** Sends a request that a person answers. When the signal aborts, it is withdrawn. @param {Json} request @param {AbortSignal} signal */
  ask(request, signal) {
    return this.#start(request, true, signal, (id) => this.#session.send({ type: 'control_cancel_request', request_id: id }));
  }

  /** Sends a request that the app answers by itself. @param {Json} request @param {AbortSignal} [signal] @param {() => void} [cancel] called when the signal aborts */
  send(request, signal, cancel = () => {}) {
    return this.#start(request, false, signal, cancel);
  }

  /** Settles the request that a `control_response` belongs to. Says whether there was one. @param {Json} response */
  answer({ request_id, subtype, error, response }) {
    const open = this.#open.get(request_id);
    open?.settle(subtype === 'error' ? { kind: 'error', error: String(error ?? '') } : { kind: 'success', response });
    return open !== undefined;
  }

  /** Nobody is left to answer. Like the CLI, gives up what is open a moment later: if the app was killed, it has killed us by then. */
  close() {
    this.#closed = true;
    setTimeout(() => {
      for (const { settle } of [...this.#open.values()]) settle({ kind: 'closed' });
    }, giveUpMs);
  }

  get #waitsForPerson() {
    return [...this.#open.values()].some(({ needsPerson }) => needsPerson);
  }

  /** @param {Json} request @param {boolean} needsPerson @param {AbortSignal | undefined} signal @param {(id: string) => void} cancel @returns {Promise<Reply>} */
  #start(request, needsPerson, signal, cancel) {
    if (this.#closed) return Promise.resolve({ kind: 'closed' });
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const id = randomUUID();
      const line = { type: 'control_request', request_id: id, request };
      const onAbort = () => {
        cancel(id);
        settle({ kind: 'cancelled' });
      };
      const settle = (/** @type {Reply} */ reply) => {
        signal?.removeEventListener('abort', onAbort);
        this.#open.delete(id);
        // Later, so that the answer to an interrupt comes before the state it leads to.
        if (needsPerson) queueMicrotask(() => this.#waitsForPerson || this.#session.setState('running'));
        resolve(reply);
      };
      this.#open.set(id, { request, line, needsPerson, settle });
      signal?.addEventListener('abort', onAbort, { once: true });
      if (needsPerson) this.#session.setState('requires_action');
      this.#session.send(line);
    });
  }
}

const giveUpMs = 50;
