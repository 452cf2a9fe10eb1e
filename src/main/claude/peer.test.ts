import { describe, expect, it } from 'vitest';
import { aPermissionRequest } from '../../../test/a-permission-request';
import { memoryTransport } from '../../../test/memory-transport';
import { until } from '../../../test/until';
import { AppError } from '../../shared/errors';
import type { JsonObject } from '../../shared/json-object';
import type { ClaudeEvent } from './events';
import type { Incoming } from './incoming-requests';
import { type PeerHandlers, type PeerTrouble, ProtocolPeer } from './peer';
import type { PermissionAnswer, PermissionRequest } from './permission-request';
import type { TransportEnd } from './transport';

const end: TransportEnd = { reason: 'exited', exitCode: 1, signal: null, message: 'claude exited with code 1.' };
const allow: PermissionAnswer = { answer: 'allow', input: { command: 'ls' } };
const allowed = { behavior: 'allow', updatedInput: { command: 'ls' } };
const bash = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'toolu_1', input: { command: 'ls' } };

const words = (text: string) => ({ text, images: [] });
const ask = (id: string, request: object = bash) => ({ type: 'control_request', request_id: id, request });
const cancel = (id: string) => ({ type: 'control_cancel_request', request_id: id });
const answer = (id: string, response: JsonObject) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});
const refusal = (id: string, error: unknown) => ({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });

function start(handlers: Partial<PeerHandlers> = {}) {
  const { transport, far } = memoryTransport();
  const asked: { request: PermissionRequest; incoming: Incoming }[] = [];
  const events: ClaudeEvent[] = [];
  const troubles: PeerTrouble[] = [];
  const ends: TransportEnd[] = [];
  const peer = new ProtocolPeer(transport, {
    permission: (request, incoming) => void asked.push({ request, incoming }),
    event: (event) => void events.push(event),
    trouble: (trouble) => void troubles.push(trouble),
    ended: (how) => void ends.push(how),
    ...handlers,
  });
  const sent = (): unknown[] => far.sent.map((line): unknown => JSON.parse(line));
  /** Sends a request of the CLI under this id, and returns what the handler got. */
  const askedAs = (id: string) => {
    far.push(ask(id));
    const latest = asked.at(-1);
    if (latest?.incoming.requestId !== id) throw new Error(`${id} did not reach the handler`);
    return latest.incoming;
  };
  return { peer, far, asked, events, troubles, ends, sent, askedAs };
}

/** A CLI that answers each control request with the result of `respond`. */
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
    expect(asked).toEqual([{ request: aPermissionRequest(), incoming: expect.objectContaining({ requestId: 'r1' }) }]);
    await asked[0]?.incoming.reply({ ...allow, mode: 'acceptEdits' });
    expect(sent()).toEqual([
      answer('r1', {
        behavior: 'allow',
        updatedInput: { command: 'ls' },
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      }),
    ]);
  });

  it('can be one of several, answered in any order', async () => {
    const { askedAs, sent } = start();
    const [first, second, third] = [askedAs('r1'), askedAs('r2'), askedAs('r3')];
    await third.reply(allow);
    await first.reply({ answer: 'deny', message: 'Not that file.' });
    await second.reply({ answer: 'deny', message: 'Stop.' });
    expect(sent()).toEqual([
      answer('r3', allowed),
      answer('r1', { behavior: 'deny', message: 'Not that file.' }),
      answer('r2', { behavior: 'deny', message: 'Stop.' }),
    ]);
  });

  it('is never denied without a message', async () => {
    const { askedAs, sent } = start();
    await askedAs('r1').reply({ answer: 'deny', message: ' ' });
    expect(sent()).toEqual([answer('r1', { behavior: 'deny', message: 'The user did not allow this.' })]);
  });

  it('is answered without fields that would mean something else to the CLI', async () => {
    const { askedAs, sent } = start();
    const fromElsewhere = { ...allow, toolUseID: 'toolu_of_an_older_run' };
    await askedAs('r1').reply(fromElsewhere);
    expect(sent()).toEqual([answer('r1', allowed)]);
  });

  it('is answered once: the second reply writes nothing and says so', async () => {
    const { askedAs, sent } = start();
    const incoming = askedAs('r1');
    await incoming.reply(allow);
    await expect(incoming.reply({ answer: 'deny', message: 'No.' })).rejects.toMatchObject({ code: 'already-answered' });
    expect(sent()).toEqual([answer('r1', allowed)]);
  });

  it('that is repeated while open does not become two', async () => {
    const { far, asked, askedAs, troubles, sent } = start();
    const incoming = askedAs('r1');
    far.push(ask('r1'));
    expect(troubles).toEqual([{ kind: 'repeated-request', requestId: 'r1' }]);
    expect(asked).toHaveLength(1);
    await incoming.reply(allow);
    expect(sent()).toEqual([answer('r1', allowed)]);
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
    expect({ troubles, sent: sent() }).toEqual({ troubles: [], sent: [answer('r1', allowed)] });
  });

  it('in the tick of its answer, loses to the answer; in the tick before, wins', async () => {
    const { peer, far, askedAs, sent } = start();
    const [answered, cancelled] = [askedAs('r1'), askedAs('r2')];
    // While the pipe is full, the answer is claimed but not written yet.
    far.hold();
    const ahead = peer.sendUserMessage(words('ahead of it'), { uuid: 'u1' });
    const first = answered.reply(allow);
    far.push(cancel('r1'));
    far.push(cancel('r2'));
    const second = cancelled.reply(allow);
    far.flow();
    await expect(Promise.all([ahead, first])).resolves.toHaveLength(2);
    await expect(second).rejects.toMatchObject({ code: 'ask-gone' });
    expect([answered.signal.aborted, cancelled.signal.aborted]).toEqual([false, true]);
    expect(sent()).toEqual([expect.objectContaining({ uuid: 'u1' }), answer('r1', allowed)]);
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
    {
      name: 'of a kind that is not served',
      request: { subtype: 'hook_callback', callback_id: 'c' },
      error: 'Unsupported control request subtype: hook_callback',
      trouble: { kind: 'unserved-request' },
    },
    {
      name: 'whose handler throws',
      request: bash,
      handlers: {
        permission: () => {
          throw bug;
        },
      },
      error: 'Signalbox failed to handle this request.',
      trouble: { kind: 'handler-failed', error: bug },
    },
    {
      name: 'whose handler rejects',
      request: bash,
      handlers: { permission: () => Promise.reject(new AppError('internal', 'The disk is full.')) },
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

  it('of an MCP server for input, which nobody here serves, is cancelled', async () => {
    const { far, sent } = start();
    far.push(ask('r1', { subtype: 'elicitation', mcp_server_name: 'tiny', message: 'Name?' }));
    await until(() => expect(sent()).toEqual([answer('r1', { action: 'cancel' })]));
  });

  it('whose answer can not be put into JSON', async () => {
    const { askedAs, sent } = start();
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    await expect(askedAs('r1').reply({ answer: 'allow', input: endless })).rejects.toThrow(TypeError);
    expect(sent()).toEqual([refusal('r1', 'The answer could not be written.')]);
  });
});

describe('a handler that fails late', () => {
  it('after its answer is reported, and the answer stands', async () => {
    const bug = new Error('after the fact');
    const { far, troubles, sent } = start({
      permission: async (_request, { reply }) => {
        await reply(allow);
        throw bug;
      },
    });
    far.push(ask('r1'));
    await until(() => expect(troubles).toEqual([{ kind: 'handler-failed', requestId: 'r1', error: bug }]));
    expect(sent()).toEqual([answer('r1', allowed)]);
  });

  it('because its question went away is no trouble', async () => {
    const decided = Promise.withResolvers<void>();
    const handled: Promise<unknown>[] = [];
    const { far, troubles, sent } = start({
      permission: (_request, { reply }) => {
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
      initialize: { commands: [{ name: 'compact' }], models: [{ value: 'opus' }], pid: 7, current_permission_mode: 'plan' },
      set_permission_mode: { mode: 'default' },
      file_suggestions: { suggestions: [{ path: 'a.ts' }] },
      get_settings: { sources: [{ source: 'userSettings', settings: { permissions: { ask: ['Bash(git push:*)'] } } }] },
    };
    const { peer, requests } = startAnswering(({ subtype }) => ({ subtype: 'success', response: answers[String(subtype)] }));
    expect([
      await peer.initialize(),
      await peer.interrupt(),
      await peer.stopTask('a1'),
      await peer.setPermissionMode('manual'),
      await peer.setModel('sonnet'),
      await peer.renameSession('Fix the build'),
      await peer.fileSuggestions('a'),
      await peer.askRules(),
      await peer.mcpToolHints(),
    ]).toEqual([
      { commands: [{ name: 'compact', description: '', argumentHint: '' }], models: [{ value: 'opus', name: 'opus' }], mode: 'plan' },
      undefined,
      undefined,
      'default',
      undefined,
      undefined,
      ['a.ts'],
      [{ rule: 'Bash(git push:*)', source: 'userSettings' }],
      new Map(),
    ]);
    expect(requests).toEqual([
      { subtype: 'initialize', perTaskStopAffordance: true },
      { subtype: 'interrupt' },
      { subtype: 'stop_task', task_id: 'a1' },
      { subtype: 'set_permission_mode', mode: 'manual' },
      { subtype: 'set_model', model: 'sonnet' },
      { subtype: 'rename_session', title: 'Fix the build' },
      { subtype: 'file_suggestions', query: 'a' },
      { subtype: 'get_settings' },
      { subtype: 'mcp_status' },
    ]);
  });

  it('resolves with what was asked for where an older CLI answers with nothing', async () => {
    const { peer } = startAnswering(() => ({ subtype: 'success' }));
    expect([await peer.setPermissionMode('plan'), await peer.fileSuggestions('a')]).toEqual(['plan', []]);
    expect(await peer.initialize()).toEqual({ commands: [], models: [], mode: null });
  });

  it("rejects with the CLI's own words when it refuses", async () => {
    const { peer } = startAnswering(() => ({ subtype: 'error', error: 'Cannot set permission mode to bypassPermissions' }));
    await expect(peer.setPermissionMode('bypassPermissions')).rejects.toMatchObject({
      code: 'cli-refused',
      message: 'Cannot set permission mode to bypassPermissions',
    });
  });

  it('sends a request that the CLI does not know once, and the first one of a run each time', async () => {
    const { peer, requests } = startAnswering(({ subtype }) => ({
      subtype: 'error',
      error: `Unsupported control request subtype: ${String(subtype)}`,
    }));
    for (const ask of [() => peer.askRules(), () => peer.initialize()])
      for (const _ of [1, 2])
        await expect(ask()).rejects.toMatchObject({ code: 'cli-refused', message: expect.stringMatching(/^Unsupported control request/) });
    expect(requests.map(({ subtype }) => subtype)).toEqual(['get_settings', 'initialize', 'initialize']);
  });

  it('rejects at the end of the run, and from then on', async () => {
    const { peer, far } = start();
    const waiting = [peer.initialize(), peer.interrupt()];
    await until(() => expect(far.sent).toHaveLength(2));
    far.end(end);
    const settled = await Promise.allSettled([...waiting, peer.setModel('opus'), peer.sendUserMessage(words('hello'), { uuid: 'u1' })]);
    const gone = { status: 'rejected', reason: expect.objectContaining({ code: 'run-gone', message: end.message }) };
    expect(settled).toEqual([gone, gone, gone, gone]);
    expect(far.sent).toHaveLength(2);
  });

  it('is answered in any order, and by nothing but its own answer', async () => {
    const { peer, far, askedAs, troubles } = start();
    const [files, mode] = [peer.fileSuggestions('a'), peer.setPermissionMode('plan')];
    await until(() => expect(far.sent).toHaveLength(2));
    const [filesId, modeId] = far.sent.map((line): string => JSON.parse(line).request_id);
    // With --replay-user-messages the CLI prints our own answers back.
    await askedAs('r1').reply(allow);
    far.push(far.sent.at(-1) ?? '');
    far.push(answer(`${modeId}`, { mode: 'plan-two' }));
    far.push(answer(`${filesId}`, { suggestions: [{ path: 'a.ts' }] }));
    expect([await files, await mode]).toEqual([['a.ts'], 'plan-two']);
    expect(troubles).toEqual([]);
    far.push(answer(`${filesId}`, {}));
    expect(troubles).toEqual([{ kind: 'unexpected-response', requestId: filesId }]);
  });
});

describe('a user message', () => {
  it('carries its uuid and its blocks, and stays one line whatever it says', async () => {
    const { peer, far, sent } = start();
    const text = 'two\nlines\r\n\u2028\u2029 "quoted" \ud800';
    const png = { mediaType: 'image/png', data: 'iVBORw0=' };
    await peer.sendUserMessage(words(text), { uuid: 'u1' });
    await peer.sendUserMessage({ text: 'See:', images: [png] }, { uuid: 'u2', clientComposed: true });
    await peer.sendUserMessage({ text: ' ', images: [png] }, { uuid: 'u3', shouldQuery: false });
    const fixed = { type: 'user', parent_tool_use_id: null, session_id: '', origin: { kind: 'human' } };
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } };
    expect(sent()).toEqual([
      { ...fixed, uuid: 'u1', message: { role: 'user', content: text } },
      { ...fixed, uuid: 'u2', message: { role: 'user', content: [image, { type: 'text', text: 'See:' }] }, client_composed: true },
      { ...fixed, uuid: 'u3', message: { role: 'user', content: [image] }, shouldQuery: false },
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
      peer.sendUserMessage(words('first'), { uuid: 'u1' }).then(note('first')),
      incoming.reply(allow).then(note('answer')),
      peer.interrupt().then(note('interrupt')),
      peer.sendUserMessage(words('last'), { uuid: 'u2' }).then(note('last')),
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
      peer.sendUserMessage(words('under way'), { uuid: 'u1' }),
      incoming.reply(allow),
      peer.sendUserMessage(words('behind it'), { uuid: 'u2' }),
      peer.interrupt(),
    ]);
    far.end(end);
    const gone = { status: 'rejected', reason: expect.objectContaining({ code: 'run-gone' }) };
    expect(await queued).toEqual([gone, gone, gone, gone]);
    expect(far.sent).toHaveLength(1);
  });
});

describe('what else comes in', () => {
  it('becomes events in order; noise is skipped, broken lines are reported', () => {
    const { far, events, troubles } = start();
    far.push({ type: 'system', subtype: 'session_state_changed', state: 'running' });
    far.push('Ignoring 1 permissions.allow entry');
    far.push('');
    far.push('{"type":"assistant","mess');
    far.push({ type: 'of_a_later_version' });
    far.push({ type: 'conversation_reset' });
    expect(events).toEqual([{ kind: 'state-changed', busy: true }, { kind: 'conversation-reset' }]);
    expect(troubles).toEqual([{ kind: 'broken-line', problem: expect.stringMatching(/./), excerpt: '{"type":"assistant","mess' }]);
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
    expect(sent()).toEqual([answer('r1', allowed)]);
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
