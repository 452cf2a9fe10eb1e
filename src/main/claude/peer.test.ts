import { describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../test/memory-transport';
import { until } from '../../../test/until';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { ClaudeEvent } from './events';
import type { Incoming } from './incoming-requests';
import { type PeerHandlers, type PeerTrouble, ProtocolPeer } from './peer';
import type { TransportEnd } from './transport';
import type { CanUseTool, PermissionResult } from './wire';

const end: TransportEnd = { reason: 'exited', exitCode: 1, signal: null, message: 'claude exited with code 1.' };
const allow: PermissionResult = { behavior: 'allow', updatedInput: { command: 'ls' } };
const bash: CanUseTool = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'toolu_1', input: { command: 'ls' } };

const ask = (id: string, request: object = bash) => ({ type: 'control_request', request_id: id, request });
const cancel = (id: string) => ({ type: 'control_cancel_request', request_id: id });
const answer = (id: string, response: JsonObject) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});
const refusal = (id: string, error: unknown) => ({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });

function start(handlers: Partial<PeerHandlers> = {}) {
  const { transport, far } = memoryTransport();
  const asked: { call: CanUseTool; incoming: Incoming<PermissionResult> }[] = [];
  const events: ClaudeEvent[] = [];
  const troubles: PeerTrouble[] = [];
  const ends: TransportEnd[] = [];
  const peer = new ProtocolPeer(transport, {
    canUseTool: (call, incoming) => void asked.push({ call, incoming }),
    event: (event) => void events.push(event),
    trouble: (trouble) => void troubles.push(trouble),
    ended: (how) => void ends.push(how),
    ...handlers,
  });
  const sent = (): unknown[] => far.sent.map((line): unknown => JSON.parse(line));
  /** Lets the CLI ask under this id, and gives what the handler got. */
  const askedAs = (id: string) => {
    far.push(ask(id));
    const latest = asked.at(-1);
    if (latest?.incoming.requestId !== id) throw new Error(`${id} did not reach the handler`);
    return latest.incoming;
  };
  return { peer, far, asked, events, troubles, ends, sent, askedAs };
}

/** A CLI that answers each control request with what `respond` makes of it. */
function startAnswering(respond: (request: JsonObject) => object) {
  const started = start();
  const requests: JsonObject[] = [];
  started.far.onSent((line) => {
    const { request_id, request } = JSON.parse(line);
    requests.push(request);
    started.far.push({ type: 'control_response', response: { request_id, ...respond(request) } });
  });
  return { ...started, requests };
}

it('tells only the beginning of an endless id or subtype, and answers under the whole id', () => {
  const { far, troubles, sent } = start();
  const id = 'i'.repeat(1_000_000);
  far.push(ask(id, { subtype: 's'.repeat(1_000_000) }));
  expect(troubles).toEqual([
    {
      kind: 'unserved-request',
      requestId: 'i'.repeat(100),
      problem: `Unsupported control request subtype: ${'s'.repeat(100)}`,
    },
  ]);
  expect(sent()).toMatchObject([{ response: { request_id: id, error: expect.stringMatching(/s{100}$/) } }]);
});

describe('a question of the CLI', () => {
  it('reaches its handler with a way back, and its answer is one line', async () => {
    const { far, asked, sent } = start();
    far.push(ask('r1'));
    expect(asked).toEqual([{ call: bash, incoming: expect.objectContaining({ requestId: 'r1' }) }]);
    await asked[0]?.incoming.reply({ ...allow, updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }] });
    expect(sent()).toEqual([
      answer('r1', {
        behavior: 'allow',
        updatedInput: { command: 'ls' },
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }],
      }),
    ]);
  });

  it('can be one of several, answered in any order', async () => {
    const { askedAs, sent } = start();
    const [first, second, third] = [askedAs('r1'), askedAs('r2'), askedAs('r3')];
    await third.reply(allow);
    await first.reply({ behavior: 'deny', message: 'Not that file.' });
    await second.reply({ behavior: 'deny', message: 'Stop.', interrupt: true });
    expect(sent()).toEqual([
      answer('r3', allow),
      answer('r1', { behavior: 'deny', message: 'Not that file.' }),
      answer('r2', { behavior: 'deny', message: 'Stop.', interrupt: true }),
    ]);
  });

  it('is never denied without a message', async () => {
    const { askedAs, sent } = start();
    await askedAs('r1').reply({ behavior: 'deny', message: ' ' });
    expect(sent()).toEqual([answer('r1', { behavior: 'deny', message: 'The user did not allow this.' })]);
  });

  it('is answered without fields that would mean something else to the CLI', async () => {
    const { askedAs, sent } = start();
    const fromElsewhere = { ...allow, toolUseID: 'toolu_of_an_older_run' };
    await askedAs('r1').reply(fromElsewhere);
    expect(sent()).toEqual([answer('r1', allow)]);
  });

  it('goes to the handler of its kind, and the answer is wrapped as that kind wants', async () => {
    const { far, sent } = start({
      hookCallback: (hook, { reply }) => reply({ async: true, seen: hook.callback_id }),
      mcpMessage: (mcp, { reply }) => reply({ jsonrpc: '2.0', id: mcp.message.id, result: {} }),
      elicitation: (form, { reply }) => reply({ action: 'accept', content: { name: form.message } }),
    });
    far.push(ask('r1', { subtype: 'hook_callback', callback_id: 'cb_1', input: {} }));
    far.push(ask('r2', { subtype: 'mcp_message', server_name: 'app', message: { jsonrpc: '2.0', id: 2, method: 'ping' } }));
    far.push(ask('r3', { subtype: 'elicitation', mcp_server_name: 'tiny', message: 'Name?' }));
    await expect
      .poll(sent)
      .toEqual([
        answer('r1', { async: true, seen: 'cb_1' }),
        answer('r2', { mcp_response: { jsonrpc: '2.0', id: 2, result: {} } }),
        answer('r3', { action: 'accept', content: { name: 'Name?' } }),
      ]);
  });

  it('is answered once: the second reply writes nothing and says so', async () => {
    const { askedAs, sent } = start();
    const incoming = askedAs('r1');
    await incoming.reply(allow);
    await expect(incoming.reply({ behavior: 'deny', message: 'No.' })).rejects.toMatchObject({ code: 'already-answered' });
    expect(sent()).toEqual([answer('r1', allow)]);
  });

  it('that is repeated while open does not become two', async () => {
    const { far, asked, askedAs, troubles, sent } = start();
    const incoming = askedAs('r1');
    far.push(ask('r1'));
    expect(troubles).toEqual([{ kind: 'repeated-request', requestId: 'r1' }]);
    expect(asked).toHaveLength(1);
    await incoming.reply(allow);
    expect(sent()).toEqual([answer('r1', allow)]);
  });
});

describe('a question that goes away', () => {
  it('withdrawn by the CLI, aborts and takes no answer', async () => {
    const { far, askedAs, sent } = start();
    const [withdrawn, other] = [askedAs('r1'), askedAs('r2')];
    far.push(cancel('r1'));
    expect(withdrawn.signal).toMatchObject({ aborted: true, reason: 'withdrawn' });
    expect(other.signal.aborted).toBe(false);
    await expect(withdrawn.reply(allow)).rejects.toMatchObject({ code: 'ask-gone' });
    expect(sent()).toEqual([]);
  });

  it('with its run, aborts and takes no answer', async () => {
    const { far, askedAs, sent } = start();
    const incoming = askedAs('r1');
    far.end(end);
    expect(incoming.signal).toMatchObject({ aborted: true, reason: 'closed' });
    await expect(incoming.reply(allow)).rejects.toMatchObject({ code: 'ask-gone' });
    expect(sent()).toEqual([]);
  });

  it('after its answer, no longer matters', async () => {
    const { far, askedAs, troubles, sent } = start();
    const incoming = askedAs('r1');
    await incoming.reply(allow);
    far.push(cancel('r1'));
    far.push(cancel('never-asked'));
    far.end(end);
    expect(incoming.signal.aborted).toBe(false);
    expect({ troubles, sent: sent() }).toEqual({ troubles: [], sent: [answer('r1', allow)] });
  });

  it('in the tick of its answer, loses to the answer; in the tick before, wins', async () => {
    const { peer, far, askedAs, sent } = start();
    const [answered, cancelled] = [askedAs('r1'), askedAs('r2')];
    // Behind a full pipe the answer is claimed and not yet written.
    far.hold();
    const ahead = peer.sendUserMessage('ahead of it', { uuid: 'u1' });
    const first = answered.reply(allow);
    far.push(cancel('r1'));
    far.push(cancel('r2'));
    const second = cancelled.reply(allow);
    far.flow();
    await expect(Promise.all([ahead, first])).resolves.toHaveLength(2);
    await expect(second).rejects.toMatchObject({ code: 'ask-gone' });
    expect([answered.signal.aborted, cancelled.signal.aborted]).toEqual([false, true]);
    expect(sent()).toEqual([expect.objectContaining({ uuid: 'u1' }), answer('r1', allow)]);
  });

  it('has no answer even from a listener of its own abort', async () => {
    const { far, askedAs, sent } = start();
    const incoming = askedAs('r1');
    const late = Promise.withResolvers<void>();
    incoming.signal.addEventListener('abort', () => late.resolve(incoming.reply(allow)));
    far.push(cancel('r1'));
    await expect(late.promise).rejects.toMatchObject({ code: 'ask-gone' });
    expect(sent()).toEqual([]);
  });
});

describe('a question nobody can answer is answered with an error and reported', () => {
  const hook = { subtype: 'hook_callback', callback_id: 'cb_1', input: {} };
  const bug = new TypeError('x is not a function');
  const cases: { name: string; request: object; handlers?: Partial<PeerHandlers>; error: unknown; trouble: object }[] = [
    {
      name: 'of an unknown kind',
      request: { subtype: 'request_user_dialog' },
      error: 'Unsupported control request subtype: request_user_dialog',
      trouble: { kind: 'unserved-request' },
    },
    {
      name: 'with a body that makes no sense',
      request: { subtype: 'can_use_tool', tool_name: 7 },
      error: expect.stringMatching(/^Malformed can_use_tool request/),
      trouble: { kind: 'unserved-request' },
    },
    { name: 'with no handler', request: hook, error: 'Nobody here serves hook_callback.', trouble: { kind: 'unserved-request' } },
    {
      name: 'whose handler throws',
      request: hook,
      handlers: {
        hookCallback: () => {
          throw bug;
        },
      },
      error: 'Signalbox failed to handle this request.',
      trouble: { kind: 'handler-failed', error: bug },
    },
    {
      name: 'whose handler rejects',
      request: hook,
      handlers: { hookCallback: () => Promise.reject(new AppError('internal', 'The disk is full.')) },
      error: 'The disk is full.',
      trouble: { kind: 'handler-failed', error: expect.any(AppError) },
    },
  ];

  it.each(cases)('$name', async ({ request, handlers, error, trouble }) => {
    const { far, troubles, sent } = start(handlers);
    far.push(ask('r1', request));
    await expect
      .poll(() => ({ sent: sent(), troubles }))
      .toEqual({
        sent: [refusal('r1', error)],
        troubles: [expect.objectContaining({ requestId: 'r1', ...trouble })],
      });
  });

  it('whose answer can not be put into JSON', async () => {
    const { askedAs, sent } = start();
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    await expect(askedAs('r1').reply({ behavior: 'allow', updatedInput: endless })).rejects.toThrow(TypeError);
    expect(sent()).toEqual([refusal('r1', 'The answer could not be written.')]);
  });
});

describe('a handler that fails late', () => {
  it('after its answer is reported, and the answer stands', async () => {
    const bug = new Error('after the fact');
    const { far, troubles, sent } = start({
      canUseTool: async (_call, { reply }) => {
        await reply(allow);
        throw bug;
      },
    });
    far.push(ask('r1'));
    await until(() => expect(troubles).toEqual([{ kind: 'handler-failed', requestId: 'r1', error: bug }]));
    expect(sent()).toEqual([answer('r1', allow)]);
  });

  it('because its question went away is no trouble', async () => {
    const decided = Promise.withResolvers<void>();
    const handled: Promise<unknown>[] = [];
    const { far, troubles, sent } = start({
      canUseTool: (_call, { reply }) => {
        const handling = decided.promise.then(() => reply(allow));
        handled.push(handling);
        return handling;
      },
    });
    far.push(ask('r1'));
    far.push(cancel('r1'));
    decided.resolve();
    await expect(Promise.all(handled)).rejects.toMatchObject({ code: 'ask-gone' });
    expect({ troubles, sent: sent() }).toEqual({ troubles: [], sent: [] });
  });
});

describe('what we ask of the CLI', () => {
  it('is sent in its words and resolves with its answer', async () => {
    const answers: Record<string, JsonObject> = {
      initialize: { commands: [{ name: 'compact' }], models: 'none', pid: 7 },
      interrupt: { still_queued: ['u1'] },
      set_permission_mode: { mode: 'default' },
      set_model: { model: 'claude-sonnet-5' },
      cancel_async_message: { cancelled: true },
      get_context_usage: { totalTokens: 10, maxTokens: 200_000, percentage: 0, gridRows: [] },
      get_settings: { effective: {} },
    };
    const { peer, requests } = startAnswering(({ subtype }) => ({ subtype: 'success', response: answers[String(subtype)] }));
    expect([
      await peer.initialize({ sdkMcpServers: ['app'], hooks: { Stop: [{ hookCallbackIds: ['cb_1'] }] } }),
      await peer.interrupt(),
      await peer.setPermissionMode('manual'),
      await peer.setModel('sonnet'),
      await peer.cancelAsyncMessage('u1'),
      await peer.getContextUsage(),
      await peer.renameSession('Fix the build'),
      (await peer.request({ subtype: 'get_settings' })).response,
    ]).toEqual([
      { commands: [{ name: 'compact' }], models: [], capabilities: [], pid: 7 },
      ['u1'],
      'default',
      'claude-sonnet-5',
      true,
      { totalTokens: 10, maxTokens: 200_000, percentage: 0, categories: [], gridRows: [] },
      undefined,
      { effective: {} },
    ]);
    expect(requests).toEqual([
      { subtype: 'initialize', sdkMcpServers: ['app'], hooks: { Stop: [{ hookCallbackIds: ['cb_1'] }] } },
      { subtype: 'interrupt' },
      { subtype: 'set_permission_mode', mode: 'manual' },
      { subtype: 'set_model', model: 'sonnet' },
      { subtype: 'cancel_async_message', message_uuid: 'u1' },
      { subtype: 'get_context_usage' },
      { subtype: 'rename_session', title: 'Fix the build' },
      { subtype: 'get_settings' },
    ]);
  });

  it('resolves with what was asked for where an older CLI answers with nothing', async () => {
    const { peer } = startAnswering(() => ({ subtype: 'success' }));
    expect([
      await peer.interrupt(),
      await peer.setModel('opus'),
      await peer.setPermissionMode('plan'),
      await peer.cancelAsyncMessage('u'),
    ]).toEqual([[], 'opus', 'plan', false]);
  });

  it("rejects with the CLI's own words when it refuses", async () => {
    const { peer } = startAnswering(() => ({ subtype: 'error', error: 'Cannot set permission mode to bypassPermissions' }));
    await expect(peer.setPermissionMode('bypassPermissions')).rejects.toMatchObject({
      code: 'cli-refused',
      message: 'Cannot set permission mode to bypassPermissions',
    });
  });

  it('rejects at the end of the run, and from then on', async () => {
    const { peer, far } = start();
    const waiting = [peer.initialize(), peer.interrupt()];
    await until(() => expect(far.sent).toHaveLength(2));
    far.end(end);
    const settled = await Promise.allSettled([...waiting, peer.getContextUsage(), peer.sendUserMessage('hello', { uuid: 'u1' })]);
    const gone = { status: 'rejected', reason: expect.objectContaining({ code: 'run-gone', message: end.message }) };
    expect(settled).toEqual([gone, gone, gone, gone]);
    expect(far.sent).toHaveLength(2);
  });

  it('is answered in any order, and by nothing but its own answer', async () => {
    const { peer, far, askedAs, troubles } = start();
    const [model, mode] = [peer.setModel('opus'), peer.setPermissionMode('plan')];
    await until(() => expect(far.sent).toHaveLength(2));
    const [modelId, modeId] = far.sent.map((line): string => JSON.parse(line).request_id);
    // With --replay-user-messages the CLI prints our own answers back.
    await askedAs('r1').reply(allow);
    far.push(far.sent.at(-1) ?? '');
    far.push(answer(`${modeId}`, { mode: 'plan-two' }));
    far.push(answer(`${modelId}`, { model: 'opus-two' }));
    expect([await model, await mode]).toEqual(['opus-two', 'plan-two']);
    expect(troubles).toEqual([]);
    far.push(answer(`${modelId}`, { model: 'opus-three' }));
    expect(troubles).toEqual([{ kind: 'unexpected-response', requestId: modelId }]);
    expect(peer.counts).toMatchObject({ echoes: 1, unexpectedResponses: 1 });
  });
});

describe('a user message', () => {
  it('carries its uuid and its blocks, and stays one line whatever it says', async () => {
    const { peer, far, sent } = start();
    const text = 'two\nlines\r\n\u2028\u2029 "quoted" \ud800';
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } } as const;
    await peer.sendUserMessage(text, { uuid: 'u1' });
    await peer.sendUserMessage([{ type: 'text', text: 'See:' }, image], { uuid: 'u2', priority: 'now', clientComposed: true });
    const fixed = { type: 'user', parent_tool_use_id: null, session_id: '' };
    expect(sent()).toEqual([
      { ...fixed, uuid: 'u1', message: { role: 'user', content: text } },
      {
        ...fixed,
        uuid: 'u2',
        message: { role: 'user', content: [{ type: 'text', text: 'See:' }, image] },
        priority: 'now',
        client_composed: true,
      },
    ]);
    expect(far.sent.filter((line) => /[\n\r]/.test(line))).toEqual([]);
  });
});

describe('the writer', () => {
  it('waits for room, and keeps the order of the calls for messages, answers and requests alike', async () => {
    const { peer, far, askedAs, sent } = start();
    const incoming = askedAs('r1');
    far.hold();
    const written: string[] = [];
    const note = (what: string) => () => void written.push(what);
    const all = [
      peer.sendUserMessage('first', { uuid: 'u1' }).then(note('first')),
      incoming.reply(allow).then(note('answer')),
      peer.interrupt().then(note('interrupt')),
      peer.sendUserMessage('last', { uuid: 'u2' }).then(note('last')),
    ];
    far.push(ask('r2', { subtype: 'nonsense' }));
    expect({ sent: far.sent.length, written }).toEqual({ sent: 1, written: [] });
    far.onSent((line) => {
      const { type, request_id } = JSON.parse(line);
      if (type === 'control_request') far.push(answer(request_id, {}));
    });
    far.flow();
    await Promise.all(all);
    await expect
      .poll(sent)
      .toMatchObject([
        { uuid: 'u1' },
        { response: { request_id: 'r1' } },
        { request: { subtype: 'interrupt' } },
        { uuid: 'u2' },
        { response: { request_id: 'r2', subtype: 'error' } },
      ]);
  });

  it('tells everyone in the queue when the run ends before there was room', async () => {
    const { peer, far, askedAs } = start();
    const incoming = askedAs('r1');
    far.hold();
    const queued = Promise.allSettled([
      peer.sendUserMessage('under way', { uuid: 'u1' }),
      incoming.reply(allow),
      peer.sendUserMessage('behind it', { uuid: 'u2' }),
      peer.interrupt(),
    ]);
    far.end(end);
    const gone = { status: 'rejected', reason: expect.objectContaining({ code: 'run-gone' }) };
    expect(await queued).toEqual([gone, gone, gone, gone]);
    expect(far.sent).toHaveLength(1);
  });
});

describe('what else comes in', () => {
  it('becomes events in order; noise is counted, broken lines are reported', () => {
    const { peer, far, events, troubles } = start();
    far.push({ type: 'system', subtype: 'session_state_changed', state: 'running' });
    far.push('Ignoring 1 permissions.allow entry');
    far.push('');
    far.push('{"type":"assistant","mess');
    far.push({ type: 'of_a_later_version' });
    far.push({ type: 'conversation_reset' });
    expect(events).toEqual([{ kind: 'state-changed', busy: true }, { kind: 'conversation-reset' }]);
    expect(troubles).toEqual([{ kind: 'broken-line', problem: expect.stringMatching(/./), excerpt: '{"type":"assistant","mess' }]);
    expect(peer.counts).toEqual({
      lines: 6,
      messages: 3,
      requests: 0,
      notJson: 2,
      broken: 1,
      echoes: 0,
      unexpectedResponses: 0,
    });
  });

  it('goes on after an event whose handler throws', async () => {
    const bug = new Error('no such row');
    const { far, askedAs, troubles, sent } = start({
      event: () => {
        throw bug;
      },
    });
    far.push({ type: 'conversation_reset' });
    expect(troubles).toEqual([{ kind: 'handler-failed', requestId: null, error: bug }]);
    await askedAs('r1').reply(allow);
    expect(sent()).toEqual([answer('r1', allow)]);
  });

  it('ends once, after the last line and after everyone who waits', async () => {
    const order: string[] = [];
    const { peer, far, askedAs } = start({
      event: ({ kind }) => void order.push(kind),
      ended: ({ message }) => void order.push(message),
    });
    askedAs('r1').signal.addEventListener('abort', () => order.push('closed'));
    const waiting = peer.interrupt();
    far.push({ type: 'result' });
    far.end(end);
    far.end(end);
    far.push({ type: 'from beyond' });
    expect(order).toEqual(['turn-ended', 'closed', end.message]);
    await expect(waiting).rejects.toMatchObject({ code: 'run-gone' });
  });
});
