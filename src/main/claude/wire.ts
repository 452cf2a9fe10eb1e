import { z } from 'zod';
import { messageOf } from '../../shared/errors';
import { isJsonObject, JsonObject } from '../../shared/json-object';
import type { CliMessage } from './wire/fields';

/** A newer CLI that changes the shape of such a field costs us the field, not the whole request. */
const maybe = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

/** A change of rules, folders or mode that can go along with an answer. */
export const PermissionUpdate = z.looseObject({ type: z.string() });
export type PermissionUpdate = z.infer<typeof PermissionUpdate>;

export const CanUseTool = z.looseObject({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string().min(1),
  tool_use_id: z.string().min(1),
  input: JsonObject,
  display_name: maybe(z.string()),
  description: maybe(z.string()),
  permission_suggestions: maybe(z.array(PermissionUpdate)),
  blocked_path: maybe(z.string()),
  decision_reason: maybe(z.string()),
  decision_reason_type: maybe(z.string()),
  /** With the type `rule`: which settings the rule comes from. Its text is not sent. */
  decision_reason_rule_source: maybe(z.string()),
  /** With the type `hook`: `settings`, `plugin:<name>` or `skill:<name>`. */
  decision_reason_hook_source: maybe(z.string()),
  /** An ask rule that applies while `decision_reason_type` tells another reason. */
  matched_ask_rule: maybe(z.looseObject({ source: z.string(), tool_name: z.string(), rule_content: z.string().optional() })),
  default_to_no: maybe(z.boolean()),
  classifier_approvable: maybe(z.boolean()),
  /** The subagent whose call it is. */
  agent_id: maybe(z.string()),
  mcp_server: maybe(z.looseObject({ name: z.string() })),
  suppress_always_allow_rule: maybe(z.boolean()),
  requires_user_interaction: maybe(z.boolean()),
});
export type CanUseTool = z.infer<typeof CanUseTool>;

/** The CLI runs the input it is sent back, and 2.1.197 refuses an allow without one. A deny without a message is invalid to it. */
export type PermissionResult =
  | {
      readonly behavior: 'allow';
      readonly updatedInput: JsonObject;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  | {
      readonly behavior: 'deny';
      readonly message: string;
      /** Stops the whole turn; the CLI then drops the message. */
      readonly interrupt?: boolean;
    };

export const HookCallback = z.looseObject({
  subtype: z.literal('hook_callback'),
  callback_id: z.string(),
  input: JsonObject,
  tool_use_id: maybe(z.string()),
});
export type HookCallback = z.infer<typeof HookCallback>;

/** A JSON-RPC message for an MCP server that lives in the app. Notifications come this way too and are answered like the rest. */
export const McpMessage = z.looseObject({
  subtype: z.literal('mcp_message'),
  server_name: z.string(),
  message: JsonObject,
});
export type McpMessage = z.infer<typeof McpMessage>;

export const Elicitation = z.looseObject({
  subtype: z.literal('elicitation'),
  mcp_server_name: z.string(),
  message: z.string(),
  mode: maybe(z.string()),
  requested_schema: maybe(JsonObject),
  property_order: maybe(z.array(z.string())),
  url: maybe(z.string()),
  elicitation_id: maybe(z.string()),
});
export type Elicitation = z.infer<typeof Elicitation>;

export type ElicitationResult =
  | { readonly action: 'accept'; readonly content?: JsonObject }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Of what the CLI chose itself, in words that are logged and sent back. */
const longestShown = 100;
const longestProblem = 1_000;

const KnownRequest = z.discriminatedUnion('subtype', [CanUseTool, HookCallback, McpMessage, Elicitation]);
const knownSubtypes = new Set<string>(KnownRequest.options.map((option) => option.shape.subtype.value));

/** A request we can't serve. The problem is in words for whoever asked. */
export interface UnknownRequest {
  readonly subtype: 'unknown';
  readonly problem: string;
}

export type RequestBody = z.infer<typeof KnownRequest> | UnknownRequest;

/** The success envelope. Some answers put more beside `response`, such as `pending_permission_requests`. */
export const ControlAnswer = z.looseObject({
  subtype: z.literal('success'),
  request_id: z.string(),
  response: JsonObject.catch({}),
});
export type ControlAnswer = z.infer<typeof ControlAnswer>;

const ControlRefusal = z.looseObject({
  request_id: z.string(),
  error: z.string().min(1).catch('The CLI refused without saying why.'),
});

const RequestEnvelope = z.looseObject({ request_id: z.string().min(1), request: z.unknown() });
const CancelEnvelope = z.looseObject({ request_id: z.string() });

export type Outcome = { readonly ok: true; readonly answer: ControlAnswer } | { readonly ok: false; readonly error: string };

export type UserBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string } };

export type UserContent = string | readonly UserBlock[];

export type Parsed =
  | { readonly kind: 'request'; readonly id: string; readonly body: RequestBody }
  | { readonly kind: 'response'; readonly id: string; readonly outcome: Outcome }
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'message'; readonly message: CliMessage }
  /** Something printed beside the protocol. */
  | { readonly kind: 'not-json' }
  /** Meant for us and not understood. */
  | { readonly kind: 'broken'; readonly problem: string; readonly excerpt: string };

/**
 * Reads one line of the CLI's output. Streamed text is nearly all of it, so only the control envelopes meet a schema:
 * an ordinary message costs a JSON.parse and a look at its type.
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

function readBody(request: unknown): RequestBody {
  const subtype = isJsonObject(request) ? request.subtype : undefined;
  if (typeof subtype !== 'string') return { subtype: 'unknown', problem: 'The request has no subtype.' };
  if (!knownSubtypes.has(subtype))
    return { subtype: 'unknown', problem: `Unsupported control request subtype: ${subtype.slice(0, longestShown)}` };
  const body = KnownRequest.safeParse(request);
  return body.success
    ? body.data
    : { subtype: 'unknown', problem: `Malformed ${subtype} request: ${z.prettifyError(body.error).slice(0, longestProblem)}` };
}

function parseResponse(response: unknown): Parsed | null {
  const answer = ControlAnswer.safeParse(response);
  if (answer.success) return { kind: 'response', id: answer.data.request_id, outcome: { ok: true, answer: answer.data } };
  const refusal = ControlRefusal.safeParse(response);
  if (refusal.success) return { kind: 'response', id: refusal.data.request_id, outcome: { ok: false, error: refusal.data.error } };
  return null;
}

function parseCancel(message: CliMessage): Parsed | null {
  const envelope = CancelEnvelope.safeParse(message);
  return envelope.success ? { kind: 'cancel', id: envelope.data.request_id } : null;
}

/** Lines can be a hundred megabytes: enough of one to know it again. */
function broken(line: string, problem: string): Parsed {
  return { kind: 'broken', problem, excerpt: line.slice(0, 200) };
}

function isMessage(value: unknown): value is CliMessage {
  return isJsonObject(value) && typeof value.type === 'string';
}
