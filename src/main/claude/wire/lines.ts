import { z } from 'zod';
import { messageOf } from '../../../shared/errors';
import { isJsonObject, JsonObject } from '../../../shared/json-object';
import type { ElicitationRequest } from '../elicitation';
import type { McpMessage } from '../mcp-message';
import type { PermissionRequest } from '../permission-request';
import { Elicitation, toElicitationRequest } from './elicitation';
import type { CliMessage } from './fields';
import { CanUseTool, toPermissionRequest } from './permission-request';

/** How much of the CLI's own text is logged and sent back, in characters. */
const longestShown = 100;
const longestProblem = 1_000;

/** What the CLI asks of us. A request that we can't serve comes with the reason, for the CLI. */
export type CliRequest =
  | { readonly kind: 'permission'; readonly request: PermissionRequest }
  /** A JSON-RPC message for a server of ours. */
  | { readonly kind: 'mcp-message'; readonly message: McpMessage }
  /** An MCP server of the person's asks for input. */
  | { readonly kind: 'elicitation'; readonly request: ElicitationRequest }
  | { readonly kind: 'unknown'; readonly problem: string };

const McpMessageBody = z.looseObject({ subtype: z.literal('mcp_message'), server_name: z.string(), message: JsonObject });

const Success = z.looseObject({
  subtype: z.literal('success'),
  request_id: z.string(),
  response: JsonObject.catch({}),
});
const Refusal = z.looseObject({
  request_id: z.string(),
  error: z.string().min(1).catch('The CLI refused without saying why.'),
});
const RequestEnvelope = z.looseObject({ request_id: z.string().min(1), request: z.unknown() });
const CancelEnvelope = z.looseObject({ request_id: z.string() });

/** What the CLI answered to a request of ours. */
export type Outcome = { readonly ok: true; readonly answer: JsonObject } | { readonly ok: false; readonly error: string };

export type Parsed =
  | { readonly kind: 'request'; readonly id: string; readonly body: CliRequest }
  | { readonly kind: 'response'; readonly id: string; readonly outcome: Outcome }
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'message'; readonly message: CliMessage }
  /** Text that is not part of the protocol. */
  | { readonly kind: 'not-json' }
  /** A line of the protocol that can't be read. */
  | { readonly kind: 'broken'; readonly problem: string; readonly excerpt: string };

/**
 * Reads one line of the CLI's output. Most lines are streamed text, so a schema checks only the control
 * envelopes here; for any other message only the type is checked.
 */
export function parseLine(line: string): Parsed {
  if (!line.startsWith('{') && !line.trimStart().startsWith('{')) return { kind: 'not-json' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return broken(line, messageOf(error));
  }
  if (!isMessage(value)) return broken(line, 'It has no type.');
  switch (value.type) {
    case 'control_request':
      return parseRequest(value) ?? broken(line, 'A request without an id.');
    case 'control_response':
      return parseResponse(value.response) ?? broken(line, 'A response without an id.');
    case 'control_cancel_request':
      return parseCancel(value) ?? broken(line, 'A cancel without an id.');
    default:
      return { kind: 'message', message: value };
  }
}

function parseRequest(message: CliMessage): Parsed | null {
  const envelope = RequestEnvelope.safeParse(message);
  return envelope.success ? { kind: 'request', id: envelope.data.request_id, body: readBody(envelope.data.request) } : null;
}

function readBody(request: unknown): CliRequest {
  if (!isJsonObject(request) || typeof request.subtype !== 'string') return { kind: 'unknown', problem: 'The request has no subtype.' };
  const { subtype } = request;
  switch (subtype) {
    case CanUseTool.shape.subtype.value:
      return readAs(CanUseTool, request, (body) => ({ kind: 'permission', request: toPermissionRequest(body) }));
    case McpMessageBody.shape.subtype.value:
      return readAs(McpMessageBody, request, (body) => ({
        kind: 'mcp-message',
        message: { server: body.server_name, message: body.message },
      }));
    case Elicitation.shape.subtype.value:
      return readAs(Elicitation, request, (body) => ({ kind: 'elicitation', request: toElicitationRequest(body) }));
    default:
      return { kind: 'unknown', problem: `Unsupported control request subtype: ${subtype.slice(0, longestShown)}` };
  }
}

function readAs<T>(schema: z.ZodType<T>, request: JsonObject, then: (body: T) => CliRequest): CliRequest {
  const body = schema.safeParse(request);
  if (body.success) return then(body.data);
  return {
    kind: 'unknown',
    problem: `Malformed ${String(request.subtype)} request: ${z.prettifyError(body.error).slice(0, longestProblem)}`,
  };
}

function parseResponse(response: unknown): Parsed | null {
  const success = Success.safeParse(response).data;
  if (success) return { kind: 'response', id: success.request_id, outcome: { ok: true, answer: success.response } };
  const refusal = Refusal.safeParse(response).data;
  return refusal ? { kind: 'response', id: refusal.request_id, outcome: { ok: false, error: refusal.error } } : null;
}

function parseCancel(message: CliMessage): Parsed | null {
  const envelope = CancelEnvelope.safeParse(message);
  return envelope.success ? { kind: 'cancel', id: envelope.data.request_id } : null;
}

/** Keeps enough of a line to recognise it. A line can be a hundred megabytes long. */
function broken(line: string, problem: string): Parsed {
  return { kind: 'broken', problem, excerpt: line.slice(0, 200) };
}

function isMessage(value: unknown): value is CliMessage {
  return isJsonObject(value) && typeof value.type === 'string';
}
