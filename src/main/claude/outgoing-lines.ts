import type { JsonObject } from '../../shared/json-object';
import type { PermissionResult, UserContent } from './wire';

export interface UserMessageOptions {
  /** Ours to choose, so that the message can be followed and withdrawn while the CLI still queues it. */
  readonly uuid: string;
  /** 'now' cuts off the running answer. */
  readonly priority?: 'now' | 'next' | 'later';
  /** The person didn't type it: no `@path` and no slash command in it counts. Older CLIs ignore this. */
  readonly clientComposed?: boolean;
  /** False adds it to the conversation and begins no turn. */
  readonly shouldQuery?: boolean;
}

/** What we ask of the CLI. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

/** What `initialize` can register; there is no other way to have hooks called in the app. */
export interface InitializeOptions {
  readonly hooks?: Readonly<Record<string, readonly HookMatcher[]>>;
  readonly sdkMcpServers?: readonly string[];
  readonly appendSystemPrompt?: string;
  readonly title?: string;
}

export interface HookMatcher {
  readonly matcher?: string;
  readonly hookCallbackIds: readonly string[];
  /** In seconds. Without it the CLI gives up after 600. */
  readonly timeout?: number;
}

// JSON.stringify escapes every line break, so each of these is one line.

export function userLine(content: UserContent, { uuid, priority, clientComposed, shouldQuery }: UserMessageOptions): string {
  return JSON.stringify({
    type: 'user',
    message: { role: 'user', content },
    uuid,
    parent_tool_use_id: null,
    session_id: '',
    priority,
    client_composed: clientComposed,
    shouldQuery,
  });
}

export function requestLine(id: string, request: ControlRequest): string {
  return JSON.stringify({ type: 'control_request', request_id: id, request });
}

export function answerLine(id: string, response: JsonObject): string {
  return JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
}

export function errorLine(id: string, error: string): string {
  return JSON.stringify({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
}

/** Field by field: a stray `toolUseID` would make the CLI run a call it no longer waits for. */
export function permissionPayload(result: PermissionResult): JsonObject {
  if (result.behavior === 'allow') {
    return { behavior: 'allow', updatedInput: result.updatedInput, updatedPermissions: result.updatedPermissions };
  }
  const message = result.message.trim() === '' ? 'The user did not allow this.' : result.message;
  return { behavior: 'deny', message, interrupt: result.interrupt };
}
