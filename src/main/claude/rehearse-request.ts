import type { JsonObject } from '../../shared/json-object';
import type { PermissionRequest } from './permission-request';
import { parseLine } from './wire/lines';

/** Reads a made-up permission request as if the CLI had sent it, so that the code for this is compiled before a real one comes. */
export function rehearseRequest(tool: string, input: JsonObject): PermissionRequest {
  const request = { subtype: 'can_use_tool', tool_name: tool, tool_use_id: 'rehearsal', input };
  const line = parseLine(JSON.stringify({ type: 'control_request', request_id: 'rehearsal', request }));
  if (line.kind !== 'request' || line.body.kind !== 'permission') throw new Error('The rehearsal is not a permission request.');
  return line.body.request;
}
