import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { apiBoxPerTest, call } from './api-box';
import { EventReader, type ReadEvent } from './event-reader';
import { until } from './until';

/** `npm test` makes fewer; 100 take a minute. */
const reconnects = Number(process.env.SIGNALBOX_EVENT_RECONNECTS ?? 15);

const held = apiBoxPerTest({ SIGNALBOX_HTTP: '0' });
const bearer = () => ({ authorization: `Bearer ${held.box.token}` });

async function read(): Promise<EventReader> {
  const reader = new EventReader(held.box.loopback, { headers: bearer() });
  await reader.opened;
  await until(() => expect([reader.status, reader.lastEventId]).toEqual([200, expect.any(String)]));
  return reader;
}
const dataOf = (events: readonly ReadEvent[]): unknown[] => events.map(({ data }) => data);

it('a permission is told when it is asked and when it is decided, and messages and states as they change', async () => {
  const reader = await read();
  const id = await held.box.start(null);
  await until(() => expect(held.box.core.sessions.get(id).summary.state).toBe('idle'));
  const message = (text: string) => call(held.box.socket, `/api/sessions/${id}/message`, { body: { message: text } });
  await message('ask Bash touch x.txt');
  const { id: requestId, toolUseId: toolCallId } = await held.box.ask(id);
  await message('quiet please');
  await until(() => expect(dataOf(reader.of('message-queued'))).toMatchObject([{ sessionId: id, message: 'quiet please' }]));
  const asked = { sessionId: id, requestId, toolCallId, toolName: 'Bash', input: { command: 'touch x.txt' }, needsLook: false };
  expect(dataOf(reader.of('approval-requested'))).toMatchObject([asked]);
  await call(held.box.socket, `/api/sessions/${id}/approve`, { body: { requestId, decision: 'allow' } });
  await until(() => expect(reader.of('message-sent')).toHaveLength(2));
  expect(dataOf(reader.of('approval-resolved'))).toMatchObject([
    { sessionId: id, requestId, toolCallId, decision: 'allow', surface: 'api', reason: null },
  ]);
  expect(dataOf(reader.of('message-sent'))).toMatchObject([{ message: 'ask Bash touch x.txt' }, { message: 'quiet please' }]);
  const states = reader.of('session-changed').map(({ data }) => JSON.parse(JSON.stringify(data)).session.state);
  expect(states).toEqual(expect.arrayContaining(['starting', 'idle', 'waiting', 'working']));
  expect(reader.of('approval-cancelled')).toEqual([]);
  await held.box.core.sessions.close(id);
  await until(() => expect(dataOf(reader.of('session-changed')).at(-1)).toEqual({ sessionId: id, session: null }));
});

it('questions are told with their questions, and what is interrupted as cancelled and resolved', async () => {
  const reader = await read();
  const { id, ask } = await held.box.asking('question');
  await until(() => expect(reader.of('question-requested')).toHaveLength(1));
  expect(dataOf(reader.of('question-requested'))).toMatchObject([{ requestId: ask.id, questions: [{ question: 'Which colour?' }, {}] }]);
  await held.box.core.sessions.get(id).interrupt();
  await until(() => expect(reader.of('approval-resolved')).toHaveLength(1));
  const gone = { requestId: ask.id, kind: 'question', decision: 'withdrawn', surface: 'none' };
  expect([dataOf(reader.of('approval-cancelled')), dataOf(reader.of('approval-resolved'))]).toMatchObject([[gone], [gone]]);
});

it('a form is told as an interaction, answered by the ids of its fields, and its answer is told', async () => {
  const reader = await read();
  const { id, ask } = await held.box.asking('form');
  await until(() => expect(reader.of('interaction-request')).toHaveLength(1));
  const interactionId = ask.interaction?.id;
  expect(dataOf(reader.of('interaction-request'))).toMatchObject([
    { sessionId: id, requestId: ask.id, toolCallId: ask.toolUseId, interaction: { interactionId, kind: 'input', isOpen: true } },
  ]);
  const answer = (body: object) =>
    call(held.box.socket, `/api/sessions/${id}/answer`, {
      body: { requestId: ask.id, ...body },
      headers: { 'signalbox-client': 'command' },
    });
  const pending = await call(held.box.socket, '/api/pending');
  expect(pending.body).toMatchObject({ pending: [{ kind: 'form', form: { mode: 'form' }, interaction: { id: interactionId } }] });
  const answers = { name: 'Ann', count: '2', fruit: '["apple","fig"]', gift: 'true', 3: 'blue' };
  expect(await answer({ answers, interactionId: 'an earlier prompt' })).toMatchObject({ status: 409, body: { code: 'stale-interaction' } });
  expect(await answer({ answers: { nothing: 'x' } })).toMatchObject({ status: 400 });
  expect(await answer({ answers: { ...answers, count: 'many' } })).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(await answer({ answers })).toMatchObject({ status: 200, body: { status: 'ok' } });
  await until(() => expect(reader.of('interaction-response')).toHaveLength(1));
  expect(dataOf(reader.of('interaction-response'))).toMatchObject([
    {
      interaction: {
        interactionId,
        isOpen: false,
        response: { action: 'submit', surface: 'command', values: { count: 2, gift: true, colour: 'blue' } },
      },
    },
  ]);
  await until(() =>
    expect(dataOf(reader.of('approval-resolved'))).toMatchObject([{ kind: 'form', decision: 'submit', surface: 'command' }]),
  );
});

it('a form of a tool is closed by a denial', async () => {
  const { id, ask } = await held.box.asking('form');
  expect((await call(held.box.socket, `/api/sessions/${id}/deny`, { body: { requestId: ask.id } })).status).toBe(200);
  await until(() => expect(held.box.core.ledger.decisions()).toMatchObject([{ decision: 'cancel', surface: 'api' }]));
});

it(`over ${reconnects} reconnects while eight sessions work, no event is lost, told twice or out of order`, async () => {
  const whole = await read();
  let { lastEventId } = whole;
  let latest: EventReader | null = null;
  const patchy: ReadEvent[] = [];
  const ids = await Promise.all(Array.from({ length: 8 }, () => held.box.start('asks 12')));
  // A person at the window answers at once, so that the sessions go on.
  held.box.core.desk.onChange((list) => {
    for (const { id } of list) void held.box.core.desk.decide(id, { answer: 'allow' }, 'dialog').catch(() => undefined);
  });
  for (let round = 0; round < reconnects; round += 1) {
    const reader: EventReader = new EventReader(held.box.loopback, {
      headers: bearer(),
      lastEventId,
      onEvent: (event) => patchy.push(event),
    });
    latest = reader;
    const before = patchy.length;
    await reader.opened;
    await Promise.race([until(() => expect(patchy.length).toBeGreaterThan(before)).catch(() => undefined), held.box.idle(ids)]);
    await reader.close();
    lastEventId = reader.lastEventId;
  }
  await held.box.idle(ids);
  const last: EventReader = new EventReader(held.box.loopback, { headers: bearer(), lastEventId, onEvent: (event) => patchy.push(event) });
  await until(() => expect(patchy.at(-1)?.id).toBe(whole.events.at(-1)?.id));
  expect(patchy.map(({ id }) => id)).toEqual(whole.events.map(({ id }) => id));
  expect(whole.of('approval-requested')).toHaveLength(8 * 12);
  expect(whole.of('approval-resolved')).toHaveLength(8 * 12);
  expect(patchy.filter(({ name }) => name === 'reset')).toEqual([]);
  await Promise.all([latest?.close(), last.close(), whole.close()]);
}, 180_000);

it('of 1,000 streams it keeps as many as it can, and the app still answers', async () => {
  const readers = Array.from({ length: 1_000 }, () => new EventReader(held.box.loopback, { headers: bearer() }));
  await Promise.all(readers.map(({ opened }) => opened));
  const kept = readers.filter(({ status }) => status === 200);
  expect(kept).toHaveLength(200);
  expect(new Set(readers.map(({ status }) => status))).toEqual(
    new Set([200, 503, ...(readers.some(({ status }) => status === null) ? [null] : [])]),
  );
  expect((await call(held.box.loopback, '/api/pending', { headers: bearer() })).status).toBe(200);
  const { id, ask } = await held.box.asking('ask Bash touch x.txt');
  const approve = { body: { requestId: ask.id, decision: 'allow' }, headers: bearer() };
  expect((await call(held.box.loopback, `/api/sessions/${id}/approve`, approve)).status).toBe(200);
  await until(() => expect(kept.every((reader) => reader.of('approval-resolved').length === 1)).toBe(true));
  await Promise.all(readers.map((reader) => reader.close()));
  await until(async () => {
    const again = new EventReader(held.box.loopback, { headers: bearer() });
    await again.opened;
    expect(again.status).toBe(200);
    await again.close();
  });
});

it('a reader that stops reading holds nobody up', async () => {
  const { port } = new URL(held.box.server.status.http ?? '');
  const stuck = connect({ port: Number(port), host: '127.0.0.1' });
  stuck.pause();
  stuck.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${bearer().authorization}\r\n\r\n`);
  const reader = await read();
  const id = await held.box.start('asks 40');
  held.box.core.desk.onChange((list) => {
    for (const ask of list) void held.box.core.desk.decide(ask.id, { answer: 'allow' }, 'dialog').catch(() => undefined);
  });
  await until(() => expect(reader.of('approval-resolved')).toHaveLength(40));
  await held.box.idle([id]);
  stuck.destroy();
});
