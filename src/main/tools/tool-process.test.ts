import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { aToolCall } from '../../../test/a-tool-call';
import { buildToolProcess } from '../../../test/built-tool-process';
import { ToolFolders, toolCode } from '../../../test/tool-folders';
import { until } from '../../../test/until';
import { AppError } from '../../shared/errors';
import { ToolError } from '../../tool-api/definition';
import { toolLimits } from './tool-process';

/** Short, because these tests wait for all of it. */
const limits = { loadMs: 5_000, stopMs: 1_500, prepareMs: 60_000 };
let entry: string;
let folders: ToolFolders;

beforeAll(async () => {
  entry = await buildToolProcess();
});
afterAll(() => rmSync(path.dirname(entry), { recursive: true, force: true }));
beforeEach(() => {
  folders = new ToolFolders(entry, { limits });
});
afterEach(() => folders.close());

/** Loads a tool with this handler, beside another that works. */
async function load(body: string, before = ''): Promise<void> {
  folders.write('bad', toolCode('bad', body, before));
  folders.write('good', toolCode('good', 'return "good";'));
  await folders.prepare();
}
const call = (name = 'bad', args = {}, one = aToolCall()): Promise<unknown> => folders.tool(name).call(args, one);
const failure = (promise: Promise<unknown>): Promise<{ code: unknown; message: string }> =>
  promise.then(
    (value) => expect.fail(`It returned ${JSON.stringify(value)}`),
    (error: unknown) => {
      if (error instanceof AppError || error instanceof ToolError) return { code: error.code, message: error.message };
      throw error;
    },
  );
const isGone = (pid: unknown): boolean => {
  try {
    return !process.kill(Number(pid), 0);
  } catch {
    return true;
  }
};

it('a tool that hangs while it is loaded is ended after ten seconds, and the others are there meanwhile', async () => {
  expect(toolLimits).toMatchObject({ loadMs: 10_000, stopMs: 5_000 });
  folders.write('bad', toolCode('bad', '', 'for (;;);'));
  folders.write('good', toolCode('good', 'return "good";'));
  folders.tools.openAll();
  await folders.state('good', 'ready');
  expect(folders.entry('bad')?.state).toBe('loading');
  expect(await call('good')).toBe('good');
  expect(await folders.state('bad', 'failed')).toMatchObject({ error: 'It was not loaded within 5 seconds, so it was ended.' });
});

it('a tool that exits while it is loaded has failed', async () => {
  await load('', 'process.exit(3);');
  expect(folders.entry('bad')).toMatchObject({ state: 'failed', error: 'It exited with code 3.' });
  expect(folders.offered().map(({ name }) => name)).toEqual(['good']);
});

it('a tool that exits right after it was loaded has failed, whenever that is', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const [index, name] of names.entries()) folders.write(name, toolCode(name, '', `setTimeout(() => process.exit(3), ${index});`));
  await folders.prepare();
  for (const name of names) expect(await folders.state(name, 'failed')).toMatchObject({ error: 'It exited with code 3.' });
});

it('a call whose process exits is a tool error, and the next call starts the tool again', async () => {
  await load("if (args.text === 'exit') process.exit(7); return 'alive';");
  expect(await failure(call('bad', { text: 'exit' }))).toEqual({
    code: 'tool-failed',
    message: '“bad” stopped during the call. It exited with code 7.',
  });
  expect(folders.entry('bad')).toMatchObject({ state: 'failed', error: 'It exited with code 7.', log: ['It exited with code 7.'] });
  expect(await call('good')).toBe('good');
  expect(await call('bad')).toBe('alive');
  expect(folders.entry('bad')).toMatchObject({ state: 'ready', error: null });
});

it('a tool that keeps exiting is started again after longer and longer pauses, and at once after a change or a reload', async () => {
  await load("if (args.text !== 'stay') process.exit(1); return 'stayed';");
  const paused = /^“bad” failed several times. It can be called again in (\d+) s. It exited with code 1.$/;
  await failure(call());
  await failure(call());
  expect((await failure(call())).message).toMatch(paused);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const { message } = await failure(call());
    expect(paused.exec(message)?.[1]).toBe(String(seconds));
    folders.now += seconds * 1_000;
    expect((await failure(call())).message).toContain('stopped during the call');
  }
  folders.tools.reload(folders.entry('bad')?.id ?? expect.fail());
  await folders.state('bad', 'ready');
  expect(await call('bad', { text: 'stay' })).toBe('stayed');
});

it.each([
  ['an error thrown', "setTimeout(() => { throw new Error('Lost.'); }); return 1;"],
  ['a promise rejected', "setTimeout(() => void Promise.reject(new Error('Lost.'))); return 1;"],
])('%s outside of a call is told with its words', async (_what, body) => {
  await load(body);
  expect(await call()).toBe(1);
  const { error, log } = await folders.state('bad', 'failed');
  expect(error).toBe('It threw an error outside of a call: Lost.');
  expect(log.join('\n')).toContain('tool.ts:');
});

it('what a handler throws is the error that Claude gets, and its stack is in the log', async () => {
  await load(
    "if (args.text === 'expected') throw new ToolError('interaction-unavailable', 'Nobody is there.'); throw new Error('Broken.');",
  );
  expect(await failure(call())).toEqual({ code: 'tool-failed', message: 'Broken.' });
  expect(await failure(call('bad', { text: 'expected' }))).toEqual({ code: 'interaction-unavailable', message: 'Nobody is there.' });
  await until(() => expect(folders.entry('bad')?.log.join('\n')).toContain('Error: Broken.'));
  expect(folders.entry('bad')?.log.join('\n')).not.toContain('Nobody is there.');
  expect(folders.entry('bad')?.state).toBe('ready');
});

it.each([
  ['a function', 'return () => 1;', 'The tool returned a function, which is not JSON.'],
  ['a BigInt', 'return { n: 1n };', 'The tool returned something that is not JSON: Do not know how to serialize a BigInt'],
  ['itself', 'const a = {}; a.a = a; return a;', 'The tool returned something that is not JSON: Converting circular structure to JSON'],
  ['50 MB', "return 'x'.repeat(50_000_000);", 'The tool returned 50,000,002 characters of JSON, and Claude can take 1,000,000.'],
  ['what is nested too deep', "return JSON.parse('['.repeat(5000) + ']'.repeat(5000));", 'The tool returned JSON that is nested too deep.'],
])('returning %s is a tool error', async (_what, body, message) => {
  await load(body);
  expect(await failure(call())).toMatchObject({ code: 'tool-failed', message: expect.stringContaining(message) });
  expect(folders.entry('bad')?.state).toBe('ready');
});

it('a handler that returns nothing returns null', async () => {
  await load('');
  expect(await call()).toBeNull();
});

it('the log keeps the newest 200 lines, cut to 500 characters, whoever printed them', async () => {
  const body = "console.log('x'.repeat(10_000)); ctx.log('from %s', 'ctx', { a: 1 }); process.stdout.write('no end');";
  const error = "if (args.text) return console.error('\\u001b[31mred\\u001b[0m');";
  await load(`${error} for (let i = 0; i < 1_000; i += 1) console.log('line', i); ${body}`);
  await call();
  const lines = () => [...(folders.entry('bad')?.log ?? [])];
  await until(() => expect(lines().at(-1)).toBe('from ctx { a: 1 }'));
  await call('bad', { text: 'error' });
  await until(() => expect(lines().at(-1)).toBe('red'));
  expect(lines()).toHaveLength(200);
  expect(lines().find((line) => line.startsWith('xxx'))).toHaveLength(500);
});

it('a tool that prints without end is slowed down, and the app goes on', async () => {
  await load("for (;;) { process.stdout.write('y'.repeat(60_000) + '\\n'); await new Promise(setImmediate); }");
  const controller = new AbortController();
  const flooding = failure(call('bad', {}, aToolCall([], controller.signal)));
  await until(() => expect(folders.entry('bad')?.log.length).toBeGreaterThan(3));
  for (let i = 0; i < 20; i += 1) expect(await call('good')).toBe('good');
  controller.abort();
  expect((await flooding).message).toContain('went on for 1.5 seconds after its call was given up');
});

it.each([
  ['does not know', "process.send({ type: 'nonsense' });"],
  ['had already', "process.send({ type: 'started' });"],
  ['does not expect', "process.send({ type: 'result', call: 1, json: '1', more: true });"],
  ['can’t take', "process.send({ type: 'result', call: 1, json: 'x'.repeat(2_000_000) });"],
])('a process that sends a message that the app %s is ended', async (_what, send) => {
  await load(`${send} await new Promise(() => undefined);`);
  expect(await failure(call())).toMatchObject({ code: 'tool-failed' });
  expect(folders.entry('bad')).toMatchObject({
    state: 'failed',
    error: 'It sent a message that Signalbox does not understand, so it was ended.',
  });
});

it('a process that sends messages without end is ended', async () => {
  await load("for (;;) { process.send({ type: 'cancel-seen', call: 1 }); await new Promise(setImmediate); }");
  expect(await failure(call())).toMatchObject({ code: 'tool-failed' });
  expect(folders.entry('bad')?.error).toBe('It sent too many messages, so it was ended.');
});

it('a result that the author’s code made up is a tool error if it is not JSON', async () => {
  await load("process.send({ type: 'result', call: 1, json: '{' }); await new Promise(() => undefined);");
  await expect(call()).rejects.toThrow('JSON');
});

it('giving up a call aborts the signal of its handler', async () => {
  await load(
    "ctx.log('began'); await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)); return 'stopped: ' + ctx.signal.reason.code;",
  );
  const controller = new AbortController();
  const result = call('bad', {}, aToolCall([], controller.signal));
  await until(() => expect(folders.entry('bad')?.log).toContain('began'));
  controller.abort();
  expect(await result).toBe('stopped: interaction-cancelled');
});

it('a call that was given up before it began does not begin', async () => {
  await load("ctx.log('began'); return 1;");
  expect(await failure(call('bad', {}, aToolCall([], AbortSignal.abort())))).toMatchObject({ code: 'interaction-cancelled' });
  expect(await call()).toBe(1);
  await until(() => expect(folders.entry('bad')?.log).toEqual(['began']));
});

it('nothing waits for a handler that goes on after its call was given up, and its process serves other calls', async () => {
  await load("if (args.text === 'hang') { ctx.log('began'); await new Promise(() => undefined); } return process.pid;");
  const pid = await call();
  const controller = new AbortController();
  const result = failure(call('bad', { text: 'hang' }, aToolCall([], controller.signal)));
  await until(() => expect(folders.entry('bad')?.log).toContain('began'));
  controller.abort();
  expect(await result).toEqual({
    code: 'tool-failed',
    message: '“bad” went on for 1.5 seconds after its call was given up. Nothing waits for it any more.',
  });
  expect(await call()).toBe(pid);
});

it('a process that is blocked when a call is given up is ended, and started again by the next call', async () => {
  await load("if (args.text === 'block') { ctx.log('began'); for (;;); } return process.pid;");
  const pid = await call();
  const controller = new AbortController();
  const result = failure(call('bad', { text: 'block' }, aToolCall([], controller.signal)));
  await until(() => expect(folders.entry('bad')?.log).toContain('began'));
  controller.abort();
  await result;
  expect(await folders.state('bad', 'failed')).toMatchObject({ error: 'It did not react when a call was given up, so it was ended.' });
  expect(isGone(pid)).toBe(true);
  expect(await call()).not.toBe(pid);
});

it('a process that is busy with a call that is still wanted is left alone when another call is given up', async () => {
  const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);';
  await load(`ctx.log(args.text); if (args.text === 'busy') { await null; ${sleep} return 'done'; } await new Promise(() => undefined);`);
  const controller = new AbortController();
  const givenUp = failure(call('bad', { text: 'waits' }, aToolCall([], controller.signal)));
  await until(() => expect(folders.entry('bad')?.log).toContain('waits'));
  const busy = call('bad', { text: 'busy' });
  await until(() => expect(folders.entry('bad')?.log).toContain('busy'));
  controller.abort();
  expect((await givenUp).message).toContain('Nothing waits for it any more.');
  expect(await busy).toBe('done');
});

it('gives a tool the environment of the person, without variables of Electron, of ours and of Claude Code', async () => {
  const env = { PATH: '/bin', HOME: os.homedir(), LANG: 'C', ANTHROPIC_API_KEY: 'k', SIGNALBOX_USER_DATA: '/x', CLAUDE_CONFIG_DIR: '/y' };
  const some = new ToolFolders(entry, { env: { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings', GH_HOST: 'h' } });
  some.write('env', toolCode('env', 'return { env: process.env, cwd: process.cwd() };'));
  await some.prepare();
  expect(await some.tool('env').call({}, aToolCall())).toEqual({
    env: { PATH: '/bin', HOME: os.homedir(), LANG: 'C', GH_HOST: 'h' },
    cwd: some.folderOf('env'),
  });
  await some.close();
});

it('closing ends every process, also one that ignores the signal to end', async () => {
  await load('return process.pid;', "process.on('SIGTERM', () => undefined);");
  const pids = [await call('bad')];
  await folders.tools.close();
  expect(pids.map(isGone)).toEqual([true]);
});

it('a tool whose process can’t be started has failed', async () => {
  const some = new ToolFolders(path.join(os.tmpdir(), 'no-such-program.mjs'), { limits });
  some.write('bad', toolCode('bad', 'return 1;'));
  await some.prepare();
  expect(some.entry('bad')).toMatchObject({ state: 'failed', error: 'It exited with code 1.' });
  await some.close();
});
