import type { BackgroundTask, SessionSummary } from '../../shared/session';
import type { ClaudeEvent } from '../claude/events';

/** What a run has reported about itself so far. */
export interface RunFacts {
  /** A turn is under way. */
  readonly busy: boolean;
  /** The CLI's permission mode; null until it says. */
  readonly mode: string | null;
  /** The CLI's id of the conversation; it changes after /clear. */
  readonly conversationId: string | null;
  readonly retry: SessionSummary['retry'];
  /** What the run reported at its first turn, to compare with what was asked for. */
  readonly first: { readonly mode: string; readonly cwd: string } | null;
  /** The description of each subagent, by the id in its permission requests. */
  readonly agents: ReadonlyMap<string, string>;
  /** The background tasks, as the CLI last listed them. */
  readonly tasks: readonly BackgroundTask[];
  /** Whether the CLI reports its state. If not, a turn ends with its result. */
  readonly reportsState: boolean;
  /** The CLI can't resume, because it does not have the conversation. */
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
  reportsState: false,
  conversationMissing: false,
};

/** Returns the facts after one more event, or the same object when nothing changed. */
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
        // A mode that was reported before the first turn is newer: here an older CLI, resumed for a plan, repeats the mode it started in.
        mode: (facts.first === null ? facts.mode : null) ?? event.mode ?? facts.mode,
        conversationId: event.conversationId ?? facts.conversationId,
        first: facts.first ?? { mode: event.mode ?? 'default', cwd: event.cwd ?? '' },
      };
    case 'turn-ended':
      return { ...facts, retry: null, busy: facts.reportsState ? facts.busy : false };
    case 'state-changed':
      return { ...facts, reportsState: true, busy: event.busy };
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
