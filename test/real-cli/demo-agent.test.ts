import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { claudeHome } from '../../e2e/support/claude-home';
import { startScriptedApi, text, tool } from '../../e2e/support/scripted-api';
import { isJsonObject } from '../../src/shared/json-object';
import { demoRun, Run, toolFlags, usual } from '../demo-bench';
import { until } from '../until';
import { versions } from './support';

const name = 'mcp__signalbox__ask_user';
const input = { question: 'Which city?' };
type Call = Awaited<ReturnType<Run['message']>>;

const answers: readonly ((call: Call) => void)[] = [
  ({ gives }) => gives({ ok: true, answer: 'Paris' }),
  ({ gives }) => gives({ ok: false, code: 'invalid-request' }, { isError: true }),
  ({ error }) => error({ code: -32_602, message: 'no such tool' }),
  ({ refuse }) => refuse('The app is closing.'),
  ({ result }) => result({ content: [{ type: 'text', text: 'words' }], structuredContent: { ok: true } }),
];

const CallLine = z.looseObject({
  type: z.literal('assistant'),
  uuid: z.string(),
  message: z.object({ content: z.tuple([z.looseObject({ type: z.literal('tool_use'), id: z.string() })]) }),
});

/** An agent with its own home and project. */
interface Place {
  readonly configDir: string;
  readonly start: (...args: string[]) => Run;
}

/** What the app sees of the calls of its tool: each is answered in another way, and the last one is interrupted. */
async function recordCalls({ start }: Place): Promise<object> {
  const run = start();
  run.offer('ask_user');
  await run.control({ subtype: 'initialize' });
  const calls: unknown[] = [];
  const call = async () => {
    run.say('[[ask]]');
    const made = await run.message('tools/call');
    const block = run.lines.findLast(({ type }) => type === 'assistant')?.message?.content;
    const toolUseId = Array.isArray(block) ? block[0]?.id : undefined;
    expect(made.params).toEqual({
      name: 'ask_user',
      arguments: input,
      _meta: { 'claudecode/toolUseId': toolUseId, progressToken: made.id },
    });
    calls.push(made.id);
    return made;
  };
  for (const answer of answers) {
    answer(await call());
    await run.result();
  }
  await call();
  await run.control({ subtype: 'interrupt' });
  const { subtype, terminal_reason } = await run.result();
  const messages = run.lines.flatMap(({ request }) => (isJsonObject(request?.message) ? [request.message] : []));
  const init = run.lines.find((line) => line.subtype === 'init');
  return {
    calls,
    // 2.1.197 greets the server twice.
    methods: [...new Set(messages.map(({ method }) => method))].sort(),
    cancelled: messages.find(({ method }) => method === 'notifications/cancelled')?.params,
    servers: Array.isArray(init?.mcp_servers) ? init.mcp_servers.map(({ name: server, status }) => ({ server, status })) : null,
    tools: Array.isArray(init?.tools) ? init.tools.filter((one) => String(one).startsWith('mcp__')) : null,
    // Later versions add to the words of an interrupt, and leave out the code of an error.
    results: run.toolResults.map(({ content, is_error = false, text: words }) => [
      is_error,
      words ?? (typeof content === 'string' ? content.replace(/ Correction to the text above: .*|^MCP error -\d+: /s, '') : content),
    ]),
    end: [subtype, terminal_reason],
  };
}

/** The call that a run makes again after a kill, when a mark in its transcript has another input. */
async function recordRepeatedCall({ start, configDir }: Place): Promise<object> {
  const id = randomUUID();
  const first = start(`--session-id=${id}`);
  first.offer('ask_user');
  first.say('[[ask]]');
  const { params } = await first.message('tools/call');
  const projects = path.join(configDir, 'projects');
  const call = await until(() => {
    const file = path.join(projects, readdirSync(projects)[0] ?? expect.fail('no project'), `${id}.jsonl`);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const line = lines.flatMap((text) => CallLine.safeParse(JSON.parse(text)).data ?? [])[0] ?? expect.fail('not written yet');
    return { file, line };
  });
  await first.kill();
  const { message, ...line } = call.line;
  const attachment = {
    type: 'hook_deferred_tool',
    toolUseID: message.content[0].id,
    toolName: name,
    toolInput: { question: 'Another?' },
    hookName: 'settings',
    hookEvent: 'PreToolUse',
    permissionMode: 'default',
  };
  appendFileSync(call.file, `${JSON.stringify({ ...line, type: 'attachment', parentUuid: line.uuid, uuid: randomUUID(), attachment })}\n`);

  const second = start(`--resume=${id}`);
  second.offer('ask_user');
  await second.control({ subtype: 'initialize' });
  const again = await until(() => {
    const said = second.lines.find(({ request }) => isJsonObject(request?.message) && request.message.method === 'tools/call');
    return said ?? expect.fail('not called yet');
  });
  expect(isJsonObject(again.request?.message) && again.request.message.params).toEqual(params);
  return { arguments: params?.arguments };
}

async function inDemo<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  const scenario = path.join(folder, 'scenario.json');
  writeFileSync(scenario, JSON.stringify({ turns: [{ steps: [{ tool: { name, input } }, { text: 'Thanks.' }] }] }));
  const { start, end } = runs((args) => demoRun({ folder, home: folder, scenario, args }));
  try {
    return await use({ start, configDir: folder });
  } finally {
    await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inClaude<T>(command: string, use: (place: Place) => Promise<T>): Promise<T> {
  const api = await startScriptedApi({ plays: { ask: [tool(name, input), text('Thanks.')] } });
  const home = claudeHome({ apiUrl: api.url });
  const { start, end } = runs((args) => new Run({ command, args, cwd: home.project, env: home.env }));
  try {
    return await use({ start, configDir: home.configDir });
  } finally {
    await end();
    await api.close();
    await home.remove();
  }
}

function runs(create: (args: readonly string[]) => Run) {
  const started: Run[] = [];
  const start = (...args: string[]): Run => {
    const run = create([...usual, ...toolFlags, ...args]);
    started.push(run);
    return run;
  };
  return { start, end: () => Promise.all(started.map((run) => run.kill())) };
}

describe.each(versions)('the demo agent beside Claude %s', (_version, claude) => {
  it('calls a tool of the app with the same messages, and tells the same of the answers', async () => {
    expect(await inDemo(recordCalls)).toEqual(await inClaude(claude, recordCalls));
  });

  it('makes a marked call again as it was made first, whatever input the mark has', async () => {
    expect(await inDemo(recordRepeatedCall)).toEqual(await inClaude(claude, recordRepeatedCall));
  });
});
