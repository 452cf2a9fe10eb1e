import { expect, it } from 'vitest';
import type { ApiEvent } from '../../shared/api-events';
import { SessionId } from '../../shared/ids';
import { EventLog } from './event-log';
import { EventStream } from './event-stream';

const sessionId = SessionId.parse('session');
const sent = (message: string): ApiEvent => ({ name: 'message-sent', data: { sessionId, message, at: 0 } });
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Reads a stream until it has said this. */
async function readUntil(stream: EventStream, words: string): Promise<string> {
  const reader = stream.body.getReader();
  let all = '';
  while (!all.includes(words)) {
    const { value, done } = await reader.read();
    if (done) break;
    all += textOf(value);
  }
  reader.releaseLock();
  return all;
}

const open = (log: EventLog, lastEventId: string | null, heartbeat = 15_000): EventStream =>
  new EventStream({ log, lastEventId, onEnd: () => undefined, heartbeat });

it('a caller goes on after the event that it has', async () => {
  const log = new EventLog();
  for (const name of ['one', 'two', 'three']) log.append(sent(name));
  const all = await readUntil(open(log, log.idOf(1)), 'three');
  expect(all.match(/"message":"\w+"/g)).toEqual(['"message":"two"', '"message":"three"']);
  expect(all).toContain(`id: ${log.idOf(3)}\nevent: message-sent\ndata: {`);
});

it('a new caller gets only what comes from then on, and the id to go on from', async () => {
  const log = new EventLog();
  log.append(sent('before'));
  const stream = open(log, null);
  log.append(sent('after'));
  const all = await readUntil(stream, 'after');
  expect(all).not.toContain('before');
  expect(all).toContain(`\nid: ${log.idOf(1)}\n\n`);
});

it.each([
  ['an event that is no longer kept', (log: EventLog) => log.idOf(1), 'too-old'],
  ['an event of another start of the app', () => '00000000-3', 'unknown-id'],
  ['an event that has not happened', (log: EventLog) => log.idOf(99), 'unknown-id'],
  ['nonsense', () => 'drop table', 'unknown-id'],
])('a caller that comes with %s is told to start anew', async (_what, idOf, reason) => {
  const log = new EventLog({ maxEvents: 2 });
  for (const name of ['one', 'two', 'three', 'four']) log.append(sent(name));
  const stream = open(log, idOf(log));
  expect(await readUntil(stream, 'reset')).toBe(`id: ${log.idOf(4)}\nevent: reset\ndata: {"reason":"${reason}"}\n\n`);
  log.append(sent('five'));
  expect(await readUntil(stream, 'five')).toContain('five');
});

it('it keeps a bounded number of bytes, and at least the newest event', () => {
  const log = new EventLog({ maxBytes: 1_000 });
  for (let round = 0; round < 100; round += 1) log.append(sent('x'.repeat(100)));
  expect([log.after(90), log.after(98)]).toMatchObject(['lost', { number: 99 }]);
  log.append(sent('x'.repeat(5_000)));
  expect([log.after(99), log.after(100)]).toMatchObject(['lost', { number: 101 }]);
});

it('a stream on which nothing happens says that it is alive', async () => {
  expect(await readUntil(open(new EventLog(), null, 5), ': alive')).toContain(': alive\n\n');
});

it('a reader that does not read is dropped', async () => {
  const log = new EventLog();
  const ended = Promise.withResolvers<void>();
  const stream = new EventStream({ log, lastEventId: null, onEnd: ended.resolve, heartbeat: 20 });
  for (let round = 0; round < 20; round += 1) log.append(sent('x'.repeat(10_000)));
  await ended.promise;
  await expect(readUntil(stream, 'never')).rejects.toThrow('does not read');
});

it('a slow reader whose next event is gone is dropped, and starts anew', async () => {
  const log = new EventLog({ maxBytes: 50_000 });
  const stream = open(log, null);
  for (let round = 0; round < 40; round += 1) {
    log.append(sent(`${round} ${'x'.repeat(10_000)}`));
    await new Promise(setImmediate);
  }
  const got = await readUntil(stream, 'never');
  const last = [...got.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
  expect(log.positionOf(last)).toBe('too-old');
});
