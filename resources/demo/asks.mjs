import { isRecord, list, str } from './json.mjs';
import { noteTime } from './times.mjs';

/** @typedef {import('./json.mjs').Json} Json */

/**
 * @typedef {{ kind: 'allow', input: Json, updates: Json[] }
 *   | { kind: 'deny', message: string, interrupt: boolean }
 *   | { kind: 'invalid', message: string }
 *   | { kind: 'cancelled' }} Answer
 */

/** Asks the person for a permission. @param {import('./requests.mjs').Requests} requests @param {Json} request @param {AbortSignal} signal @returns {Promise<Answer>} */
export async function askPermission(requests, request, signal) {
  noteTime('asked', str(request.tool_use_id));
  const reply = await requests.ask({ subtype: 'can_use_tool', ...request }, signal);
  switch (reply.kind) {
    case 'success':
      noteTime('answered', str(request.tool_use_id));
      return readAnswer(reply.response);
    case 'error':
      noteTime('answered', str(request.tool_use_id));
      return invalid(`Error: ${reply.error}`);
    case 'closed':
      return invalid('Error: Tool permission stream closed before response received');
    case 'cancelled':
      return { kind: 'cancelled' };
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
