import { describe, expect, it } from 'vitest';
import { until } from '../../../test/until';
import type { JsonObject } from '../../shared/json-object';
import { ToolError } from '../../tool-api/definition';
import type { OfferedTool } from './offered-tool';
import { type CallOrigin, ToolServer } from './tool-server';

const aTool = (name: string, parts: Partial<OfferedTool> = {}): OfferedTool => ({
  name,
  title: `The ${name}`,
  description: `Does ${name}`,
  parameters: { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] },
  onRestart: 'fail',
  builtIn: false,
  approvalOwner: 'test',
  call: async () => null,
  ...parts,
});

type Call = (tool: OfferedTool, args: JsonObject, origin: CallOrigin) => Promise<unknown>;

async function connected(call: Call, tools: OfferedTool[] = [aTool('count')]) {
  const notified: unknown[] = [];
  const failed: string[] = [];
  const server = new ToolServer({
    name: 'signalbox',
    version: '1.2.3',
    tools: () => tools,
    call,
    notify: ({ method }) => void notified.push(method),
    failed: (tool) => void failed.push(tool),
  });
  const hello = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'claude', version: '1' } },
  };
  const welcome = await server.receive(hello);
  await server.receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const request = (id: number, method: string, params: JsonObject = {}) => server.receive({ jsonrpc: '2.0', id, method, params });
  const callTool = (id: number, args: JsonObject, name = 'count') =>
    request(id, 'tools/call', { name, arguments: args, _meta: { 'claudecode/toolUseId': `toolu_${id}` } });
  return { server, hello, welcome, request, callTool, notified, failed, tools };
}

const resultIn = (answer: JsonObject | null): unknown => {
  const { content } = Object(answer?.result);
  return JSON.parse(content[0].text);
};

describe('our MCP server', () => {
  it('names itself, and answers each of two beginnings with one id', async () => {
    const { server, hello, welcome } = await connected(async () => null);
    expect(welcome).toMatchObject({
      id: 0,
      result: { serverInfo: { name: 'signalbox', version: '1.2.3' }, capabilities: { tools: { listChanged: true } } },
    });
    const [first, second] = await Promise.all([server.receive(hello), server.receive(hello)]);
    expect([first, second]).toMatchObject([
      { id: 0, result: {} },
      { id: 0, result: {} },
    ]);
  });

  it('lists tools so that newer CLIs don’t hide them', async () => {
    const { request } = await connected(async () => null);
    expect(await request(1, 'tools/list')).toMatchObject({
      result: {
        tools: [{ name: 'count', title: 'The count', inputSchema: { required: ['count'] }, _meta: { 'anthropic/alwaysLoad': true } }],
      },
    });
  });

  it('gives Claude the result as JSON', async () => {
    const calls: unknown[] = [];
    const { callTool } = await connected(async (tool, args, { toolUseId }) => {
      calls.push([tool.name, args, toolUseId]);
      return { ok: true };
    });
    expect(resultIn(await callTool(2, { count: 3 }))).toEqual({ ok: true });
    expect(calls).toEqual([['count', { count: 3 }, 'toolu_2']]);
    const { callTool: callVoid } = await connected(async () => undefined);
    expect(resultIn(await callVoid(2, { count: 3 }))).toBeNull();
  });

  it('refuses arguments that break the schema, which the CLI does not check', async () => {
    const calls: unknown[] = [];
    const { callTool } = await connected(async () => calls.push('made'));
    expect(await callTool(2, { count: 'three' })).toMatchObject({ result: { isError: true } });
    expect(calls).toEqual([]);
  });

  it.each<[string, unknown, unknown]>([
    [
      'an expected failure with its code',
      new ToolError('interaction-unavailable', 'Nobody is there.'),
      { ok: false, code: 'interaction-unavailable', error: 'Nobody is there.' },
    ],
    ['anything else with its message', new Error('The disk is full.'), { ok: false, error: 'The disk is full.' }],
  ])('tells Claude of %s', async (_what, error, told) => {
    const { callTool } = await connected(() => Promise.reject(error));
    const answer = await callTool(2, { count: 3 });
    expect(answer).toMatchObject({ result: { isError: true } });
    expect(resultIn(answer)).toEqual(told);
  });

  it('answers a call that is cancelled, and aborts its signal', async () => {
    let signal: AbortSignal | null = null;
    const { server, callTool } = await connected((_tool, _args, origin) => {
      signal = origin.signal;
      return new Promise(() => undefined);
    });
    const answer = callTool(2, { count: 3 });
    await until(() => expect(signal).not.toBeNull());
    expect(await server.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })).toBeNull();
    expect(await answer).toMatchObject({ id: 2, error: { message: expect.any(String) } });
    expect(signal).toMatchObject({ aborted: true });
  });

  it('answers what is open when it closes', async () => {
    const { server, callTool } = await connected(() => new Promise(() => undefined));
    const answer = callTool(2, { count: 3 });
    await server.close();
    expect(await answer).toMatchObject({ id: 2, error: { message: expect.any(String) } });
  });

  it('answers what is no JSON-RPC', async () => {
    const { server } = await connected(async () => null);
    expect(await server.receive({ id: 7, method: 'tools/list', jsonrpc: '1.0' })).toMatchObject({ id: 7, error: {} });
    expect(await server.receive({ nonsense: true })).toBeNull();
    expect(await server.receive({ jsonrpc: '2.0', id: 8, method: 'no/such/method' })).toMatchObject({ id: 8, error: { code: -32_601 } });
  });

  it('tells the CLI when tools come and go, and leaves the others alone', async () => {
    const { server, request, notified, tools } = await connected(async () => null);
    server.updateTools();
    expect(notified).toEqual([]);
    tools.push(aTool('more'));
    server.updateTools();
    tools.shift();
    server.updateTools();
    await until(() => expect(notified.length).toBeGreaterThan(0));
    expect(new Set(notified)).toEqual(new Set(['notifications/tools/list_changed']));
    expect(await request(3, 'tools/list')).toMatchObject({ result: { tools: [{ name: 'more' }] } });
  });

  it('leaves out a tool that can’t be offered, and says so', async () => {
    const broken = aTool('broken', { parameters: { type: 'object', properties: { count: { type: 'no such type' } } } });
    const { request, failed } = await connected(async () => null, [broken, aTool('count')]);
    const listed = await request(1, 'tools/list');
    expect(listed).toMatchObject({ result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'count' })]) } });
    expect(failed).toEqual(['broken']);
  });
});
