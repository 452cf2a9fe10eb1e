import { expect, it } from 'vitest';
import type { ClaudeEvent, Retrying, TurnEnded, TurnStarted } from '../claude/events';
import { factsAfter, newRunFacts, type RunFacts } from './run-facts';

const now = 1_000;
const after = (...events: ClaudeEvent[]): RunFacts => events.reduce((facts, event) => factsAfter(facts, event, now), newRunFacts);

const init = (more: Partial<TurnStarted> = {}): TurnStarted => ({
  kind: 'turn-started',
  conversationId: 'one',
  mode: 'default',
  model: null,
  cwd: '/project',
  ...more,
});
const state = (busy: boolean): ClaudeEvent => ({ kind: 'state-changed', busy });
const status = (mode: string | null): ClaudeEvent => ({ kind: 'status-changed', mode, compaction: null, error: null });
const result: TurnEnded = {
  kind: 'turn-ended',
  outcome: 'done',
  reason: null,
  text: null,
  apiErrorStatus: null,
  cost: { totalUsd: null, turnUsd: null, totalIsThisTurn: false },
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: null,
  durationMs: 0,
  modelTurns: 1,
  deniedToolUseIds: [],
  deferredToolUseId: null,
  message: null,
};
const retry: Retrying = { kind: 'retrying', attempt: 2, max: 10, delayMs: 500, error: 'overloaded', status: 529 };

it('a turn begins with init and ends with its result, where the CLI says no more', () => {
  expect(after(init()).busy).toBe(true);
  expect(after(init(), result).busy).toBe(false);
});

it('where the CLI tells its state itself, a result is not the end', () => {
  const running = [init(), state(true)];
  expect(after(...running, result).busy).toBe(true);
  expect(after(...running, result, state(false)).busy).toBe(false);
});

it('the conversation’s id follows the CLI', () => {
  expect(after(init()).conversationId).toBe('one');
  expect(after(init(), result, init({ conversationId: 'two' })).conversationId).toBe('two');
});

it('the first init is remembered as it was; the mode goes on changing', () => {
  const facts = after(init(), status('plan'), init({ mode: 'plan', cwd: '/else' }));
  expect(facts).toMatchObject({ first: { mode: 'default', cwd: '/project' }, mode: 'plan' });
  expect(after(init(), status(null)).mode).toBe('default');
});

it('a mode that was told before the first init is newer than what that says', () => {
  const approved = status('default');
  expect(after(approved, init({ mode: 'plan' })).mode).toBe('default');
  expect(after(approved, init({ mode: 'plan' }), init({ mode: 'plan' })).mode).toBe('plan');
});

it('an API retry counts down until the CLI gets through', () => {
  expect(after(init(), retry).retry).toEqual({ at: 1_500, attempt: 2, max: 10, error: 'overloaded', status: 529 });
  const through: ClaudeEvent[] = [
    { kind: 'message-started', parentToolUseId: null, messageId: 'm' },
    { kind: 'text-delta', parentToolUseId: null, blockIndex: 0, blockKind: 'text', text: 'Hel' },
    {
      kind: 'assistant-message',
      uuid: null,
      parentToolUseId: null,
      messageId: 'm',
      content: { kind: 'blocks', blocks: [] },
      contextTokens: 7,
    },
    result,
  ];
  for (const event of through) expect(after(init(), retry, event).retry).toBeNull();
});

it('a retry without an answer from the API has no status', () => {
  expect(after({ ...retry, status: null }).retry).toMatchObject({ status: null });
});

it('knows what each subagent was started for', () => {
  const started = (id: string, description: string): ClaudeEvent => ({ kind: 'task-started', toolUseId: 't', agent: { id, description } });
  expect([...after(started('a1', 'Search'), started('a2', 'Compare')).agents]).toEqual([
    ['a1', 'Search'],
    ['a2', 'Compare'],
  ]);
});

it('remembers that the CLI does not have the conversation', () => {
  expect(after({ kind: 'conversation-missing' }).conversationMissing).toBe(true);
});

it.each<ClaudeEvent>([
  { kind: 'task-started', toolUseId: 't', agent: null },
  { kind: 'text-delta', parentToolUseId: null, blockIndex: 0, blockKind: 'text', text: 'Hel' },
  { kind: 'user-message', uuid: null, text: { what: 'person', text: 'hello' }, images: [] },
  status(null),
  { kind: 'conversation-reset' },
])('nothing is new after %j', (event) => {
  const facts = after(init());
  expect(factsAfter(facts, event, now)).toBe(facts);
});

it('the tasks in the background are those that the CLI last listed', () => {
  const listed = (...ids: string[]): ClaudeEvent => ({
    kind: 'background-tasks-changed',
    tasks: ids.map((id) => ({ id, kind: 'agent', description: id })),
  });
  expect(after(listed('a', 'b'), listed('b')).tasks.map(({ id }) => id)).toEqual(['b']);
  expect(after(listed('a'), result).tasks).toHaveLength(1);
});
