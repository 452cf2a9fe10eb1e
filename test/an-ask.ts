import type { Ask } from '../src/shared/ask';
import { askId, SessionId } from '../src/shared/ids';

/** A permission request for a Bash command that is the same text as the ask's name, with the given parts replaced. */
export function anAsk(name: string, parts: Partial<Ask> = {}): Ask {
  const sessionId = parts.sessionId ?? SessionId.parse('session');
  return {
    id: askId(sessionId, name),
    sessionId,
    kind: 'permission',
    tool: 'Bash',
    toolUseId: name,
    summary: name,
    summaryIsComplete: true,
    input: { command: name },
    truncated: false,
    agentId: null,
    agentName: null,
    marks: [],
    askedBy: null,
    defaultToNo: false,
    changedByHook: false,
    mcpServer: null,
    interaction: null,
    askedAt: 0,
    expiresAt: null,
    fingerprint: name,
    note: null,
    ...parts,
  };
}
