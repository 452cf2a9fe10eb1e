import { randomUUID } from 'node:crypto';
import { assertNever } from '../../shared/assert';
import type { RunId } from '../../shared/ids';
import { findCommandShell } from '../claude/command-shell';
import { type ClaudeCommand, interactivePlan, type LaunchPlan, type LaunchRequest, launchPlan } from '../claude/launch-plan';
import type { StoredSession } from './stored-session';

type Conversation = LaunchRequest['session']['conversation'];

interface LaunchOptions {
  readonly claude: ClaudeCommand;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Plans a run that continues the session's conversation. */
export function planRun(
  record: StoredSession,
  { runId, builtInTools, ...more }: LaunchOptions & { readonly runId: RunId; readonly builtInTools: readonly string[] },
): LaunchPlan {
  return launchPlan({
    ...more,
    runId,
    builtInTools,
    shell: findCommandShell(more.env),
    session: sessionOf(record, nextConversation(record)),
  });
}

/** Plans a `claude` that continues a conversation in a terminal; `env` is the terminal's. */
export function planInTerminal(record: StoredSession, conversationId: string, more: LaunchOptions): LaunchPlan {
  return interactivePlan({ ...more, session: sessionOf(record, { kind: 'resume', sessionId: conversationId }) });
}

const sessionOf = ({ folder, model, mode, trusted }: StoredSession, conversation: Conversation): LaunchRequest['session'] => ({
  cwd: folder,
  conversation,
  permissionMode: mode,
  trusted,
  ...(model === null ? {} : { model }),
});

function nextConversation({ conversation }: StoredSession): Conversation {
  const sessionId = randomUUID();
  switch (conversation.state) {
    case 'kept':
      return { kind: 'resume', sessionId: conversation.id };
    case 'fork':
      return { kind: 'fork', from: conversation.from, sessionId };
    case 'none':
      return { kind: 'new', sessionId };
    default:
      return assertNever(conversation);
  }
}
