import { z } from 'zod';
import { JsonObject } from '../../../shared/json-object';
import type { PermissionRequest } from '../permission-request';
import { flag, maybe, text } from './fields';

const SuggestedRules = z.looseObject({
  type: z.literal('addRules'),
  behavior: z.literal('allow'),
  rules: z.array(z.looseObject({ toolName: z.string().min(1), ruleContent: z.string().min(1).optional() })),
});

export const CanUseTool = z.looseObject({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string().min(1),
  tool_use_id: z.string().min(1),
  input: JsonObject,
  agent_id: text,
  blocked_path: text,
  decision_reason: text,
  decision_reason_type: text,
  decision_reason_rule_source: text,
  decision_reason_hook_source: text,
  matched_ask_rule: maybe(z.looseObject({ source: z.string(), tool_name: z.string(), rule_content: text })),
  mcp_server: maybe(z.looseObject({ name: z.string(), source: z.string() })),
  default_to_no: flag,
  requires_user_interaction: flag,
  suppress_always_allow_rule: flag,
  permission_suggestions: maybe(z.array(z.unknown())),
});

export function toPermissionRequest(body: z.infer<typeof CanUseTool>): PermissionRequest {
  const { matched_ask_rule: asks, mcp_server: server, permission_suggestions: suggestions } = body;
  return {
    tool: body.tool_name,
    toolUseId: body.tool_use_id,
    input: body.input,
    agentId: body.agent_id ?? null,
    blockedPath: body.blocked_path ?? null,
    reason: body.decision_reason ?? null,
    reasonType: body.decision_reason_type ?? null,
    ruleSource: body.decision_reason_rule_source ?? null,
    hookSource: body.decision_reason_hook_source ?? null,
    askRule: asks ? { tool: asks.tool_name, content: asks.rule_content ?? null, source: asks.source } : null,
    mcpServer: server ? { name: server.name, source: server.source } : null,
    defaultToNo: body.default_to_no === true,
    needsPerson: body.requires_user_interaction === true || body.suppress_always_allow_rule === true,
    suggestedRules: (suggestions ?? [])
      .flatMap((suggestion) => SuggestedRules.safeParse(suggestion).data?.rules ?? [])
      .map(({ toolName, ruleContent }) => ({ tool: toolName, content: ruleContent ?? null })),
  };
}
