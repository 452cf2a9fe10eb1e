import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf } from '../src/main/base/error-code';
import { readOrMakeToken } from '../src/main/http/access-token';
import { ApiBox, call } from './api-box';
import { until } from './until';

let box: ApiBox;
const others: Server[] = [];
beforeEach(() => {
  box = new ApiBox();
});
afterEach(async () => {
  await box.close();
  for (const other of others.splice(0)) other.close();
});

const occupy = (place: object): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    others.push(server);
    server.listen(place, () => resolve(server));
  });
const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : expect.fail('it has no port');
};
const noticeIds = (): string[] => box.notices.list.map(({ id }) => id);
const answers = async (): Promise<number> => (await call(box.socket, '/api/status')).status;

it('the socket of an app that was killed is replaced', async () => {
  const file = path.join(box.userData, 'signalbox.sock');
  // Node removes the socket when it closes; renaming keeps it, as a kill does.
  const killed = await occupy({ path: `${file}.old` });
  renameSync(`${file}.old`, file);
  await new Promise((resolve) => killed.close(resolve));
  expect(statSync(file).isSocket()).toBe(true);
  await box.server.open();
  expect([await answers(), noticeIds()]).toEqual([200, []]);
});

it('a live socket is left alone, and the person is told', async () => {
  await occupy({ path: path.join(box.userData, 'signalbox.sock') });
  await box.server.open();
  expect([box.server.status.socket, noticeIds()]).toEqual([null, ['api-socket']]);
  expect(existsSync(path.join(box.userData, 'signalbox.sock'))).toBe(true);
});

it('a file in the place of the socket is not removed', async () => {
  writeFileSync(path.join(box.userData, 'signalbox.sock'), 'mine');
  await box.server.open();
  expect([box.server.status.socket, noticeIds()]).toEqual([null, ['api-socket']]);
  expect(readFileSync(path.join(box.userData, 'signalbox.sock'), 'utf8')).toBe('mine');
});

it('closing removes the socket', async () => {
  await box.server.open();
  await box.server.close();
  expect(existsSync(path.join(box.userData, 'signalbox.sock'))).toBe(false);
});

it('where the path would be too long, the socket is in a private folder, and a file says where', async () => {
  await box.close();
  const runtime = path.join(realpathSync('/tmp'), `signalbox-runtime-${process.pid}`);
  mkdirSync(runtime, { mode: 0o700 });
  try {
    box = new ApiBox({ XDG_RUNTIME_DIR: runtime }, 'a-folder-with-a-long-name-'.repeat(5));
    await box.server.open();
    const { socket } = box.server.status;
    expect(socket).toMatch(/^\/tmp\/signalbox-runtime-\d+\/signalbox-[0-9a-f]{16}\.sock$/);
    expect(readFileSync(path.join(box.userData, 'signalbox-socket'), 'utf8')).toBe(`${socket}\n`);
    expect(statSync(socket ?? '').mode & 0o777).toBe(0o600);
    expect(await answers()).toBe(200);
    // A folder that others can use is not private.
    await box.server.close();
    chmodSync(runtime, 0o755);
    const again = new ApiBox({ XDG_RUNTIME_DIR: runtime }, 'another-folder-with-a-long-name-'.repeat(5));
    await again.server.open();
    const place = again.server.status.socket ?? '';
    expect([path.dirname(place) !== runtime, statSync(path.dirname(place)).mode & 0o777]).toEqual([true, 0o700]);
    await again.close();
  } finally {
    rmSync(runtime, { recursive: true });
  }
});

it('the API is off until the settings turn it on, and moves with them', async () => {
  await box.server.open();
  expect(box.server.status.http).toBeNull();
  const free = [await occupy({ port: 0, host: '127.0.0.1' }), await occupy({ port: 0, host: '127.0.0.1' })];
  const [one = 0, two = 0] = free.map(portOf);
  await Promise.all(free.map((server) => new Promise((resolve) => server.close(resolve))));
  for (const port of [one, two]) {
    box.core.settings.change({ httpPort: port });
    await until(() => expect(box.server.status.http).toBe(`http://127.0.0.1:${port}`));
    expect((await call({ port }, '/api/status', { headers: { authorization: `Bearer ${box.token}` } })).status).toBe(200);
  }
  box.core.settings.change({ httpPort: null });
  await until(() => expect(box.server.status.http).toBeNull());
  await expect(call({ port: two }, '/api/status')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('a port in use is a notice, which another port clears', async () => {
  const taken = portOf(await occupy({ port: 0, host: '127.0.0.1' }));
  box.core.settings.change({ httpPort: taken });
  await box.server.open();
  expect(box.server.status).toMatchObject({ http: null, socket: expect.any(String) });
  expect(box.notices.list).toMatchObject([{ id: 'api-port', detail: expect.stringContaining(`port ${taken}`) }]);
  box.core.settings.change({ httpPort: null });
  await until(() => expect(noticeIds()).toEqual([]));
});

it('a variable that is no port is a notice', async () => {
  await box.close();
  box = new ApiBox({ SIGNALBOX_HTTP: 'yes' });
  await box.server.open();
  expect([box.server.status.http, noticeIds()]).toEqual([null, ['api-port']]);
});

it('a token is made once, and made again where others could have read it', async () => {
  const file = path.join(box.userData, 'http-token');
  const first = await readOrMakeToken(file);
  expect([await readOrMakeToken(file), statSync(file).mode & 0o777]).toEqual([first, 0o600]);
  chmodSync(file, 0o644);
  const second = await readOrMakeToken(file);
  expect([second === first, statSync(file).mode & 0o777]).toEqual([false, 0o600]);
  writeFileSync(file, 'short');
  const third = await readOrMakeToken(file);
  rmSync(file);
  const target = path.join(box.userData, 'target');
  writeFileSync(target, `${third}\n`, { mode: 0o600 });
  symlinkSync(target, file);
  const fourth = await readOrMakeToken(file);
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  expect(readFileSync(target, 'utf8')).toBe(`${third}\n`);
});

it('without a place for the token the API stays off, and the socket works', async () => {
  await box.close();
  box = new ApiBox({ SIGNALBOX_HTTP: '0' });
  mkdirSync(path.join(box.userData, 'http-token', 'in-the-way'), { recursive: true });
  await box.server.open();
  expect([box.server.status.http, noticeIds(), await answers()]).toEqual([null, ['api-port'], 200]);
  await expect(readOrMakeToken(path.join(box.userData, 'http-token')).catch(codeOf)).resolves.toMatch(/^E/);
});
