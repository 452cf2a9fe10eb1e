import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { apiBoxPerTest, call, type Reply, type Sending } from './api-box';
import { until } from './until';

const held = apiBoxPerTest({ SIGNALBOX_HTTP: '0' });
const port = (): number => Number(new URL(held.box.server.status.http ?? '').port);
const bearer = () => ({ authorization: `Bearer ${held.box.token}` });
const send = (url: string, sending: Sending = {}): Promise<Reply> => call(held.box.loopback, url, sending);
const statusOf = async (headers: Sending['headers']): Promise<number> =>
  (await send('/api/pending', headers === undefined ? {} : { headers })).status;

/** Writes bytes to the loopback address, and returns everything that comes back until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: port(), host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });
}

it('without the token, or with another one, nobody gets in', async () => {
  const reply = await send('/api/pending');
  expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { code: 'unauthorized' } });
  const { token } = held.box;
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
    `Bearer x ${token}`,
  ])
    expect([authorization, await statusOf({ authorization })]).toEqual([authorization, 401]);
  expect((await send(`/api/pending?token=${token}`)).status).toBe(401);
  expect((await send('/nothing')).status).toBe(401);
  expect(await statusOf(bearer())).toBe(200);
  expect((await send('/api/pending', { headers: { authorization: `bearer  ${token}` } })).status).toBe(200);
});

it('a page of another site is refused, also under a name that leads here, and even with the token', async () => {
  for (const host of ['evil.example', `evil.example:${port()}`, '127.0.0.1', '127.0.0.1:1', `0.0.0.0:${port()}`, `localhost.:${port()}`])
    expect([host, await statusOf({ ...bearer(), host })]).toEqual([host, 403]);
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    `https://127.0.0.1:${port()}`,
    'file://',
    `http://evil.example:${port()}`,
  ])
    expect([origin, await statusOf({ ...bearer(), origin })]).toEqual([origin, 403]);
  for (const site of ['cross-site', 'same-site']) expect(await statusOf({ ...bearer(), 'sec-fetch-site': site })).toBe(403);
  const own = { ...bearer(), host: `localhost:${port()}`, origin: `http://localhost:${port()}`, 'sec-fetch-site': 'same-origin' };
  expect(await statusOf(own)).toBe(200);
  // A preflight gets no permission.
  const preflight = { ...bearer(), origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  expect(await send('/api/sessions', { method: 'OPTIONS', headers: preflight })).toMatchObject({ status: 403 });
});

it('a request that can be read in two ways is refused, and changes nothing', async () => {
  const { id } = await held.box.asking('ask Bash touch x.txt');
  const head = `Host: 127.0.0.1:${port()}\r\nAuthorization: ${bearer().authorization}\r\n`;
  const hidden = `POST /api/sessions/${id}/interrupt HTTP/1.1\r\n${head}\r\n`;
  const tricks = [
    `POST /api/open HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n${hidden}`,
    `POST /api/open HTTP/1.1\r\n${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `POST /api/open HTTP/1.1\r\n${head}Transfer-Encoding: xchunked\r\nConnection: close\r\n\r\n${hidden}`,
    `POST /api/open HTTP/1.1\r\n${head}Content-Length : 5\r\n\r\n${hidden}`,
    `POST /api/open HTTP/1.1\n${head}\n X: y\r\n\r\n`,
    `GET /api/pending HTTP/1.1\r\n${head}Host: evil.example\r\nConnection: close\r\n\r\n`,
    `GET /api/pending HTTP/1.1\r\n${head}Authorization: Bearer x\r\nConnection: close\r\n\r\n`,
    `GET http://evil.example/api/pending HTTP/1.1\r\nHost: evil.example\r\nAuthorization: ${bearer().authorization}\r\nConnection: close\r\n\r\n`,
    'GET /api/pending HTTP/1.1\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ];
  for (const trick of tricks) expect(await raw(trick)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(held.box.core.desk.list).toHaveLength(1);
  expect(await statusOf(bearer())).toBe(200);
});

it('headers that are too large are refused', async () => {
  expect(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

it('callers that send their request slowly are dropped, and others are answered meanwhile', async () => {
  const slow = Array.from({ length: 200 }, (_, index) => raw(index % 2 === 0 ? 'GET /api/pending HT' : `GET / HTTP/1.1\r\nX-${index}: `));
  expect(await statusOf(bearer())).toBe(200);
  expect((await call(held.box.socket, '/api/pending')).status).toBe(200);
  const answers = await Promise.all(slow);
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(slow.length);
  expect(await statusOf(bearer())).toBe(200);
});

it('a body that never ends is dropped', async () => {
  const text = `POST /api/open HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nAuthorization: ${bearer().authorization}\r\nContent-Length: 100\r\n\r\n{`;
  expect(await raw(text)).toMatch(/^HTTP\/1\.1 408 /);
});

it('more connections than it keeps are closed, and the socket still answers', async () => {
  const idle = Array.from({ length: 700 }, () => connect({ port: port(), host: '127.0.0.1' }));
  const closed = Promise.all(idle.map((socket) => new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined))));
  expect((await call(held.box.socket, '/api/pending')).status).toBe(200);
  for (const socket of idle) socket.resume();
  await closed;
  await until(async () => expect(await statusOf(bearer())).toBe(200));
});
