import { randomUUID } from 'node:crypto';
import { assertNever } from '../../shared/assert';
import type { RunId } from '../../shared/ids';
import { findCommandShell } from '../claude/command-shell';
import { type ClaudeCommand, interactivePlan, type LaunchPlan, type LaunchRequest, launchPlan } from '../claude/launch-plan';
import type { StoredSession } from './stored-session';

type Conversation = LaunchRequest['session']['conversation'];

interface With {
  readonly claude: ClaudeCommand;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How to start a run that goes on where the session is. */
export function planRun(record: StoredSession, { runId, ...more }: With & { readonly runId: RunId }): LaunchPlan {
  return launchPlan({ ...more, runId, shell: findCommandShell(more.env), session: sessionOf(record, nextConversation(record)) });
}

/** How to go on with a conversation that the CLI keeps in a terminal, whose environment is given. */
export function planInTerminal(record: StoredSession, conversationId: string, more: With): LaunchPlan {
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
