import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../src/shared/ids';
import { type ApiBox, apiBoxPerTest, call, type Place, type Reply, type Sending } from './api-box';
import { until } from './until';

const held = apiBoxPerTest({ SIGNALBOX_HTTP: '0' });

/** The two ways in. Whatever is true of one is true of the other. */
const ways: readonly [string, (box: ApiBox) => Place, (box: ApiBox) => Readonly<Record<string, string>>][] = [
  ['the socket', (box) => box.socket, () => ({})],
  ['the loopback address', (box) => box.loopback, (box) => ({ authorization: `Bearer ${box.token}` })],
];

describe.each(ways)('on %s', (_name, placeOf, headersOf) => {
  const send = (url: string, { headers, ...sending }: Sending = {}): Promise<Reply> =>
    call(placeOf(held.box), url, { ...sending, headers: { ...headersOf(held.box), ...headers } });
  const post = (id: SessionId | string, what: string, body: unknown): Promise<Reply> => send(`/api/sessions/${id}/${what}`, { body });
  const codeOf = ({ status, body }: Reply): unknown => [status, typeof body === 'object' && body !== null && 'code' in body && body.code];

  it('sessions and what waits in them are listed, with the whole input', async () => {
    const { id, ask } = await held.box.asking('ask Bash touch x.txt');
    const { body } = await send('/api/sessions');
    expect(body).toMatchObject({ sessions: [{ id, state: 'waiting', waiting: 1, demo: true, queued: null }] });
    const pending = [
      {
        requestId: ask.id,
        toolCallId: ask.toolUseId,
        sessionId: id,
        kind: 'permission',
        toolName: 'Bash',
        input: { command: 'touch x.txt' },
      },
    ];
    expect(await send('/api/pending')).toMatchObject({ status: 200, body: { pending } });
    expect(await send(`/api/sessions/${id}/pending`)).toMatchObject({ status: 200, body: { pending } });
    expect(codeOf(await send('/api/sessions/none/pending'))).toEqual([404, 'not-found']);
  });

  it('a permission is allowed by the id of its request, and the call is made', async () => {
    const { id, ask } = await held.box.asking('ask Bash touch x.txt');
    expect(await post(id, 'approve', { requestId: ask.id, decision: 'allow', scope: 'once' })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    await until(() => expect(existsSync(path.join(held.box.core.sessions.folderOf(id), 'x.txt'))).toBe(true));
    expect(held.box.core.ledger.decisions()).toMatchObject([{ decision: 'allow', surface: 'api' }]);
    const late = await post(id, 'approve', { requestId: ask.id, decision: 'allow' });
    expect(codeOf(late)).toEqual([409, 'already-answered']);
    expect(late.body).toMatchObject({ answeredBy: 'api', answeredAt: expect.any(Number), title: 'Conflict', status: 409 });
    expect(late.headers['content-type']).toBe('application/problem+json');
  });

  it('the id of the tool call names it too, and a denial passes its reason on', async () => {
    const { id, ask } = await held.box.asking('ask Bash touch x.txt');
    expect(await post(id, 'deny', { toolCallId: ask.toolUseId, reason: 'Not now.' })).toMatchObject({ status: 200, body: { ok: true } });
    await until(() => expect(JSON.stringify(held.box.core.ledger.page(id))).toContain('Not allowed: Not now.'));
    const other = await held.box.asking('ask Bash touch y.txt');
    const denied = { requestId: other.ask.id, decision: 'deny', reason: 'Never.' };
    expect((await post(other.id, 'approve', denied)).status).toBe(200);
    expect(held.box.core.ledger.decisions()[0]).toMatchObject({ decision: 'deny', reason: 'Never.' });
  });

  it('a marked call is never allowed, and can be denied', async () => {
    const { id, ask } = await held.box.asking('ask Bash rm -rf build');
    expect(ask.marks.length).toBeGreaterThan(0);
    expect(codeOf(await post(id, 'approve', { requestId: ask.id, decision: 'allow' }))).toEqual([403, 'needs-look']);
    expect(codeOf(await post(id, 'approve', { requestId: ask.id, decision: 'allow', seen: ask.fingerprint }))).toEqual([403, 'needs-look']);
    expect(held.box.core.desk.list).toHaveLength(1);
    expect((await post(id, 'approve', { requestId: ask.id, decision: 'deny' })).status).toBe(200);
  });

  it('questions are answered by their text or by their index, with lists as lists or as JSON', async () => {
    for (const [body, keyed] of [
      [{ 'Which colour?': 'Blue', 'Which fruits?': ['Apple', 'Fig'] }, 'requestId'],
      [{ 0: 'Blue', 1: '["Apple","Fig"]' }, 'toolCallId'],
    ] as const) {
      const { id, ask } = await held.box.asking('question');
      expect(await send('/api/pending')).toMatchObject({ body: { pending: [{ questions: [{ question: 'Which colour?' }, {}] }] } });
      const name = keyed === 'requestId' ? { requestId: ask.id } : { toolCallId: ask.toolUseId };
      const reply = await post(id, keyed === 'requestId' ? 'answer' : 'submit-answers', { ...name, answers: body });
      expect(reply).toMatchObject({ status: 200, body: keyed === 'requestId' ? { status: 'ok' } : { ok: true } });
      await until(() => expect(JSON.stringify(held.box.core.ledger.page(id))).toContain('Colour: Blue. Fruit: Apple, Fig.'));
    }
  });

  it('what makes no sense is refused with 400, and what is not there with 404', async () => {
    const id = await held.box.start(null);
    const refused: readonly [string, unknown, number][] = [
      ['approve', { decision: 'allow' }, 400],
      ['approve', { requestId: 'x' }, 400],
      ['approve', { requestId: 'x', decision: 'maybe' }, 400],
      ['approve', { requestId: 7, decision: 'allow' }, 400],
      ['approve', { requestId: 'x', decision: 'allow', input: { command: 'rm -rf /' } }, 400],
      ['approve', { requestId: 'x', decision: 'allow' }, 404],
      ['deny', { toolCallId: 'x' }, 404],
      ['deny', {}, 400],
      ['answer', { requestId: 'x' }, 400],
      ['answer', { answers: { 0: 'a' } }, 400],
      ['answer', { requestId: 'x', answers: {} }, 400],
      ['answer', { requestId: 'x', answers: ['a'] }, 400],
      ['answer', { requestId: 'x', answers: { 0: { a: 1 } } }, 400],
      ['answer', { requestId: 'x', answers: { 0: 'a' } }, 404],
      ['submit-answers', { toolCallId: 'x', answers: { 0: 'a' } }, 404],
      ['submit-answers', { answers: { 0: 'a' } }, 400],
      ['message', {}, 400],
      ['message', { message: '' }, 400],
      ['message', { message: ' \n' }, 400],
      ['message', { message: ['a'] }, 400],
      ['message', [], 400],
      ['message', 'nonsense', 400],
      ['message', '{"message":', 400],
      ['message', '\ufeff{"message":"a"}x', 400],
    ];
    const replies = [];
    for (const [what, body] of refused) replies.push(await post(id, what, body));
    expect(replies.map(({ status }, index) => [...(refused[index]?.slice(0, 2) ?? []), status])).toEqual(refused);
    expect(new Set(replies.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/problem+json']));
  });

  it.each(['message', 'approve', 'deny', 'answer', 'submit-answers', 'interrupt'])(
    '%s of an unknown session is not found',
    async (what) => {
      const body = { message: 'a', requestId: 'x', decision: 'allow', answers: { 0: 'a' } };
      const wanted: Readonly<Record<string, object>> = {
        message: { message: body.message },
        approve: { requestId: 'x', decision: 'allow' },
        deny: { requestId: 'x' },
        interrupt: {},
      };
      expect((await post('none', what, wanted[what] ?? { requestId: 'x', answers: body.answers })).status).toBe(404);
    },
  );

  it('a request of another session is not found, and stays', async () => {
    const { ask } = await held.box.asking('ask Bash touch x.txt');
    const other = await held.box.start(null);
    expect(codeOf(await post(other, 'approve', { requestId: ask.id, decision: 'allow' }))).toEqual([404, 'ask-gone']);
    expect(codeOf(await post(other, 'deny', { toolCallId: ask.toolUseId }))).toEqual([404, 'ask-gone']);
    expect(held.box.core.desk.list).toHaveLength(1);
  });

  it('an answer of the wrong kind is refused, and nothing is decided', async () => {
    const permission = await held.box.asking('ask Bash touch x.txt');
    expect((await post(permission.id, 'answer', { requestId: permission.ask.id, answers: { 0: 'a' } })).status).toBe(400);
    expect((await post(permission.id, 'approve', { requestId: permission.ask.id, decision: 'allow', scope: 'always' })).status).toBe(400);
    const stale = { requestId: permission.ask.id, decision: 'allow', seen: 'another call' };
    expect(codeOf(await post(permission.id, 'approve', stale))).toEqual([403, 'needs-look']);
    const question = await held.box.asking('question');
    expect((await post(question.id, 'approve', { requestId: question.ask.id, decision: 'allow' })).status).toBe(400);
    expect((await post(question.id, 'answer', { requestId: question.ask.id, answers: { 'Another question?': 'a' } })).status).toBe(400);
    expect((await post(question.id, 'answer', { requestId: question.ask.id, answers: { 0: ['Red', 'Blue'] } })).status).toBe(400);
    expect((await post(question.id, 'answer', { requestId: question.ask.id, answers: { 0: 'Red', 'Which colour?': 'Red' } })).status).toBe(
      400,
    );
    expect(held.box.core.desk.list).toHaveLength(2);
  });

  it('a message is sent, or queued during a turn; a queued one that it replaces is told', async () => {
    const id = await held.box.start(null);
    await until(() => expect(held.box.core.sessions.get(id).summary.state).toBe('idle'));
    expect(await post(id, 'message', { message: 'ask Bash touch x.txt' })).toMatchObject({ status: 200, body: { status: 'sent' } });
    await held.box.ask(id);
    expect(await post(id, 'message', { message: 'one' })).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(await post(id, 'message', { message: 'two' })).toMatchObject({
      status: 202,
      body: { status: 'queued', replaced: { message: 'one' } },
    });
    expect(await send('/api/sessions')).toMatchObject({ body: { sessions: [{ queued: { message: 'two', images: 0 } }] } });
  });

  it('interrupt ends the turn, and what waited is gone', async () => {
    const { id, ask } = await held.box.asking('ask Bash touch x.txt');
    expect(await post(id, 'interrupt', {})).toMatchObject({ status: 200, body: { status: 'ok' } });
    await until(() => expect(held.box.core.desk.list).toEqual([]));
    expect(codeOf(await post(id, 'approve', { requestId: ask.id, decision: 'allow' }))).toEqual([404, 'ask-gone']);
    expect((await send(`/api/sessions/${id}/interrupt`, { method: 'POST' })).status).toBe(200);
  });

  it('a session starts only in a folder that a person trusts', async () => {
    const folder = held.box.userData;
    expect(codeOf(await send('/api/sessions', { body: { folder } }))).toEqual([403, 'not-trusted']);
    expect(codeOf(await send('/api/sessions', { body: { folder: '/no/such/folder' } }))).toEqual([400, 'folder-missing']);
    expect((await send('/api/sessions', { body: { folder, permissions: 'all' } })).status).toBe(400);
    expect((await send('/api/sessions', { body: { folder, trust: true } })).status).toBe(400);
    expect(held.box.core.sessions.list.sessions).toEqual([]);
    held.box.core.sessions.folders.resolveTrust(folder, true);
    const reply = await send('/api/sessions', { body: { folder, message: 'hello' } });
    expect(reply).toMatchObject({ status: 201, body: { id: held.box.core.sessions.list.sessions[0]?.id } });
    expect(held.box.core.sessions.list.sessions).toMatchObject([{ trusted: true, permissions: { mode: 'ask' } }]);
  });

  it('a folder is opened in the window by an absolute path only', async () => {
    expect((await send('/api/open', { body: { folder: '/src' } })).status).toBe(200);
    expect((await send('/api/open', { body: { folder: 'src' } })).status).toBe(400);
    expect(held.box.opened).toEqual(['/src']);
  });

  it('other methods and addresses are refused', async () => {
    expect(codeOf(await send('/api/sessions', { method: 'DELETE' }))).toEqual([405, 'method-not-allowed']);
    expect((await send('/api/sessions', { method: 'PUT', body: {} })).headers.allow).toBe('GET,POST');
    expect((await send('/api/sessions/x/approve')).status).toBe(405);
    expect((await send('/api/pending', { method: 'OPTIONS' })).headers).not.toHaveProperty('access-control-allow-origin');
    for (const url of [
      '/',
      '/api',
      '/api/nothing',
      '/api/sessions/a/b/c',
      '/api/../http-token',
      '/..%2f..%2fhttp-token',
      '/%2e%2e/http-token',
    ])
      expect(codeOf(await send(url))).toEqual([404, 'unknown-request']);
  });

  it('a body of 10 MB is refused, and the server goes on', async () => {
    const id = await held.box.start(null);
    const message = 'x'.repeat(10_000_000);
    expect(codeOf(await post(id, 'message', { message }))).toEqual([413, 'too-large']);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await send(`/api/sessions/${id}/message`, { body: { message }, headers: chunked })).status).toBe(413);
    expect((await send('/api/pending')).status).toBe(200);
    expect([200, 202]).toContain((await post(id, 'message', { message: 'x'.repeat(900_000) })).status);
  });

  it('its status names both ways in', async () => {
    const { socket, http } = held.box.server.status;
    expect(await send('/api/status')).toMatchObject({ status: 200, body: { version: '1.2.3', socket, http } });
  });
});

it('the socket and the token are for their user only', () => {
  const { userData, server } = held.box;
  expect(server.status.socket).toBe(path.join(userData, 'signalbox.sock'));
  expect(['signalbox.sock', 'http-token'].map((name) => statSync(path.join(userData, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(held.box.token).toMatch(/^[\w-]{43}$/);
});
