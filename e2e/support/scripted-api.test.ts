import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { presentClaudeVersions } from '../../scripts/claude-cli.mjs';
import { claudeHome } from './claude-home';
import {
  apiError,
  drop,
  hang,
  held,
  type ScriptedApi,
  type SeenRequest,
  slowly,
  startScriptedApi,
  text,
  thinking,
  together,
  tool,
} from './scripted-api';

let api: ScriptedApi;
beforeEach(async () => {
  api = await startScriptedApi();
});
afterEach(() => api.close());

interface Asked {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly session?: string;
  readonly signal?: AbortSignal;
}

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

function post(messages: unknown, { stream = false, tools = [{ name: 'Bash' }], session = 's-1', signal }: Asked = {}): Promise<Response> {
  return fetch(`${api.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'x-claude-code-session-id': session },
    body: JSON.stringify({ model: 'sonnet', system: [{ type: 'text', text: 'Be brief.' }], tools, stream, messages }),
    ...(signal ? { signal } : {}),
  });
}

const Whole = z.object({ content: z.array(z.looseObject({})), stop_reason: z.string() });
const Refusal = z.object({ error: z.object({ type: z.string(), message: z.string() }) });

/** The blocks of a reply that is not streamed. */
const blocks = async (response: Promise<Response>) => Whole.parse(await (await response).json()).content;

function eventsOf(stream: string): unknown[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

describe('which reply is given', () => {
  it('follows the play that the newest tag names, a step for each assistant message since', async () => {
    api.setScenario({ plays: { touch: [(file) => tool('Bash', { command: `touch ${file}` }), text('Made it.')], other: [text('no')] } });
    const asked = user('[[other]] no, [[touch:a b.txt]] please');
    const call = { type: 'tool_use', id: expect.stringMatching(/^toolu_/), name: 'Bash', input: { command: 'touch a b.txt' } };
    const result = user([{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'fine' }] }]);

    expect(await blocks(post([user('[[other]]'), assistant('no'), asked]))).toEqual([call]);
    expect(await blocks(post([asked, assistant('…'), result]))).toEqual([{ type: 'text', text: 'Made it.' }]);
    expect(await blocks(post([asked, assistant('…'), result, assistant('Made it.'), user('thanks')]))).toEqual([
      { type: 'text', text: 'Done.' },
    ]);
  });

  it('never gives two tool calls the same id', async () => {
    api.setScenario({ plays: { twice: [together(tool('Bash', {}), tool('Bash', {}))] } });
    const calls = [...(await blocks(post([user('[[twice]]')]))), ...(await blocks(post([user('[[twice]]')])))];
    expect(new Set(calls.map(({ id }) => id)).size).toBe(4);
  });

  it('is the fallback without a tag, and without tools', async () => {
    api.setScenario({ plays: { touch: [tool('Bash', {})] }, fallback: text('nothing to do') });
    expect(await blocks(post([user('hello')]))).toEqual([{ type: 'text', text: 'nothing to do' }]);
    expect(await blocks(post([user('a title for [[touch]]')], { tools: [] }))).toEqual([{ type: 'text', text: 'nothing to do' }]);
  });

  it('is a plain error for a play that does not exist and for a scenario that throws', async () => {
    const explode = () => {
      throw new Error('no such file');
    };
    api.setScenario({ plays: { broken: [explode] } });
    const answers = await Promise.all([post([user('[[tuoch]]')]), post([user('[[broken]]')])]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const [unknown, broken] = await Promise.all(answers.map(async (answer) => Refusal.parse(await answer.json()).error.message));
    expect(unknown).toBe('The scenario has no play "tuoch".');
    expect(broken).toBe('Error: no such file');
  });

  it('is a rule’s first, as often as it says for each session', async () => {
    const busy = apiError(529, 'overloaded_error', 'Overloaded', { 'retry-after': '7' });
    api.setScenario({ plays: { go: [text('went')] }, rules: [{ when: ({ play }) => play?.name === 'go', reply: busy, times: 1 }] });
    const first = await post([user('[[go]]')]);
    expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
      529,
      '7',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ]);
    expect((await post([user('[[go]]')])).status).toBe(200);
    expect((await post([user('[[go]]')], { session: 's-2' })).status).toBe(529);
  });
});

describe('how a reply is sent', () => {
  it('streams thinking, text and a tool call in pieces that add up', async () => {
    const reply = together(thinking('hm'), text('naïve 🙂!'), tool('Read', { file_path: 'a' }));
    api.setScenario({ fallback: slowly(reply, { chunk: 7, delayMs: 1 }) });
    const [start, ...events] = eventsOf(await (await post([user('go')], { stream: true })).text());
    expect(start).toMatchObject({ type: 'message_start', message: { role: 'assistant', model: 'sonnet', content: [], stop_reason: null } });
    const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece });
    expect(events).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'signature_delta', signature: 'signature' }),
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      delta(1, { type: 'text_delta', text: 'naïve 🙂' }),
      delta(1, { type: 'text_delta', text: '!' }),
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: expect.any(String), name: 'Read', input: {} } },
      delta(2, { type: 'input_json_delta', partial_json: '{"file_' }),
      delta(2, { type: 'input_json_delta', partial_json: 'path":"' }),
      delta(2, { type: 'input_json_delta', partial_json: 'a"}' }),
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: expect.any(Object) },
      { type: 'message_stop' },
    ]);
  });

  it('holds until it is told to go on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.setScenario({ fallback: held(promise, text('at last')) });
    const answer = blocks(post([user('go')]));
    const { ended } = await api.waitForRequest(() => true);
    expect(await Promise.race([ended, Promise.resolve('open')])).toBe('open');
    resolve();
    expect(await answer).toEqual([{ type: 'text', text: 'at last' }]);
    expect(await ended).toBe('answered');
  });

  it('hangs in the middle until the other side gives up', async () => {
    api.setScenario({ fallback: hang(slowly(text('one two three'), { chunk: 4, delayMs: 0 }), 2) });
    const leaving = new AbortController();
    const answer = await post([user('go')], { stream: true, signal: leaving.signal });
    let received = '';
    const reading = (async () => {
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        received += piece;
        if (received.includes('two ')) leaving.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(received).not.toContain('thre');
    expect(await api.seen[0]?.ended).toBe('aborted');
  });

  it('says so when a reply is too short for its break', async () => {
    api.setScenario({ fallback: hang(text('short'), 2) });
    const answer = await post([user('go')], { stream: true });
    expect(Refusal.parse(await answer.json()).error.message).toBe('Error: The reply should break after 2 pieces and has 1.');
  });

  it('cuts the connection before or in the middle of a reply', async () => {
    api.setScenario({ fallback: drop() });
    await expect(post([user('go')])).rejects.toThrow('fetch failed');
    api.setScenario({ fallback: drop(slowly(text('one two'), { chunk: 4, delayMs: 0 }), 1) });
    const cut = await post([user('go')], { stream: true });
    await expect(cut.text()).rejects.toThrow('terminated');
    // A reply that is not streamed has no middle.
    expect(await blocks(post([user('go')]))).toEqual([{ type: 'text', text: 'one two' }]);
  });

  it('refuses connections and accepts them again on the same address', async () => {
    await api.refuseConnections();
    await expect(post([user('go')])).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }));
    await api.acceptConnections();
    expect((await post([user('go')])).status).toBe(200);
  });

  it('answers what is not a request for a message without recording it', async () => {
    const counted = await fetch(`${api.url}/v1/messages/count_tokens`, { method: 'POST', body: '{"a":1}' });
    const elsewhere = await fetch(`${api.url}/api/hello`);
    const nonsense = await fetch(`${api.url}/v1/messages`, { method: 'POST', body: 'hello' });
    expect([await counted.json(), elsewhere.status, nonsense.status, api.seen]).toEqual([{ input_tokens: 2 }, 404, 400, []]);
  });
});

describe('what was asked', () => {
  it('is recorded in the words a test needs', async () => {
    const reminder = { type: 'text', text: '<system-reminder>be nice</system-reminder>' };
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'denied', is_error: true };
    await post([user('[[go:x]]'), assistant([{ type: 'text', text: 'I will' }]), user([result, { type: 'text', text: 'and?' }, reminder])]);
    const results = [{ toolUseId: 'toolu_1', text: 'denied', isError: true }];
    expect(api.seen).toEqual([
      {
        headers: expect.objectContaining({ 'x-claude-code-session-id': 's-1' }),
        session: 's-1',
        model: 'sonnet',
        system: 'Be brief.',
        streaming: false,
        tools: ['Bash'],
        messages: [
          { role: 'user', text: '[[go:x]]', toolResults: [] },
          { role: 'assistant', text: 'I will', toolResults: [] },
          { role: 'user', text: `and?\n${reminder.text}`, toolResults: results },
        ],
        text: 'and?',
        toolResults: results,
        play: { name: 'go', arg: 'x', step: 1 },
        ended: expect.any(Promise),
      },
    ]);
  });

  it('can be waited for, before and after it came', async () => {
    const second = ({ text: words }: SeenRequest) => words === 'second';
    const before = api.waitForRequest(second);
    await post([user('first')]);
    await post([user('second')]);
    expect(await before).toBe(api.seen[1]);
    expect(await api.waitForRequest(second)).toBe(api.seen[1]);
  });

  it('is no longer waited for once the server is closed', async () => {
    const never = api.waitForRequest(() => false);
    await Promise.all([expect(never).rejects.toThrow('closed before such a request came'), api.close()]);
    await expect(api.waitForRequest(() => false)).rejects.toThrow('closed before such a request came');
  });
});

const Line = z.looseObject({ type: z.string() });
const Init = z.looseObject({ type: z.literal('system'), subtype: z.literal('init'), session_id: z.string(), cwd: z.string() });
const Ask = z.looseObject({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.looseObject({ subtype: z.literal('can_use_tool'), tool_name: z.string(), input: z.looseObject({}) }),
});
const Result = z.looseObject({ type: z.literal('result'), is_error: z.boolean(), result: z.string() });

const flags = [
  ...['-p', '--input-format=stream-json', '--output-format=stream-json', '--permission-prompt-tool=stdio', '--verbose'],
  ...['--include-partial-messages', '--model', 'sonnet', '--permission-mode', 'default'],
];

describe.each(Object.entries(presentClaudeVersions()))('the real CLI %s', (_version, claude) => {
  it('asks to run what the play says, runs it when allowed, and tells the API', async () => {
    api.setScenario({
      plays: { touch: [(file) => together(text('I will make it.'), tool('Bash', { command: `touch ${file}` })), text('It is there.')] },
    });
    const { env, home, project, remove } = claudeHome({ apiUrl: api.url });
    const cli = spawn(claude, flags, { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = once(cli, 'exit');
    try {
      const say = (line: object) => cli.stdin.write(`${JSON.stringify(line)}\n`);
      say({ type: 'user', message: { role: 'user', content: '[[touch:hello.txt]]' }, parent_tool_use_id: null, session_id: '' });
      const asked: string[] = [];
      let init: z.infer<typeof Init> | undefined;
      let result: z.infer<typeof Result> | undefined;
      for await (const words of createInterface({ input: cli.stdout })) {
        const line = Line.parse(JSON.parse(words));
        init ??= Init.safeParse(line).data;
        const ask = Ask.safeParse(line).data;
        if (ask) {
          asked.push(ask.request.tool_name);
          const response = { behavior: 'allow', updatedInput: ask.request.input };
          say({ type: 'control_response', response: { subtype: 'success', request_id: ask.request_id, response } });
        }
        result ??= Result.safeParse(line).data;
        // Closing stdin tells a run that there is nothing more to do.
        if (result) cli.stdin.end();
      }
      expect(await exited).toEqual([0, null]);

      expect({ asked, cwd: init?.cwd, result }).toMatchObject({
        asked: ['Bash'],
        cwd: project,
        result: { is_error: false, result: 'It is there.' },
      });
      expect(existsSync(path.join(project, 'hello.txt'))).toBe(true);
      const played = api.seen.filter(({ play }) => play);
      expect(played.map(({ session, play }) => ({ session, play }))).toEqual([
        { session: init?.session_id, play: { name: 'touch', arg: 'hello.txt', step: 0 } },
        { session: init?.session_id, play: { name: 'touch', arg: 'hello.txt', step: 1 } },
      ]);
      expect(played[1]?.toolResults).toMatchObject([{ isError: false }]);
    } finally {
      cli.kill('SIGKILL');
      await exited;
      await remove();
    }
    expect(existsSync(home)).toBe(false);
  });
});
