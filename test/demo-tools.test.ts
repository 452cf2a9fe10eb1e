import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { askUser } from '../src/main/tools/built-in/ask-user';
import { inProcessTool } from '../src/main/tools/in-process-tool';
import { checkForm, type FormErrors, type FormValues } from '../src/shared/form';
import { isJsonObject } from '../src/shared/json-object';
import { parsePrompt } from '../src/tool-api/prompt-schema';
import { type Bench, it, type Run, toolFlags, usual } from './demo-bench';
import { until } from './until';

const rejected = expect.stringContaining("The user doesn't want to proceed with this tool use.");
const noSuchTool = '<tool_use_error>Error: No such tool available: mcp__signalbox__ask_user</tool_use_error>';

const methods = (run: Run) => run.lines.flatMap(({ request }) => (typeof request?.message === 'object' ? [request.message.method] : []));
const intros = (run: Run) => run.lines.filter(({ subtype }) => subtype === 'init');

/** Calls the app's real `ask_user`, which a person answers with these values. Says what is wrong with them, too. */
async function onAskUser(args: unknown, values: FormValues): Promise<{ errors: FormErrors; result: unknown }> {
  let errors: FormErrors = {};
  const nothing = { get: async () => null, set: async () => undefined, clearSession: async () => undefined };
  const result = await inProcessTool(askUser).call(isJsonObject(args) ? args : {}, {
    sessionId: 's',
    toolCallId: 't',
    cwd: '/',
    signal: new AbortController().signal,
    isInteractive: true,
    approvals: nothing,
    log: () => undefined,
    prompt: async (prompt) => {
      const fields = parsePrompt(prompt).inputSchema?.fields ?? [];
      errors = checkForm(fields, values, { matches: (pattern, text) => pattern.test(text) });
      return { kind: 'response', response: { action: 'submit', input: values } };
    },
    postpone: () => Promise.reject(new Error('not in this test')),
  });
  return { errors, result };
}

/** A scenario of one turn. Returns its file. */
function scenarioOf(bench: Bench, ...steps: object[]): string {
  const file = bench.in('scenario.json');
  writeFileSync(file, JSON.stringify({ turns: [{ steps }] }));
  return file;
}

describe.concurrent('the app’s MCP server', () => {
  it('is greeted as soon as anything is said, before the answer', async ({ bench }) => {
    const run = bench.startWithTools('quiet');
    await run.control({ subtype: 'initialize' });
    expect(run.lines.slice(0, 2)).toMatchObject([
      {
        request: {
          subtype: 'mcp_message',
          server_name: 'signalbox',
          message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } },
        },
      },
      { type: 'control_response' },
    ]);
    run.say('hello');
    await run.result();
    expect(methods(run)).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
    expect(intros(run)).toMatchObject([
      { mcp_servers: [{ name: 'signalbox', status: 'connected' }], tools: expect.arrayContaining(['mcp__signalbox__ask_user', 'Bash']) },
    ]);
  });

  it('that refuses is done without', async ({ bench }) => {
    const run = bench.start('asks', ...toolFlags);
    run.say('form');
    (await run.message('initialize')).refuse('There is no server.');
    expect(await run.result()).toMatchObject({ subtype: 'success', result: `Failed: ${noSuchTool}` });
    expect(intros(run)).toMatchObject([{ mcp_servers: [{ status: 'failed' }] }]);
    expect(run.toolResults).toMatchObject([{ is_error: true, content: noSuchTool }]);
  });

  it('that never answers is given up after a while', async ({ bench }) => {
    bench.env.MCP_TIMEOUT = '50';
    const run = bench.start('asks', ...toolFlags);
    run.say('form');
    expect(await run.result()).toMatchObject({ subtype: 'success', result: `Failed: ${noSuchTool}` });
    expect(methods(run)).toEqual(['initialize']);
  });

  it('that keeps a turn from beginning does not keep it from being interrupted', async ({ bench }) => {
    const run = bench.start('quiet', ...toolFlags);
    run.say('hello');
    await run.message('initialize');
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({ terminal_reason: 'aborted_streaming' });
  });

  it('can change its tools, and is answered whatever it says', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.offer();
    run.say('form');
    expect(await run.result()).toMatchObject({ result: `Failed: ${noSuchTool}` });
    run.offer('ask_user');
    const tell = (message: object, server_name = 'signalbox') =>
      run.control({ subtype: 'mcp_message', server_name, message: { jsonrpc: '2.0', ...message } });
    expect(await tell({ method: 'notifications/tools/list_changed' })).toMatchObject({ subtype: 'success' });
    await until(() => expect(methods(run).filter((method) => method === 'tools/list')).toHaveLength(2));
    expect(await tell({ method: 'notifications/tools/list_changed' }, 'another')).toMatchObject({ subtype: 'success' });
    await tell({ id: 7, method: 'ping' });
    await tell({ id: 8, method: 'elicitation/create', params: {} });
    const said = run.lines.flatMap(({ request }) => (typeof request?.message === 'object' ? [request.message] : []));
    expect(said).toContainEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect(said).toContainEqual({ jsonrpc: '2.0', id: 8, error: { code: -32_601, message: 'Method not found' } });
    run.say('form');
    (await run.message('tools/call')).gives({ ok: false, cancelled: true });
    expect(await run.result()).toMatchObject({ result: 'No form: {"ok":false,"cancelled":true}' });
  });

  it('of another kind is not started, and a config that makes no sense is refused', async ({ bench }) => {
    const run = bench.start('quiet', '--mcp-config={"mcpServers":{"trains":{"command":"trains-mcp"}}}');
    run.say('hello');
    await run.result();
    expect(methods(run)).toEqual([]);
    expect(intros(run)).toMatchObject([{ mcp_servers: [] }]);
    const wrong = bench.start('quiet', '--mcp-config={"mcpServers"');
    expect(await wrong.exit).toBe(1);
    expect(wrong.stderr).toContain('Invalid MCP configuration');
    const file = bench.start('quiet', '--mcp-config=servers.json');
    file.say('hello');
    expect(await file.result()).toMatchObject({ result: 'ok' });
  });
});

describe.concurrent('a call of the app’s tool', () => {
  it('needs no permission, carries its id, and its answers go into the text', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.say('form');
    const { id, params, gives } = await run.message('tools/call');
    const use = run.lines.findLast(({ type }) => type === 'assistant')?.message?.content;
    expect(use).toMatchObject([{ type: 'tool_use', name: 'mcp__signalbox__ask_user', id: expect.stringMatching(/^toolu_/) }]);
    expect(params).toEqual({
      name: 'ask_user',
      arguments: Array.isArray(use) ? use[0]?.input : null,
      _meta: { 'claudecode/toolUseId': Array.isArray(use) ? use[0]?.id : null, progressToken: id },
    });
    const { errors, result } = await onAskUser(params?.arguments, { name: 'Ann', count: 3, gift: true });
    expect(errors).toEqual({});
    gives(result);
    const text = '{"ok":true,"answers":{"name":"Ann","count":3,"gift":true}}';
    expect(await run.result()).toMatchObject({ result: `3 for Ann: ${text}`, permission_denials: [] });
    expect(run.toolResults).toMatchObject([{ content: [{ type: 'text', text }] }]);
    expect(run.lines.filter(({ request }) => request?.subtype === 'can_use_tool')).toEqual([]);
    expect(run.lines.filter(({ state }) => state === 'requires_action')).toEqual([]);
  });

  it('that fails gives the model what the CLI would give it', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    const content = async (answer: (call: Awaited<ReturnType<Run['message']>>) => void) => {
      run.say('form');
      answer(await run.message('tools/call'));
      expect(await run.result()).toMatchObject({ result: expect.stringMatching(/^Failed: /) });
      return run.toolResults.at(-1);
    };
    expect(await content(({ gives }) => gives({ ok: false, code: 'x' }, { isError: true }))).toMatchObject({
      is_error: true,
      content: '{"ok":false,"code":"x"}',
    });
    expect(await content(({ error }) => error({ code: -32_602, message: 'no such field' }))).toMatchObject({
      is_error: true,
      content: 'MCP error -32602: no such field',
    });
    expect(await content(({ refuse }) => refuse('The window is closed.'))).toMatchObject({
      is_error: true,
      content: 'The window is closed.',
    });
  });

  it('gives the model its structured content alone', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.say('form');
    const { result } = await run.message('tools/call');
    result({ content: [{ type: 'text', text: 'words' }], structuredContent: { ok: true, answers: { name: 'Ann' } } });
    expect(await run.result()).toMatchObject({ result: 'no answer for Ann: {"ok":true,"answers":{"name":"Ann"}}' });
  });

  it('that is answered later counts as not answered', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.say('form');
    (await run.message('tools/call')).gives({ ok: true, pending: true, message: 'Later.' });
    expect(await run.result()).toMatchObject({ result: expect.stringMatching(/^No form: /) });
  });

  it('asks for a permission where no rule allows it', async ({ bench }) => {
    const [config = ''] = toolFlags;
    const run = bench.startBare('asks', ...usual, config);
    run.offer('ask_user');
    run.say('form');
    const ask = await run.ask();
    expect(ask).toMatchObject({
      tool_name: 'mcp__signalbox__ask_user',
      display_name: 'Ask User',
      permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'mcp__signalbox__ask_user' }] }],
    });
    ask.allow();
    (await run.message('tools/call')).gives({ ok: false });
    await run.result();
    const ruled = bench.startBare('asks', ...usual, config, '--allowedTools=Bash(git *),mcp__signalbox');
    ruled.offer('ask_user');
    ruled.say('form');
    (await ruled.message('tools/call')).gives({ ok: false });
    await ruled.result();
    expect(ruled.lines.filter(({ request }) => request?.subtype === 'can_use_tool')).toEqual([]);
  });

  it('is cancelled by an interrupt, which is told first', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.say('form');
    const { id, gives } = await run.message('tools/call');
    const before = run.lines.length;
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
      permission_denials: [],
    });
    const after = run.lines.slice(before).filter(({ type }) => type !== 'stream_event' && type !== 'system');
    expect(after).toMatchObject([
      { request: { message: { method: 'notifications/cancelled', params: { requestId: id } } } },
      { type: 'control_response' },
      { type: 'user', message: { content: [{ is_error: true, content: rejected }] } },
      { type: 'user', message: { content: [{ text: '[Request interrupted by user for tool use]' }] } },
      { type: 'result' },
    ]);
    gives({ ok: true, answers: {} });
    run.say('hello');
    expect(await run.result()).toMatchObject({ subtype: 'success' });
  });

  it('that is open when input ends fails, and the turn goes on', async ({ bench }) => {
    const run = bench.startWithTools('asks');
    run.say('form');
    await run.message('tools/call');
    run.endInput();
    expect(await run.exit).toBe(0);
    expect(run.toolResults).toMatchObject([{ is_error: true, content: 'Tool permission stream closed before response received' }]);
  });

  it('is made again under the same id when its run was killed and it is marked as deferred', async ({ bench }) => {
    const id = randomUUID();
    const first = bench.startWithTools('asks', '--session-id', id);
    first.say('form');
    const { params } = await first.message('tools/call');
    await first.kill();
    const meta = isJsonObject(params?._meta) ? params._meta : {};
    bench.markDeferred(id, {
      toolUseID: meta['claudecode/toolUseId'],
      toolName: 'mcp__signalbox__ask_user',
      toolInput: { title: 'Another form', fields: [] },
    });

    const second = bench.startWithTools('asks', '--resume', id);
    const again = await second.message('tools/call');
    expect(again.params).toEqual(params);
    again.gives({ ok: true, answers: { name: 'Ann', count: 2 } });
    expect(await second.result()).toMatchObject({ result: expect.stringMatching(/^2 for Ann/) });
  });
});

describe.concurrent('the form of the story', () => {
  /** Tells the story up to the form, denying everything. */
  async function reachForm(run: Run): Promise<void> {
    for (const denied of [2, 1, 1]) {
      run.say('go on');
      for (let count = 0; count < denied; count++) (await run.ask()).deny('no');
      await run.result();
    }
    run.say('go on');
  }

  it('is one that the app’s tool takes, and what was entered is said and written down', async ({ bench }) => {
    const run = bench.startWithTools('story');
    await reachForm(run);
    const { params, gives } = await run.message('tools/call');
    const values = { version: '1.2', date: '2026-12-01', contents: ['the departures', 'the new style'], announce: true };
    expect((await onAskUser(params?.arguments, values)).errors).toEqual({ version: 'This does not have the expected form.' });
    const { errors, result } = await onAskUser(params?.arguments, { ...values, version: '1.2.0' });
    expect(errors).toEqual({});
    gives(result);
    (await run.ask()).allow();
    await run.result();
    expect(run.streamed).toContain(
      '| Version | 1.2.0 |\n| Release date | 2026-12-01 |\n| What goes in | the departures, the new style |\n| Announce it | yes |',
    );
    expect(readFileSync(bench.in('departures/release-notes.md'), 'utf8')).toBe(
      '# Departure board 1.2.0\n\nReleased on 2026-12-01, with the departures, the new style.\n\nAnnounced at the station: yes\n',
    );
  });

  it('that can’t be shown is passed over', async ({ bench }) => {
    const run = bench.start('story');
    await reachForm(run);
    expect(await run.result()).toMatchObject({ subtype: 'success', result: expect.stringContaining('Send me anything for the last part') });
    expect(run.streamed).toContain('I can’t show a form at the moment');
  });
});

describe.concurrent('an elicitation', () => {
  it('shows the form of an MCP server, and says what was answered', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('elicit');
    const { request, answer } = await run.elicitation();
    expect(run.lines.findLast(({ type }) => type === 'assistant')?.message?.content).toMatchObject([{ name: 'mcp__trains__book' }]);
    expect(request).toEqual({
      subtype: 'elicitation',
      mcp_server_name: 'trains',
      message: 'Who travels?',
      mode: 'form',
      requested_schema: expect.objectContaining({ type: 'object', required: ['name'] }),
      property_order: ['name', 'seats', 'window'],
    });
    answer({ action: 'accept', content: { name: 'Ann', seats: 2 } });
    expect(await run.result()).toMatchObject({ result: '2 for Ann' });
    expect(run.toolResults).toMatchObject([
      { is_error: false, content: [{ type: 'text', text: '{"action":"accept","content":{"name":"Ann","seats":2}}' }] },
    ]);
    await run.next(({ state }) => state === 'idle');
    expect(run.lines.flatMap(({ state }) => (state === undefined ? [] : [state]))).toEqual([
      'running',
      'requires_action',
      'running',
      'idle',
    ]);
  });

  it('can be declined or cancelled, and an answer that makes no sense cancels it', async ({ bench }) => {
    const run = bench.start('asks');
    const answers = [{ action: 'decline' }, { action: 'cancel' }, { action: 'sing' }, {}];
    const said: unknown[] = [];
    for (const answer of answers) {
      run.say('elicit');
      (await run.elicitation()).answer(answer);
      said.push((await run.result()).result);
    }
    expect(said).toEqual(['Not booked: decline', 'Not booked: cancel', 'Not booked: cancel', 'Not booked: cancel']);
  });

  it('asks to open a page, and says when that is done', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('elicit url https://example.com/sign-in?a=b');
    const { request, answer } = await run.elicitation();
    const elicitation_id = expect.any(String);
    const mode = { mode: 'url', url: 'https://example.com/sign-in?a=b', elicitation_id };
    expect(request).toEqual({ subtype: 'elicitation', mcp_server_name: 'trains', message: 'Sign in to book.', ...mode });
    answer({ action: 'accept' });
    expect(await run.next(({ subtype }) => subtype === 'elicitation_complete')).toMatchObject({
      mcp_server_name: 'trains',
      elicitation_id: request?.elicitation_id,
    });
    expect(await run.result()).toMatchObject({ result: 'Signed in' });
  });

  it('is withdrawn by an interrupt, and no second initialize lists it', async ({ bench }) => {
    const run = bench.start('asks');
    await run.control({ subtype: 'initialize' });
    run.say('elicit');
    const { request_id } = await run.elicitation();
    expect(await run.control({ subtype: 'initialize' })).toMatchObject({ pending_permission_requests: [] });
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({ terminal_reason: 'aborted_tools' });
    expect(run.lines.filter(({ type }) => type === 'control_cancel_request')).toEqual([{ type: 'control_cancel_request', request_id }]);
    expect(run.toolResults).toMatchObject([{ is_error: true, content: rejected }, {}]);
  });

  it('comes again when its run was killed and its call is marked as deferred', async ({ bench }) => {
    const id = randomUUID();
    const first = bench.start('asks', '--session-id', id);
    first.say('elicit');
    const { request } = await first.elicitation();
    const use = first.lines.findLast(({ type }) => type === 'assistant')?.message?.content;
    await first.kill();
    bench.markDeferred(id, { toolUseID: Array.isArray(use) ? use[0]?.id : '', toolName: 'mcp__trains__book', toolInput: {} });
    const second = bench.start('asks', '--resume', id);
    const again = await second.elicitation();
    expect(again.request).toEqual(request);
    again.answer({ action: 'accept', content: { name: 'Ann', seats: 1 } });
    expect(await second.result()).toMatchObject({ result: '1 for Ann' });
  });

  it('can come after a permission, with more words of its server', async ({ bench }) => {
    const step = { server: 'trains', ask: true, message: 'Which?', title: 'Trains', schema: { type: 'object', properties: {} } };
    const run = bench.start(scenarioOf(bench, { elicitation: step }, { text: '{{result}}' }));
    run.say('go');
    const ask = await run.ask();
    expect(ask).toMatchObject({ tool_name: 'mcp__trains__ask', display_name: 'Ask' });
    ask.allow();
    const { request, answer } = await run.elicitation();
    expect(request).toMatchObject({ title: 'Trains', property_order: [] });
    answer({ action: 'accept', content: {} });
    expect(await run.result()).toMatchObject({ result: '{"action":"accept","content":{}}' });
  });
});
