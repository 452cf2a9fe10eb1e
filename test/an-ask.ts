import type { Ask } from '../src/shared/ask';
import { askId, SessionId } from '../src/shared/ids';

/** A permission to run a command that is called like the ask, with the parts that matter to a test. */
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
    askedAt: 0,
    expiresAt: null,
    fingerprint: name,
    note: null,
    ...parts,
  };
}
