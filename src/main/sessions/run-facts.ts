import { z } from 'zod';
import type { SessionSummary } from '../../shared/session';
import type { CliMessage } from '../claude/wire';

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
  /** It tells its state itself; until then the end of a turn is its result. */
  readonly tellsState: boolean;
}

export const newRunFacts: RunFacts = {
  busy: false,
  mode: null,
  conversationId: null,
  retry: null,
  first: null,
  agents: new Map(),
  tellsState: false,
};

const System = z.looseObject({
  subtype: z.string(),
  session_id: z.string().optional().catch(undefined),
  permissionMode: z.string().optional().catch(undefined),
  cwd: z.string().optional().catch(undefined),
  state: z.string().optional().catch(undefined),
});
const AgentStarted = z.looseObject({ task_type: z.literal('local_agent'), task_id: z.string(), description: z.string().min(1) });
const Retry = z.looseObject({
  attempt: z.number().catch(0),
  max_retries: z.number().catch(0),
  retry_delay_ms: z.number().catch(0),
  error: z.string().catch('unknown'),
  error_status: z.number().nullable().catch(null),
});

/** The facts after one more message; the same object when it says nothing new. */
export function factsAfter(facts: RunFacts, message: CliMessage, now: number): RunFacts {
  switch (message.type) {
    case 'stream_event':
    case 'assistant':
      return facts.retry ? { ...facts, retry: null } : facts;
    case 'result':
      return { ...facts, retry: null, busy: facts.tellsState ? facts.busy : false };
    case 'system':
      return afterSystem(facts, message, now);
    default:
      return facts;
  }
}

function afterSystem(facts: RunFacts, message: CliMessage, now: number): RunFacts {
  const system = System.safeParse(message).data;
  switch (system?.subtype) {
    case 'init':
      return {
        ...facts,
        busy: true,
        // What it said of its mode before is newer: an older CLI that was brought back for a plan says here how it started.
        mode: (facts.first === null ? facts.mode : null) ?? system.permissionMode ?? facts.mode,
        conversationId: system.session_id ?? facts.conversationId,
        first: facts.first ?? { mode: system.permissionMode ?? 'default', cwd: system.cwd ?? '' },
      };
    case 'status':
      return system.permissionMode === undefined ? facts : { ...facts, mode: system.permissionMode };
    case 'session_state_changed':
      return { ...facts, tellsState: true, busy: system.state !== 'idle' };
    case 'task_started': {
      const agent = AgentStarted.safeParse(message).data;
      return agent ? { ...facts, agents: new Map(facts.agents).set(agent.task_id, agent.description) } : facts;
    }
    case 'api_retry': {
      const retry = Retry.parse(message);
      return {
        ...facts,
        retry: {
          at: now + retry.retry_delay_ms,
          attempt: retry.attempt,
          max: retry.max_retries,
          error: retry.error,
          status: retry.error_status,
        },
      };
    }
    default:
      return facts;
  }
}
