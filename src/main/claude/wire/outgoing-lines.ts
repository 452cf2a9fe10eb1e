import type { JsonObject } from '../../../shared/json-object';
import type { ElicitationAnswer } from '../elicitation';
import type { PermissionAnswer } from '../permission-request';

/** A message to Claude. */
export interface UserWords {
  readonly text: string;
  /** Base64. */
  readonly images: readonly { readonly mediaType: string; readonly data: string }[];
}

export interface UserMessageOptions {
  /** We choose it, so that the message can be recognised when the CLI reports it. */
  readonly uuid: string;
  /** The person didn't type it: no `@path` and no slash command in it counts. Older CLIs ignore this. */
  readonly clientComposed?: boolean;
  /** False adds it to the conversation and begins no turn. */
  readonly shouldQuery?: boolean;
}

/** A request of ours to the CLI. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

// JSON.stringify escapes every line break, so each of these is one line.

export function userLine(words: UserWords, { uuid, clientComposed, shouldQuery }: UserMessageOptions): string {
  return JSON.stringify({
    type: 'user',
    message: { role: 'user', content: userContent(words) },
    uuid,
    parent_tool_use_id: null,
    session_id: '',
    // A newer CLI does not treat a message without it as a person's. An older one ignores it.
    origin: { kind: 'human' },
    client_composed: clientComposed,
    shouldQuery,
  });
}

function userContent({ text, images }: UserWords): string | JsonObject[] {
  if (images.length === 0) return text;
  const pictures = images.map(({ mediaType, data }) => ({ type: 'image', source: { type: 'base64', media_type: mediaType, data } }));
  return [...pictures, ...(text.trim() === '' ? [] : [{ type: 'text', text }])];
}

export function requestLine(id: string, request: ControlRequest): string {
  return JSON.stringify({ type: 'control_request', request_id: id, request });
}

/**
 * A stray `toolUseID` would make the CLI run a call it no longer waits for, so this copies field by field. 2.1.197 refuses an
 * allow without an input, and no version takes a deny without a message.
 */
export function permissionLine(id: string, answer: PermissionAnswer): string {
  if (answer.answer === 'allow') {
    const updatedPermissions = answer.mode && [{ type: 'setMode', mode: answer.mode, destination: 'session' }];
    return answerLine(id, { behavior: 'allow', updatedInput: answer.input, updatedPermissions });
  }
  const message = answer.message.trim() === '' ? 'The user did not allow this.' : answer.message;
  return answerLine(id, { behavior: 'deny', message });
}

function answerLine(id: string, response: JsonObject): string {
  return JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
}

/** The answer of a server of ours. A notification has none, but the CLI waits for an answer to each of its requests. */
export function mcpAnswerLine(id: string, answer: JsonObject | null): string {
  return answerLine(id, { mcp_response: answer ?? { jsonrpc: '2.0', id: 0, result: {} } });
}

/** The answer to an MCP server's request for input. The CLI does not check it against the server's schema. */
export function elicitationLine(id: string, answer: ElicitationAnswer): string {
  const content = answer.action === 'accept' && answer.content ? { content: answer.content } : {};
  return answerLine(id, { action: answer.action, ...content });
}

export function errorLine(id: string, error: string): string {
  return JSON.stringify({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
}
