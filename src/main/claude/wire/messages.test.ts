import { expect, it } from 'vitest';
import { readMessage } from './messages';

const system = (subtype: unknown, more: object = {}) => readMessage({ type: 'system', subtype, ...more });

it('a result of any shape ends the turn', () => {
  expect(readMessage({ type: 'result' })).toMatchObject({ kind: 'turn-ended', outcome: 'done', reason: null, text: null });
  expect(readMessage({ type: 'result', is_error: 'yes', usage: 7, modelUsage: [] })).toMatchObject({ kind: 'turn-ended' });
});

it('an API failure is a failed turn, although its subtype is success', () => {
  const failed = { type: 'result', subtype: 'success', is_error: true, result: 'API Error', api_error_status: 529 };
  expect(readMessage(failed)).toMatchObject({ outcome: 'failed', reason: null, text: 'API Error', apiErrorStatus: 529 });
});

it('a run that does not have the conversation is told from one that could not read it', () => {
  const refusal = (error: string) => ({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors: [error] });
  expect(readMessage(refusal('No conversation found with session ID: 1'))).toEqual({ kind: 'conversation-missing' });
  expect(readMessage(refusal('Failed to resume session: EISDIR'))).toMatchObject({ kind: 'turn-ended', outcome: 'failed' });
});

it('every state but idle is busy', () => {
  expect(['running', 'requires_action', 'idle'].map((state) => system('session_state_changed', { state }))).toEqual([
    { kind: 'state-changed', busy: true },
    { kind: 'state-changed', busy: true },
    { kind: 'state-changed', busy: false },
  ]);
});

it('a retry without details is still one', () => {
  expect(system('api_retry')).toEqual({ kind: 'retrying', attempt: 1, max: 0, delayMs: 0, status: null, error: 'unknown' });
});

it('a task is a subagent only with its type, its id and its purpose', () => {
  const agent = { task_type: 'local_agent', task_id: 'a1', description: 'Search', tool_use_id: 't' };
  expect(system('task_started', agent)).toEqual({ kind: 'task-started', toolUseId: 't', agent: { id: 'a1', description: 'Search' } });
  for (const other of [{ task_type: 'local_bash' }, { description: undefined }, { task_id: 7 }]) {
    expect(system('task_started', { ...agent, ...other })).toMatchObject({ kind: 'task-started', agent: null });
  }
});

const trouble = (subtype: string, more: object = {}) => {
  const event = system(subtype, more);
  return event?.kind === 'cli-trouble' ? event.trouble : null;
};

it('trouble of the CLI itself is told with what it says of it', () => {
  expect(trouble('session_writes_lost', { error_code: 'ENOSPC', lost: ['transcript', 'global_config'] })).toEqual({
    kind: 'writes-lost',
    code: 'ENOSPC',
    conversation: true,
  });
  expect(trouble('session_writes_lost', { error_code: 'EDQUOT', lost: ['global_config'] })).toMatchObject({ conversation: false });
  expect(trouble('mirror_error', { error: 'timed out', key: {} })).toEqual({ kind: 'copy-failed', error: 'timed out' });
  expect(trouble('worker_shutting_down', { reason: 'host_exit' })).toEqual({ kind: 'shutting-down', reason: 'host_exit' });
});

it('a model that answers in place of one that refused does so for good, unless the CLI says otherwise', () => {
  const models = { original_model: 'a', fallback_model: 'b' };
  expect(trouble('model_refusal_fallback', models)).toEqual({
    kind: 'other-model',
    refused: 'a',
    used: 'b',
    lasting: true,
    reason: null,
  });
  const local = { ...models, scope: 'local', api_refusal_explanation: 'It is about locks.' };
  expect(trouble('model_refusal_fallback', local)).toMatchObject({ lasting: false, reason: 'It is about locks.' });
});

it('a sign-in is trouble while it lasts and when it failed', () => {
  const signIn = (more: object) => readMessage({ type: 'auth_status', ...more });
  expect(signIn({ isAuthenticating: true, output: ['Open', 'this'] })).toEqual({
    kind: 'cli-trouble',
    trouble: { kind: 'sign-in', state: 'running', text: 'Open\nthis' },
  });
  expect(signIn({ isAuthenticating: false, output: [], error: 'refused' })).toMatchObject({
    trouble: { state: 'failed', text: 'refused' },
  });
  expect(signIn({ isAuthenticating: false, output: [] })).toBeNull();
});

it('trouble without details is still told', () => {
  for (const subtype of ['session_writes_lost', 'mirror_error', 'worker_shutting_down', 'model_refusal_fallback'])
    expect(trouble(subtype), subtype).not.toBeNull();
});

it('tasks in the background are listed by their kind, except those that a person has no use for', () => {
  const task = (id: string, more: object = {}) => ({ task_id: id, task_type: 'local_agent', description: `Task\n${id}`, ...more });
  const tasks = [task('a'), task('b', { task_type: 'local_bash' }), task('c', { task_type: 'new' }), task('d', { ambient: true })];
  expect(system('background_tasks_changed', { tasks })).toEqual({
    kind: 'background-tasks-changed',
    tasks: [
      { id: 'a', kind: 'agent', description: 'Task a' },
      { id: 'b', kind: 'command', description: 'Task b' },
      { id: 'c', kind: 'other', description: 'Task c' },
    ],
  });
  expect(system('background_tasks_changed', { tasks: 7 })).toEqual({ kind: 'background-tasks-changed', tasks: [] });
  const many = Array.from({ length: 1_000 }, (_, i) => task(`${i}`, { description: 'x'.repeat(10_000) }));
  expect(JSON.stringify(system('background_tasks_changed', { tasks: many })).length).toBeLessThan(50_000);
});

const user = (origin: object, more: object = {}) =>
  readMessage({ type: 'user', message: { role: 'user', content: 'wrapped for the model' }, uuid: 'u', origin, ...more });

it('a message is the person’s only if it says so, or says nothing', () => {
  expect(user({ kind: 'human' })).toMatchObject({ text: { what: 'person' } });
  for (const kind of ['peer', 'channel', 'task-notification', 'coordinator', 'from_the_future'])
    expect(user({ kind }), kind).toMatchObject({ text: { what: 'message' } });
});

it('a message of another session has its sender and its own text, and is no summary of a compaction', () => {
  const peer = { kind: 'peer', from: 'uds:/x.sock', name: 'fix\u202e-tests', body: 'Please look.' };
  const message = { what: 'message', sender: { kind: 'session', name: expect.stringContaining('fix') }, text: 'Please look.' };
  // Live, and in the CLI's transcript files.
  for (const mark of [{ isSynthetic: true }, { isMeta: true }]) expect(user(peer, mark)).toMatchObject({ text: message });
  expect(JSON.stringify(user(peer))).not.toContain('\u202e');
  const turn = { type: 'result', origin: peer };
  expect(readMessage(turn)).toMatchObject({ message: { sender: { kind: 'session' }, text: 'Please look.' } });
  expect(readMessage({ ...turn, origin: { kind: 'task-notification' } })).toMatchObject({ message: null });
  expect(readMessage({ ...turn, origin: { kind: 'human' } })).toMatchObject({ message: null });
});

it('a message that is held back is told by its sender, and then what became of it', () => {
  const hold = (state: string) => system('peer_message_hold', { state, message_uuid: 'm', from: 'uds:/x.sock', from_name: 'tests' });
  const sender = { kind: 'session', name: 'tests' };
  expect(hold('held')).toEqual({ kind: 'peer-message-held', uuid: 'm', sender });
  expect(hold('released')).toEqual({ kind: 'peer-message-settled', uuid: 'm', sender, isLetIn: true });
  expect(hold('dropped')).toEqual({ kind: 'peer-message-settled', uuid: 'm', sender, isLetIn: false });
});

it('a message has the time that it gives', () => {
  const reset = { type: 'conversation_reset' };
  expect(readMessage({ ...reset, timestamp: '2026-01-02T03:04:05.000Z' })).toEqual({ kind: 'conversation-reset', at: 1_767_323_045_000 });
  expect(readMessage({ ...reset, timestamp: 'yesterday' })).toEqual({ kind: 'conversation-reset' });
});

it.each([
  { type: 'from_the_future' },
  { type: 'assistant' },
  { type: 'assistant', message: { id: 7, content: [] } },
  { type: 'user' },
  { type: 'user', message: { content: 7 } },
  { type: 'system' },
  { type: 'system', subtype: 7 },
  { type: 'system', subtype: 'from_the_future' },
  { type: 'system', subtype: 'status', permissionMode: 7 },
  { type: 'stream_event' },
  { type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta' } } },
  { type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{' } } },
  { type: 'stream_event', event: { type: 'message_start', message: {} } },
  { type: 'rate_limit_event' },
  { type: 'command_lifecycle', command_uuid: 'u', state: 'queued' },
])('is no event: %j', (message) => {
  expect(readMessage(message)).toBeNull();
});
