import { randomUUID } from 'node:crypto';
import type { RunId } from '../../shared/ids';
import { type ClaudeCommand, type LaunchPlan, launchPlan } from '../claude/launch-plan';
import type { StoredSession } from './stored-session';

/** How to start a run that goes on where the session is. */
export function planRun(
  { folder, model, mode, trusted, conversation }: StoredSession,
  { claude, runId, env }: { claude: ClaudeCommand; runId: RunId; env: Readonly<Record<string, string | undefined>> },
): LaunchPlan {
  const sessionId = randomUUID();
  return launchPlan({
    claude,
    runId,
    env,
    session: {
      cwd: folder,
      conversation:
        conversation.state === 'kept'
          ? { kind: 'resume', sessionId: conversation.id }
          : conversation.state === 'fork'
            ? { kind: 'fork', from: conversation.from, sessionId }
            : { kind: 'new', sessionId },
      permissionMode: mode,
      trusted,
      ...(model === null ? {} : { model }),
    },
  });
}
