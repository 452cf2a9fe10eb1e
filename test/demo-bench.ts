import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from './until';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: z.union([z.string(), z.array(z.unknown())]).optional(),
  is_error: z.boolean().optional(),
});
const JsonRpc = z.looseObject({
  method: z.string().optional(),
  id: z.number().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const Line = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  request_id: z.string().optional(),
  request: z
    .looseObject({
      subtype: z.string(),
      tool_name: z.string().optional(),
      tool_use_id: z.string().optional(),
      input: z.record(z.string(), z.unknown()).optional(),
      /** For an MCP server; an elicitation has its words here. */
      message: z.union([z.string(), JsonRpc]).optional(),
    })
    .optional(),
  response: z.looseObject({ request_id: z.string() }).optional(),
  message: z.looseObject({ content: z.union([z.string(), z.array(Block)]) }).optional(),
  event: z.looseObject({ type: z.string(), delta: z.looseObject({ text: z.string().optional() }).optional() }).optional(),
});
type Line = z.infer<typeof Line>;

type JsonRpc = z.infer<typeof JsonRpc>;

const agent = path.join(import.meta.dirname, '..', 'resources', 'demo', 'agent.mjs');
export const flags = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--permission-prompt-tool=stdio', '--verbose'];
export const usual = [
  ...flags,
  '--include-partial-messages',
  '--permission-mode',
  'default',
  '--settings',
  '{"useAutoModeDuringPlan":false}',
];

/** The flags with which the app offers its own tools. */
export const toolFlags = [
  `--mcp-config=${JSON.stringify({ mcpServers: { signalbox: { type: 'sdk', name: 'signalbox', timeout: 86_400_000, alwaysLoad: true } } })}`,
  '--allowedTools=mcp__signalbox__ask_user',
];

export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One process of the demo agent or of the CLI. Like our peer, it talks to it in lines. */
export class Run {
  readonly lines: Line[] = [];
  readonly junk: string[] = [];
  readonly exit: Promise<number | NodeJS.Signals | null>;
  stderr = '';
  readonly #child: ChildProcessWithoutNullStreams;
  #read = 0;
  /** The tools that the app's server offers; null if it does not answer. */
  #offered: readonly string[] | null = null;

  constructor({ command, args, cwd, env }: RunOptions) {
    this.#child = spawn(command, args, { cwd, env });
    let rest = '';
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#take(part);
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#child.stdin.on('error', () => {});
    this.exit = new Promise((resolve) => this.#child.on('close', (code, signal) => resolve(code ?? signal)));
  }

  #take(text: string): void {
    let line: Line;
    try {
      line = Line.parse(JSON.parse(text));
    } catch {
      this.junk.push(text);
      return;
    }
    this.lines.push(line);
    if (this.#offered) this.#serve(line, this.#offered);
  }

  /** Answers as the app's server does. A call of a tool is left to the test. */
  #serve(line: Line, tools: readonly string[]): void {
    const message = messageOf(line);
    if (!message || message.method === 'tools/call') return;
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'signalbox', version: '1' },
      },
      'tools/list': { tools: tools.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) },
    };
    this.#respond(line.request_id, { mcp_response: { jsonrpc: '2.0', id: message.id, result: results[message.method ?? ''] ?? {} } });
  }

  /** Serves the app's own tools from now on. */
  offer(...tools: string[]): void {
    this.#offered = tools;
  }

  #respond(request_id: string | undefined, response: object): void {
    this.send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  write(text: string | Uint8Array): void {
    this.#child.stdin.write(text);
  }

  send(line: object): void {
    this.write(`${JSON.stringify(line)}\n`);
  }

  say(content: string, uuid: string = randomUUID()): void {
    this.send({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '', uuid });
  }

  /** Waits for the next unread line that matches. */
  async next(holds: (line: Line) => boolean): Promise<Line> {
    const line = await until(() => {
      const index = this.lines.findIndex((each, at) => at >= this.#read && holds(each));
      if (index < 0) throw new Error(`not printed yet; stderr: ${this.stderr}`);
      this.#read = index + 1;
      return this.lines[index];
    });
    return line ?? expect.fail('no line');
  }

  result = () => this.next(({ type }) => type === 'result');

  /** Waits for the next permission request, and returns it with a function that answers it. */
  async ask() {
    const { request, request_id } = await this.next((line) => line.request?.subtype === 'can_use_tool');
    if (!request?.input) return expect.fail('an ask without an input');
    const answer = (response: object) => this.#respond(request_id, response);
    return {
      ...request,
      input: request.input,
      request_id,
      allow: (changes: object = {}, more: object = {}) =>
        answer({ behavior: 'allow', updatedInput: { ...request.input, ...changes }, ...more }),
      deny: (message: string, more: object = {}) => answer({ behavior: 'deny', message, ...more }),
      answer,
    };
  }

  /** Waits for the next message of this method for an MCP server of the app. Returns it with functions that answer it. */
  async message(method: string) {
    const line = await this.next((each) => messageOf(each)?.method === method);
    const { id, params } = messageOf(line) ?? expect.fail('no message');
    const answer = (outcome: object) => this.#respond(line.request_id, { mcp_response: { jsonrpc: '2.0', id, ...outcome } });
    return {
      id,
      params,
      result: (result: object) => answer({ result }),
      /** Gives a tool's result as the app's server does. */
      gives: (value: unknown, more: object = {}) =>
        answer({ result: { content: [{ type: 'text', text: JSON.stringify(value) }], ...more } }),
      error: (error: object) => answer({ error }),
      refuse: (error: string) =>
        this.send({ type: 'control_response', response: { subtype: 'error', request_id: line.request_id, error } }),
    };
  }

  /** Waits for a request on behalf of an MCP server of the person's. Returns it with a function that answers it. */
  async elicitation() {
    const { request, request_id } = await this.next((line) => line.request?.subtype === 'elicitation');
    return { request, request_id, answer: (response: object) => this.#respond(request_id, response) };
  }

  async control(request: object): Promise<NonNullable<Line['response']>> {
    const request_id = randomUUID();
    this.send({ type: 'control_request', request_id, request });
    const { response } = await this.next((line) => line.type === 'control_response' && line.response?.request_id === request_id);
    return response ?? expect.fail('an empty response');
  }

  stopReading(): void {
    this.#child.stdout.pause();
  }

  readOn(): void {
    this.#child.stdout.resume();
  }

  /** Resolves when the process exits, even if some of its output is unread. */
  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exit;
  }

  get toolResults() {
    return this.lines.flatMap(({ type, message }) => (type === 'user' && Array.isArray(message?.content) ? message.content : []));
  }

  get streamed(): string {
    return this.lines.map(({ event }) => event?.delta?.text ?? '').join('');
  }
}

/** A run of the demo agent. */
export function demoRun({ folder, home, scenario, args, env = {} }: DemoOptions): Run {
  return new Run({
    command: process.execPath,
    args: [agent, ...args],
    cwd: folder,
    env: {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      CLAUDE_CONFIG_DIR: home,
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      SIGNALBOX_DEMO_SCENARIO: scenario,
      SIGNALBOX_DEMO_SPEED: '0',
      ...env,
    },
  });
}

interface DemoOptions {
  readonly folder: string;
  readonly home: string;
  readonly scenario: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const messageOf = ({ request }: Line): JsonRpc | null =>
  request?.subtype === 'mcp_message' && typeof request.message === 'object' ? request.message : null;

/** A folder to work in, a home for transcripts, and the runs that use them. Each test has its own. */
export class Bench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'demo-folder-'));
  /** For the runs that are started later. */
  readonly env: Record<string, string> = {};
  readonly #home = mkdtempSync(path.join(tmpdir(), 'demo-home-'));
  readonly #runs: Run[] = [];

  start(scenario: string, ...args: string[]): Run {
    return this.startBare(scenario, ...usual, ...args);
  }

  /** Starts a run to which the app offers tools. */
  startWithTools(scenario: string, ...args: string[]): Run {
    const run = this.start(scenario, ...toolFlags, ...args);
    run.offer('ask_user');
    return run;
  }

  startBare(scenario: string, ...args: string[]): Run {
    const run = demoRun({ folder: this.folder, home: this.#home, scenario, args, env: this.env });
    this.#runs.push(run);
    return run;
  }

  in(name: string): string {
    return path.join(this.folder, name);
  }

  get made(): string[] {
    return readdirSync(this.folder).sort();
  }

  transcriptFile(id: string): string {
    const projects = path.join(this.#home, 'projects');
    return path.join(projects, readdirSync(projects)[0] ?? expect.fail('no project'), `${id}.jsonl`);
  }

  transcript(id: string) {
    const lines = readFileSync(this.transcriptFile(id), 'utf8').trimEnd().split('\n');
    return lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  }

  /** Marks a call of a run that died, so that the next run makes it again. */
  markDeferred(id: string, call: { toolUseID: unknown; toolName: string; toolInput: unknown }): void {
    const attachment = { type: 'hook_deferred_tool', ...call };
    appendFileSync(this.transcriptFile(id), `${JSON.stringify({ type: 'attachment', uuid: randomUUID(), attachment })}\n`);
  }

  async killedWhileAsking() {
    const id = randomUUID();
    const run = this.start('asks', '--session-id', id);
    run.say('ask Bash touch x.txt');
    const call = await run.ask();
    await run.kill();
    return { id, call };
  }

  async clear(): Promise<void> {
    for (const run of this.#runs) await run.kill();
    for (const made of [this.folder, this.#home]) rmSync(made, { recursive: true, force: true });
  }
}

export const it = test.extend<{ bench: Bench }>({
  bench: async ({ task: _ }, use) => {
    const bench = new Bench();
    await use(bench);
    await bench.clear();
  },
});
