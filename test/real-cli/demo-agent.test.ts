import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeHome } from '../../e2e/support/claude-home';
import { startScriptedApi, text, tool } from '../../e2e/support/scripted-api';
import { isJsonObject } from '../../src/shared/json-object';
import { demoRun, Run, toolFlags, usual } from '../demo-bench';
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

/** What the app sees of the calls of its tool: each is answered in another way, and the last one is interrupted. */
async function record(run: Run): Promise<object> {
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

async function recordDemo(): Promise<object> {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  const scenario = path.join(folder, 'scenario.json');
  writeFileSync(scenario, JSON.stringify({ turns: [{ steps: [{ tool: { name, input } }, { text: 'Thanks.' }] }] }));
  const run = demoRun({ folder, home: folder, scenario, args: [...usual, ...toolFlags] });
  try {
    return await record(run);
  } finally {
    await run.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each(versions)('the demo agent beside Claude %s', (_version, claude) => {
  it('calls a tool of the app with the same messages, and tells the same of the answers', async () => {
    const api = await startScriptedApi({ plays: { ask: [tool(name, input), text('Thanks.')] } });
    const home = claudeHome({ apiUrl: api.url });
    const run = new Run({ command: claude, args: [...usual, ...toolFlags], cwd: home.project, env: home.env });
    try {
      expect(await recordDemo()).toEqual(await record(run));
    } finally {
      await run.kill();
      await api.close();
      await home.remove();
    }
  });
});
