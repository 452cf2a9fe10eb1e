import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AnsweredCall, aToolCall } from '../../../test/a-tool-call';
import { buildToolProcess } from '../../../test/built-tool-process';
import { ToolFolders, toolCode } from '../../../test/tool-folders';
import { until } from '../../../test/until';
import { ToolError } from '../../tool-api/definition';

let entry: string;
let folders: ToolFolders;

beforeAll(async () => {
  entry = await buildToolProcess();
});
afterAll(() => rmSync(path.dirname(entry), { recursive: true, force: true }));
beforeEach(() => {
  folders = new ToolFolders(entry);
});
afterEach(() => folders.close());

async function run(body: string, call: AnsweredCall = aToolCall(), before = ''): Promise<unknown> {
  folders.write('asks', toolCode('asks', body, before));
  await folders.prepare();
  return folders.tool('asks').call({}, call);
}
const form = "type: 'input', prompt: 'Where to?', inputSchema: { type: 'form', fields: [{ id: 'to', type: 'text', label: 'To' }] }";

it('a handler knows its session, its call, the folder and whether somebody can be asked', async () => {
  const body = 'const { sessionId, toolCallId, cwd, interaction } = ctx; return { sessionId, toolCallId, cwd, interaction };';
  expect(await run(body)).toEqual({
    sessionId: 'session-1',
    toolCallId: 'call-1',
    cwd: '/project',
    interaction: { available: true },
  });
});

it('asks again in the same call until the hook is content, and keeps what was typed', async () => {
  const call = aToolCall([
    { action: 'submit', input: { to: 'x' } },
    { action: 'submit', input: { to: 'Oslo' } },
  ]);
  const hook = "({ input }) => (input.to.length < 2 ? { reprompt: { error: 'Too short.' } } : { complete: { to: input.to, asked } })";
  expect(
    await run(`let asked = 1; return ctx.requestInteraction({ ${form}, onResponse: (answer) => (asked += 1, (${hook})(answer)) });`, call),
  ).toEqual({
    to: 'Oslo',
    asked: 3,
  });
  expect(call.prompts.map(({ step, error, initialValues }) => ({ step, error, initialValues }))).toEqual([
    { step: 0, error: undefined, initialValues: {} },
    { step: 1, error: 'Too short.', initialValues: { to: 'x' } },
  ]);
  expect(call.prompts[0]).toMatchObject({ type: 'input', prompt: 'Where to?', presentation: 'tool', timeoutMs: 300_000 });
});

it('hands on a denial with its reason, and an approval with its scope', async () => {
  const body = "return ctx.requestInteraction({ type: 'approval', prompt: 'Sure?', onResponse: (answer) => ({ complete: answer }) });";
  expect(await run(body, aToolCall([{ action: 'deny', reason: 'Not now.' }]))).toEqual({ action: 'deny', reason: 'Not now.' });
  const approved = { action: 'approve', approvalScope: 'session' } as const;
  expect(await folders.tool('asks').call({}, aToolCall([approved]))).toEqual(approved);
});

it('calls onTimeout when the time is up', async () => {
  const body = `return ctx.requestInteraction({ ${form}, onResponse: () => ({ complete: 1 }), onTimeout: () => ({ complete: 'late' }) });`;
  expect(await run(body, aToolCall(['timeout']))).toBe('late');
});

it('ends the call as pending, and returns what the later answer gives', async () => {
  const told: unknown[] = [];
  const call = aToolCall(['timeout', { action: 'approve' }]);
  const body = `return ctx.requestInteraction({ type: 'approval', prompt: 'Sure?', onTimeout: () => ({ pending: { message: 'Asked by mail.' } }),
    onResponse: ({ action }) => ({ complete: action }) });`;
  const postpone = (pending: Parameters<AnsweredCall['postpone']>[0]) => {
    told.push(pending);
    return call.postpone(pending);
  };
  expect(await run(body, { ...call, postpone })).toBe('approve');
  expect(told).toEqual([{ message: 'Asked by mail.', queued: true }]);
});

it('calls onCancel and rejects with the code when the prompt is taken back', async () => {
  const call: AnsweredCall = {
    ...aToolCall(),
    prompt: () => Promise.reject(new ToolError('interaction-cancelled', 'The call was given up.')),
  };
  const body = `await ctx.requestInteraction({ ${form}, onResponse: () => ({ complete: 1 }), onCancel: () => ctx.log('cleaned up') });`;
  await expect(run(body, call)).rejects.toMatchObject({ code: 'interaction-cancelled' });
  await until(() => expect(folders.entry('asks')?.log).toContain('cleaned up'));
});

it('lets a handler go on in text when nobody can be asked', async () => {
  const call: AnsweredCall = { ...aToolCall(), prompt: () => Promise.reject(new ToolError('interaction-unavailable', 'Nobody.')) };
  const body = `try { return await ctx.requestInteraction({ ${form}, onResponse: () => ({ complete: 1 }) }); }
    catch (error) { if (error instanceof ToolError && error.code === 'interaction-unavailable') return 'Ask in the chat.'; throw error; }`;
  expect(await run(body, call)).toBe('Ask in the chat.');
});

it('asks at most ten times more', async () => {
  const body = `return ctx.requestInteraction({ ${form}, onResponse: () => ({ reprompt: { error: 'Again.' } }) });`;
  const answers = Array.from({ length: 20 }, () => ({ action: 'submit', input: { to: 'x' } }) as const);
  const call = aToolCall(answers);
  await expect(run(body, call)).rejects.toMatchObject({ code: 'too-many-reprompts' });
  expect(call.prompts).toHaveLength(11);
});

it.each([
  ['a form without fields', "{ type: 'input', prompt: 'Hm', onResponse: () => ({ complete: 1 }) }"],
  ['a prompt without words', "{ type: 'approval', prompt: '', onResponse: () => ({ complete: 1 }) }"],
  [
    'a choice without options',
    "{ type: 'input', prompt: 'Hm', inputSchema: { type: 'form', fields: [{ id: 'a', type: 'select', label: 'A' }] }, onResponse: () => ({ complete: 1 }) }",
  ],
])('%s is refused before anybody sees it', async (_what, request) => {
  const call = aToolCall([{ action: 'approve' }]);
  await expect(run(`return ctx.requestInteraction(${request});`, call)).rejects.toMatchObject({ code: 'invalid-request' });
  expect(call.prompts).toEqual([]);
});

it('remembers approvals where the app keeps them', async () => {
  const body = `const before = await ctx.approvals.get('key'); await ctx.approvals.set('key', 'always');
    const after = await ctx.approvals.get('key'); await ctx.approvals.clearSession(); return { before, after };`;
  const call = aToolCall();
  expect(await run(body, call)).toEqual({ before: null, after: 'always' });
  expect(call.remembered.size).toBe(0);
});

it.each([
  ['a scope that does not exist', "ctx.approvals.set('key', 'forever')"],
  ['a key that is no text', 'ctx.approvals.get(5)'],
])('refuses %s', async (_what, code) => {
  await expect(run(`await ${code};`)).rejects.toMatchObject({ code: 'invalid-request' });
});

it('asks nobody for a handler whose call is over', async () => {
  const call = aToolCall([{ action: 'approve' }]);
  const later = `void (async () => { await new Promise((resolve) => (go = resolve)); try { await ctx.requestInteraction({ type: 'approval', prompt: 'Sure?',
    onResponse: () => ({ complete: 1 }) }); } catch (error) { ctx.log('refused', error.code); } })(); return 1;`;
  expect(await run(`if (go) { go(); return 2; } ${later}`, call, 'let go;')).toBe(1);
  expect(await folders.tool('asks').call({}, call)).toBe(2);
  await until(() => expect(folders.entry('asks')?.log).toContain('refused interaction-cancelled'));
  expect(call.prompts).toEqual([]);
});

it('calls of one tool run side by side, each with its own answers', async () => {
  const body = "return ctx.requestInteraction({ type: 'approval', prompt: 'Sure?', onResponse: ({ reason }) => ({ complete: reason }) });";
  const first = run(body, aToolCall([{ action: 'deny', reason: 'one' }]));
  await folders.prepare();
  const others = ['two', 'three'].map((reason) => folders.tool('asks').call({}, aToolCall([{ action: 'deny', reason }])));
  expect(await Promise.all([first, ...others])).toEqual(['one', 'two', 'three']);
});
