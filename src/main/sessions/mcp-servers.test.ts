import { beforeEach, expect, it } from 'vitest';
import { memoryTransport } from '../../../test/memory-transport';
import type { JsonObject } from '../../shared/json-object';
import { ProtocolPeer } from '../claude/peer';
import { SessionMcpServers } from './mcp-servers';
import type { RunLife } from './run-life';

let requests: JsonObject[];
let respond: (request: JsonObject) => object;
let changes: number;
let servers: SessionMcpServers;

const status = (...mcpServers: object[]) => {
  respond = () => ({ subtype: 'success', response: { mcpServers } });
};

beforeEach(() => {
  requests = [];
  respond = () => ({ subtype: 'success', response: {} });
  changes = 0;
  const { transport, far } = memoryTransport();
  const peer = new ProtocolPeer(transport, {
    permission: () => undefined,
    event: () => undefined,
    trouble: () => undefined,
    ended: () => undefined,
  });
  far.onSent((line) => {
    const { request_id, request } = JSON.parse(line);
    requests.push(request);
    far.push({ type: 'control_response', response: { request_id, ...respond(request) } });
  });
  servers = new SessionMcpServers(aLife(peer), () => {
    changes += 1;
  });
});

/** A run that has nothing but its peer. */
const aLife = (peer: ProtocolPeer): Pick<RunLife, 'readyRun'> => Object.assign(Object.create(null), { readyRun: { run: { peer } } });

it('says the state of each server in our own words', async () => {
  const all = ['connected', 'pending', 'failed', 'needs-auth', 'disabled', 'on fire'];
  status(
    ...all.map((state) => ({
      name: state,
      status: state,
      scope: 'user',
      ...(state === 'failed' ? { error: 'Connection\u202e closed' } : {}),
    })),
  );
  const list = await servers.list();
  expect(list.map(({ state, error }) => [state, error])).toEqual([
    ['connected', null],
    ['pending', null],
    ['failed', 'Connection⟨U+202E⟩ closed'],
    ['needs-sign-in', null],
    ['off', null],
    ['failed', 'Claude Code calls its state “on fire”.'],
  ]);
  expect(list[0]).toEqual({ name: 'connected', state: 'connected', source: 'user', error: null, version: null, isOurs: false, tools: [] });
});

it('knows our own server, which can’t be turned off', async () => {
  status({ name: 'signalbox', status: 'connected' });
  expect(await servers.list()).toMatchObject([{ isOurs: true }]);
  await expect(servers.setEnabled('signalbox', false)).rejects.toMatchObject({ code: 'bad-request' });
  expect(requests.map(({ subtype }) => subtype)).toEqual(['mcp_status']);
});

it('passes on what a person wants done, and has the list read again', async () => {
  await servers.reconnect('things');
  await servers.setEnabled('things', false);
  respond = () => ({ subtype: 'success', response: { authUrl: 'https://example.com/authorize' } });
  expect(await servers.signIn('things')).toBe('https://example.com/authorize');
  expect(requests).toEqual([
    { subtype: 'mcp_reconnect', serverName: 'things' },
    { subtype: 'mcp_toggle', serverName: 'things', enabled: false },
    { subtype: 'mcp_authenticate', serverName: 'things' },
  ]);
  expect(changes).toBe(3);
});

it('says why Claude Code refused, with nothing invisible in it', async () => {
  respond = () => ({ subtype: 'error', error: `Connection\u200b ${'x'.repeat(1_000)}` });
  await expect(servers.reconnect('things')).rejects.toMatchObject({
    code: 'cli-refused',
    message: expect.stringMatching(/^Connection⟨U\+200B⟩ x+$/),
  });
  expect(changes).toBe(1);
});

it('has nothing to say without a run', async () => {
  const without = new SessionMcpServers({ readyRun: null }, () => undefined);
  await expect(without.list()).rejects.toMatchObject({ code: 'run-gone' });
});

it('has the list read again when Claude Code reports something else than before', () => {
  const turn = (...mcpServers: { name: string; status: string }[]) =>
    servers.noteTurn({ kind: 'turn-started', conversationId: null, mode: null, model: null, cwd: null, mcpServers });
  turn({ name: 'things', status: 'pending' });
  turn({ name: 'things', status: 'pending' });
  expect(changes).toBe(1);
  turn({ name: 'things', status: 'connected' });
  servers.noteRun();
  expect(changes).toBe(3);
});
