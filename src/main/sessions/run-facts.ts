import type { BackgroundTask, SessionSummary } from '../../shared/session';
import type { ClaudeEvent } from '../claude/events';

/** What a run has said about itself so far. */
export interface RunFacts {
  /** A turn is under way. */
  readonly busy: boolean;
  /** The CLI's permission mode; null until it says. */
  readonly mode: string | null;
  /** The CLI's id of the conversation; it changes after /clear. */
  readonly conversationId: string | null;
  readonly retry: SessionSummary['retry'];
  /** The first `system/init`, to compare with what was asked for. */
  readonly first: { readonly mode: string; readonly cwd: string } | null;
  /** What each subagent was started for, in the model's few words, by the id it asks with. */
  readonly agents: ReadonlyMap<string, string>;
  /** What goes on in the background, as the CLI last listed it. */
  readonly tasks: readonly BackgroundTask[];
  /** It tells its state itself; until then the end of a turn is its result. */
  readonly tellsState: boolean;
  /** It can't resume, because it does not have the conversation. */
  readonly conversationMissing: boolean;
}

export const newRunFacts: RunFacts = {
  busy: false,
  mode: null,
  conversationId: null,
  retry: null,
  first: null,
  agents: new Map(),
  tasks: [],
  tellsState: false,
  conversationMissing: false,
};

/** The facts after one more event; the same object when it says nothing new. */
export function factsAfter(facts: RunFacts, event: ClaudeEvent, now: number): RunFacts {
  switch (event.kind) {
    case 'message-started':
    case 'text-delta':
    case 'assistant-message':
      return facts.retry ? { ...facts, retry: null } : facts;
    case 'turn-started':
      return {
        ...facts,
        busy: true,
        // What it said of its mode before is newer: an older CLI that was brought back for a plan says here how it started.
        mode: (facts.first === null ? facts.mode : null) ?? event.mode ?? facts.mode,
        conversationId: event.conversationId ?? facts.conversationId,
        first: facts.first ?? { mode: event.mode ?? 'default', cwd: event.cwd ?? '' },
      };
    case 'turn-ended':
      return { ...facts, retry: null, busy: facts.tellsState ? facts.busy : false };
    case 'state-changed':
      return { ...facts, tellsState: true, busy: event.busy };
    case 'status-changed':
      return event.mode === null ? facts : { ...facts, mode: event.mode };
    case 'task-started':
      return event.agent ? { ...facts, agents: new Map(facts.agents).set(event.agent.id, event.agent.description) } : facts;
    case 'background-tasks-changed':
      return { ...facts, tasks: event.tasks };
    case 'retrying': {
      const { attempt, max, delayMs, error, status } = event;
      return { ...facts, retry: { at: now + delayMs, attempt, max, error, status } };
    }
    case 'conversation-missing':
      return { ...facts, conversationMissing: true };
    default:
      return facts;
  }
}
