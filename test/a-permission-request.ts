import type { PermissionRequest } from '../src/main/claude/permission-request';

/** A permission request of the CLI, without a reason or suggestions. */
export function aPermissionRequest(more: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
    tool: 'Bash',
    toolUseId: 'toolu_1',
    input: { command: 'ls' },
    agentId: null,
    blockedPath: null,
    reason: null,
    reasonType: null,
    ruleSource: null,
    hookSource: null,
    askRule: null,
    mcpServer: null,
    defaultToNo: false,
    needsPerson: false,
    suggestedRules: [],
    ...more,
  };
}
