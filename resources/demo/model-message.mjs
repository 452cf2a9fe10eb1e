import { once } from 'node:events';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { apiId } from './json.mjs';
import { tokensOf, usage } from './meter.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {{ chunk?: number, delayMs?: number }} Pacing */

const INPUT_TOKENS = 10;

/** One answer of the pretended model, streamed block by block. Every wait throws once `signal` aborts. */
export class ModelMessage {
  #session;
  #signal;
  #id = apiId('msg');
  #requestId = apiId('req');
  #index = 0;
  #output = 0;
  #began = performance.now();
  /** The text block being streamed. */
  #partial = '';

  /** @param {import('./session.mjs').Session} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    this.#signal = signal;
    session.say({ type: 'system', subtype: 'status', status: 'requesting' });
    session.stream({ type: 'message_start', message: this.#body([]) }, { ttft_ms: 1 });
  }

  /** @param {string} text @param {Pacing & { open?: boolean }} [pacing] `open` leaves the block unfinished */
  async text(text, { chunk = 12, delayMs = 18, open = false } = {}) {
    this.#open({ type: 'text', text: '' });
    for (const piece of pieces(text, chunk)) {
      this.#textDelta(piece);
      await pause(delayMs * this.#session.pace, this.#signal);
    }
    if (!open) this.#closeText();
    return text;
  }

  /** A text block whose deltas are numbered, so that a reader can count them. @param {number} count @param {number} perSecond 0 is as fast as can be */
  async flood(count, perSecond) {
    this.#open({ type: 'text', text: '' });
    const began = performance.now();
    for (let sent = 0; sent < count; ) {
      const due = perSecond > 0 ? Math.min(count, Math.ceil(((performance.now() - began) * perSecond) / 1000)) : Math.min(count, sent + 64);
      while (sent < due) this.#textDelta(`#${sent++} `);
      await pause(perSecond > 0 ? 4 : 0, this.#signal);
    }
    return this.#closeText();
  }

  /** @param {string} thinking @param {Pacing} [pacing] */
  async thinking(thinking, { chunk = 24, delayMs = 18 } = {}) {
    this.#open({ type: 'thinking', thinking: '', signature: '' });
    let estimated = 0;
    for (const piece of pieces(thinking, chunk)) {
      estimated += tokensOf(piece);
      this.#session.say({
        type: 'system',
        subtype: 'thinking_tokens',
        estimated_tokens: estimated,
        estimated_tokens_delta: tokensOf(piece),
      });
      this.#delta({ type: 'thinking_delta', thinking: piece });
      await pause(delayMs * this.#session.pace, this.#signal);
    }
    this.#delta({ type: 'signature_delta', signature: 'demo' });
    this.#close({ type: 'thinking', thinking, signature: 'demo' });
  }

  /** @param {string} id @param {string} name @param {Json} input @param {() => void} [atOnce] called before the block is closed, where the CLI asks */
  async toolUse(id, name, input, atOnce) {
    this.#open({ type: 'tool_use', id, name, input: {} });
    for (const piece of pieces(JSON.stringify(input), 400)) {
      this.#delta({ type: 'input_json_delta', partial_json: piece });
      await pause(10 * this.#session.pace, this.#signal);
    }
    this.#close({ type: 'tool_use', id, name, input }, atOnce);
  }

  /** @param {'end_turn' | 'tool_use'} reason */
  stop(reason) {
    this.#count();
    this.#session.stream({
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: usage(INPUT_TOKENS, this.#output),
    });
    this.#session.stream({ type: 'message_stop' });
  }

  /** What was streamed so far is printed as a block of its own; no stop event follows. */
  cut() {
    if (this.#partial) this.#print({ type: 'text', text: this.#partial });
  }

  /** @param {string} text */
  #textDelta(text) {
    this.#partial += text;
    this.#delta({ type: 'text_delta', text });
  }

  #closeText() {
    const text = this.#partial;
    this.#partial = '';
    this.#close({ type: 'text', text });
    return text;
  }

  /** @param {Json} block */
  #open(block) {
    this.#session.stream({ type: 'content_block_start', index: this.#index, content_block: block });
  }

  /** @param {Json} delta */
  #delta(delta) {
    this.#session.stream({ type: 'content_block_delta', index: this.#index, delta });
  }

  /** @param {Json} block @param {() => void} [atOnce] */
  #close(block, atOnce) {
    this.#output += tokensOf(JSON.stringify(block));
    this.#print(block);
    atOnce?.();
    this.#session.stream({ type: 'content_block_stop', index: this.#index++ });
  }

  /** @param {Json} block */
  #print(block) {
    this.#session.converse('assistant', this.#body([block]), { request_id: this.#requestId });
  }

  #count() {
    this.#session.meter.add(this.#session.model, INPUT_TOKENS, this.#output, performance.now() - this.#began);
  }

  /** @param {Json[]} content */
  #body(content) {
    const { model } = this.#session;
    return {
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: null,
      stop_sequence: null,
      usage: usage(INPUT_TOKENS, 1),
    };
  }
}

/**
 * Waits: for the reader to keep up, and then for a while. Even with no delay the loop turns once, so that an interrupt can be read.
 * @param {number} ms @param {AbortSignal} signal
 */
export async function pause(ms, signal) {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal });
  await (ms > 0 ? sleep(ms, undefined, { signal }) : nextTick(undefined, { signal }));
}

/** By whole characters; a size of 0 means all at once. @param {string} text @param {number} size */
const pieces = (text, size) => (size > 0 ? (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? []) : [text]);
