import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, str } from './json.mjs';
import { usage } from './meter.mjs';
import { pause } from './model-message.mjs';

/** @typedef {import('./json.mjs').Json} Json */

const FOREVER = 2 ** 31 - 1;

/**
 * Steps in which something goes wrong, as it does with real agents: for tests, benches and load runs.
 * Gives what the `result` says if the turn ends here.
 * @param {Json} step @param {import('./session.mjs').Session} session @param {AbortSignal} signal
 * @returns {Promise<Json | null>}
 */
export async function mishap(step, session, signal) {
  if (isRecord(step.apiRetry)) await apiRetries(step.apiRetry, session, signal);
  else if (isRecord(step.apiError)) return apiError(step.apiError, session);
  else if (isRecord(step.crash)) crash(step.crash);
  else if (step.raw !== undefined) {
    const text = typeof step.raw === 'string' ? step.raw.repeat(Number(step.times ?? 1)) : JSON.stringify(step.raw);
    process.stdout.write(step.newline === false ? text : `${text}\n`);
  } else if (step.stderr !== undefined) process.stderr.write(`${str(step.stderr)}\n`);
  else if (step.hang === true) await sleep(FOREVER, undefined, { signal });
  else if (step.stubborn === true) {
    session.stubborn = true;
    // Something has to keep the process alive once stdin has ended.
    setInterval(() => {}, FOREVER);
  } else throw new Error(`The scenario has a step of no known kind: ${Object.keys(step).join(', ')}`);
  return null;
}

/** @param {Json} step @param {import('./session.mjs').Session} session @param {AbortSignal} signal */
async function apiRetries({ attempts = 1, max = 10, status = 529, error = 'overloaded', delayMs = 500 }, session, signal) {
  for (let attempt = 1; attempt <= Number(attempts); attempt++) {
    session.say({ type: 'system', subtype: 'api_retry', attempt, max_retries: max, retry_delay_ms: delayMs, error_status: status, error });
    await pause(Number(delayMs) * session.pace, signal);
  }
}

/** Ends the turn as the CLI does when the API can't be used: a success by name, an error in fact. @param {Json} step @param {import('./session.mjs').Session} session @returns {Json} */
function apiError({ status = 529, error = 'overloaded', text = `API Error: ${status} ${error}` }, session) {
  session.converse(
    'assistant',
    {
      id: randomUUID(),
      type: 'message',
      role: 'assistant',
      model: '<synthetic>',
      content: [{ type: 'text', text }],
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      usage: usage(0, 0),
    },
    { error },
  );
  return { is_error: true, api_error_status: status, result: text, stop_reason: 'stop_sequence' };
}

/** Now, or in a while and whatever else happens. @param {Json} step */
function crash({ code = 1, signal, afterMs }) {
  const die = () => {
    if (typeof signal === 'string') process.kill(process.pid, /** @type {NodeJS.Signals} */ (signal));
    else process.exit(Number(code));
  };
  if (afterMs === undefined) die();
  else setTimeout(die, Number(afterMs));
}
