import { expect, it } from 'vitest';
import type { CliMessage } from '../claude/wire';
import { factsAfter, newRunFacts, type RunFacts } from './run-facts';

const now = 1_000;
const after = (...messages: CliMessage[]): RunFacts => messages.reduce((facts, message) => factsAfter(facts, message, now), newRunFacts);

const init = (more: object = {}): CliMessage => ({
  type: 'system',
  subtype: 'init',
  session_id: 'one',
  permissionMode: 'default',
  cwd: '/project',
  ...more,
});
const state = (value: string): CliMessage => ({ type: 'system', subtype: 'session_state_changed', state: value });
const result: CliMessage = { type: 'result', subtype: 'success' };
const retry: CliMessage = {
  type: 'system',
  subtype: 'api_retry',
  attempt: 2,
  max_retries: 10,
  retry_delay_ms: 500,
  error: 'overloaded',
  error_status: 529,
};

it('a turn begins with init and ends with its result, where the CLI says no more', () => {
  expect(after(init()).busy).toBe(true);
  expect(after(init(), result).busy).toBe(false);
});

it('where the CLI tells its state itself, a result is not the end', () => {
  const running = [init(), state('running')];
  expect(after(...running, result).busy).toBe(true);
  expect(after(...running, result, state('idle')).busy).toBe(false);
  expect(after(...running, state('requires_action')).busy).toBe(true);
});

it('the conversation’s id follows the CLI', () => {
  expect(after(init()).conversationId).toBe('one');
  expect(after(init(), result, init({ session_id: 'two' })).conversationId).toBe('two');
});

it('the first init is remembered as it was; the mode goes on changing', () => {
  const facts = after(
    init(),
    { type: 'system', subtype: 'status', permissionMode: 'plan' },
    init({ permissionMode: 'plan', cwd: '/else' }),
  );
  expect(facts).toMatchObject({ first: { mode: 'default', cwd: '/project' }, mode: 'plan' });
  expect(after(init(), { type: 'system', subtype: 'status', status: 'requesting' }).mode).toBe('default');
});

it('a mode that was told before the first init is newer than what that says', () => {
  const approved: CliMessage = { type: 'system', subtype: 'status', permissionMode: 'default' };
  expect(after(approved, init({ permissionMode: 'plan' })).mode).toBe('default');
  expect(after(approved, init({ permissionMode: 'plan' }), init({ permissionMode: 'plan' })).mode).toBe('plan');
});

it('an API retry counts down until the CLI gets through', () => {
  expect(after(init(), retry).retry).toEqual({ at: 1_500, attempt: 2, max: 10, error: 'overloaded', status: 529 });
  for (const through of [{ type: 'stream_event' }, { type: 'assistant' }, result]) expect(after(init(), retry, through).retry).toBeNull();
});

it('a retry without an answer from the API has no status; one without details is still one', () => {
  expect(after({ ...retry, error_status: null }).retry).toMatchObject({ status: null });
  expect(after({ type: 'system', subtype: 'api_retry' }).retry).toEqual({ at: now, attempt: 0, max: 0, error: 'unknown', status: null });
});

it('knows what each subagent was started for', () => {
  const started = { type: 'system', subtype: 'task_started', task_type: 'local_agent', task_id: 'a1', description: 'Search' };
  const facts = after(started, { ...started, task_id: 'a2', description: 'Compare' });
  expect([...facts.agents]).toEqual([
    ['a1', 'Search'],
    ['a2', 'Compare'],
  ]);
});

it.each<CliMessage>([
  { type: 'system', subtype: 'task_started', task_type: 'local_bash', task_id: 'b', description: 'Wait' },
  { type: 'system', subtype: 'task_started', task_type: 'local_agent', task_id: 'c' },
  { type: 'stream_event' },
  { type: 'user' },
  { type: 'unheard_of' },
  { type: 'system' },
  { type: 'system', subtype: 7 },
  { type: 'system', subtype: 'unheard_of' },
  { type: 'system', subtype: 'status', permissionMode: 7 },
])('nothing is new after %j', (message) => {
  const facts = after(init());
  expect(factsAfter(facts, message, now)).toBe(facts);
});
