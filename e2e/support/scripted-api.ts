import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/**
 * A stand-in for the Messages API on loopback, so that the real CLI runs without a network and gets the replies that a test needs.
 * It keeps no conversations: a reply depends only on its request, so any number of sessions can share a server, even resumed and
 * forked ones. A [[name]] or [[name:arg]] in the person's text selects a play, and the number of assistant messages since then is
 * the step in it. In a test with several messages, tag each of them: after a failure or an interrupt, the CLI sends the earlier
 * message again with the next one, tag included.
 */
export interface Scenario {
  readonly plays?: Readonly<Record<string, readonly Step[]>>;
  /** Tried before the plays. The first match is used. */
  readonly rules?: readonly Rule[];
  /** For requests without a tag, and for those without tools (titles, summaries). */
  readonly fallback?: Reply;
}

/** A step that is a function gets the argument of the tag. */
export type Step = Reply | ((arg: string) => Reply);

interface Rule {
  readonly when: (request: SeenRequest) => boolean;
  readonly reply: Reply;
  /** How often it applies to one session; if missing, always. The CLI retries after most errors. */
  readonly times?: number;
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** A fault in the middle of a reply: it waits for `until`, or cuts the connection if there is nothing to wait for. */
interface Break {
  /** At 0 not even the headers have been sent. A reply that is not streamed can only fail at its beginning. */
  readonly afterChunks: number;
  readonly until: Promise<unknown> | null;
}

interface MessageReply {
  readonly kind: 'message';
  readonly blocks: readonly Block[];
  /** How many characters each streamed piece has. */
  readonly chunk: number;
  readonly delayMs: number;
  readonly break: Break | null;
}

interface ErrorReply {
  readonly kind: 'error';
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Reply = MessageReply | ErrorReply;

const message = (...blocks: Block[]): MessageReply => ({ kind: 'message', blocks, chunk: 24, delayMs: 0, break: null });

export const text = (words: string): MessageReply => message({ type: 'text', text: words });

export const thinking = (thoughts: string): MessageReply => message({ type: 'thinking', thinking: thoughts, signature: 'signature' });

export const tool = (name: string, input: Readonly<Record<string, unknown>>): MessageReply => message({ type: 'tool_use', name, input });

/** Joins the blocks of several replies into one. Pace and faults apply to the whole: slowly(together(…)). */
export const together = (...parts: MessageReply[]): MessageReply => message(...parts.flatMap(({ blocks }) => blocks));

export const slowly = (reply: MessageReply, { chunk = 4, delayMs = 20 } = {}): MessageReply => ({ ...reply, chunk, delayMs });

/** Pauses until the promise resolves. */
export const held = (until: Promise<unknown>, reply: MessageReply, afterChunks = 0): MessageReply => ({
  ...reply,
  break: { afterChunks, until },
});

/** Pauses until the other side gives up. */
export const hang = (reply = text(''), afterChunks = 0): MessageReply => held(new Promise(() => undefined), reply, afterChunks);

/** Cuts the connection. */
export const drop = (reply = text(''), afterChunks = 0): MessageReply => ({ ...reply, break: { afterChunks, until: null } });

export const apiError = (status: number, type: string, words: string, headers: Readonly<Record<string, string>> = {}): ErrorReply => ({
  kind: 'error',
  status,
  type,
  message: words,
  headers,
});

export interface SeenRequest {
  readonly headers: IncomingHttpHeaders;
  /** The CLI's session id; empty if the request has none. */
  readonly session: string;
  readonly model: string;
  readonly system: string;
  readonly streaming: boolean;
  readonly tools: readonly string[];
  readonly messages: readonly { readonly role: string; readonly text: string; readonly toolResults: readonly ToolResult[] }[];
  /** The last text of the newest user message that is not a reminder by the CLI. */
  readonly text: string;
  readonly toolResults: readonly ToolResult[];
  /** Null without a tag, and when the request has no tools. */
  readonly play: { readonly name: string; readonly arg: string; readonly step: number } | null;
  /** How it ended: 'aborted' when either side cut the connection. */
  readonly ended: Promise<'answered' | 'aborted'>;
}

interface ToolResult {
  readonly toolUseId: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ScriptedApi {
  readonly url: string;
  /** Every request for a message, oldest first. */
  readonly seen: readonly SeenRequest[];
  /** Resolves with the first request that matches, including earlier ones. Rejects if the server closes first. */
  waitForRequest(fits: (request: SeenRequest) => boolean): Promise<SeenRequest>;
  setScenario(scenario: Scenario): void;
  /** Refuses new connections and cuts the open ones. */
  refuseConnections(): Promise<void>;
  /** Listens on the same address again. */
  acceptConnections(): Promise<void>;
  close(): Promise<void>;
}

export async function startScriptedApi(scenario: Scenario = {}): Promise<ScriptedApi> {
  const seen: SeenRequest[] = [];
  const waiting = new Set<{ check: (request: SeenRequest) => void; fail: (error: Error) => void }>();
  const closed = new Error('The scripted API was closed before such a request came.');
  let isClosed = false;
  let chooser = chooserOf(scenario);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const raw = await readText(request);
    if (pathname === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: Math.ceil(raw.length / 4) });
    if (pathname !== '/v1/messages') return sendError(response, apiError(404, 'not_found_error', `Nothing is served at ${pathname}.`));
    const body = Body.safeParse(parseJson(raw));
    if (!body.success) return sendError(response, apiError(400, 'invalid_request_error', z.prettifyError(body.error)));

    const ended = new Promise<'answered' | 'aborted'>((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'answered' : 'aborted'));
    });
    const seenRequest = { ...readBody(body.data, request.headers), ended };
    seen.push(seenRequest);
    for (const { check } of [...waiting]) check(seenRequest);
    const reply = chooser(seenRequest);
    if (reply.kind === 'error') return sendError(response, reply);
    await sendMessage(response, reply, seenRequest);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      // If a scenario throws, the CLI gets an error that it does not retry. Any other failure means that the other side hung up.
      if (!response.headersSent && !response.destroyed) sendError(response, apiError(400, 'invalid_request_error', String(error)));
    });
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted API has no port.');
  const { port } = address;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    waitForRequest(fits) {
      const already = seen.find(fits);
      if (already) return Promise.resolve(already);
      if (isClosed) return Promise.reject(closed);
      return new Promise((resolve, reject) => {
        const waiter = {
          check(request: SeenRequest) {
            if (!fits(request)) return;
            waiting.delete(waiter);
            resolve(request);
          },
          fail: reject,
        };
        waiting.add(waiter);
      });
    },
    setScenario(next) {
      chooser = chooserOf(next);
    },
    refuseConnections: stopListening,
    acceptConnections: () => listen(port),
    async close() {
      isClosed = true;
      await stopListening();
      for (const { fail } of waiting) fail(closed);
      waiting.clear();
    },
  };
}

function chooserOf({ plays = {}, rules = [], fallback = text('ok') }: Scenario): (request: SeenRequest) => Reply {
  const used = new Map<string, number>();
  return (request) => {
    for (const [index, { when, times = Number.POSITIVE_INFINITY, reply }] of rules.entries()) {
      const key = `${index} ${request.session}`;
      const before = used.get(key) ?? 0;
      if (before >= times || !when(request)) continue;
      used.set(key, before + 1);
      return reply;
    }
    if (!request.play) return fallback;
    const { name, arg, step } = request.play;
    const steps = plays[name];
    if (!steps) return apiError(400, 'invalid_request_error', `The scenario has no play "${name}".`);
    const reply = steps[step] ?? text('Done.');
    return typeof reply === 'function' ? reply(arg) : reply;
  };
}

const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);
const Body = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  system: Content.default(''),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })),
});
const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const ToolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: Content.default(''),
  is_error: z.boolean().default(false),
});

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

function textsIn(content: z.infer<typeof Content>): string[] {
  if (typeof content === 'string') return [content];
  return content.map((block) => TextBlock.safeParse(block).data?.text).filter((words) => words !== undefined);
}

function toolResultsIn(content: z.infer<typeof Content>): ToolResult[] {
  if (typeof content === 'string') return [];
  return content
    .map((block) => ToolResultBlock.safeParse(block).data)
    .filter((block) => block !== undefined)
    .map((block) => ({ toolUseId: block.tool_use_id, text: textsIn(block.content).join('\n'), isError: block.is_error }));
}

function readBody(body: z.infer<typeof Body>, headers: IncomingHttpHeaders): Omit<SeenRequest, 'ended'> {
  const newest = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const messages = body.messages.map(({ role, content }) => ({
    role,
    text: textsIn(content).join('\n'),
    toolResults: toolResultsIn(content),
  }));
  return {
    headers,
    session: headers['x-claude-code-session-id']?.toString() ?? '',
    model: body.model,
    system: textsIn(body.system).join('\n'),
    streaming: body.stream,
    tools: body.tools.map(({ name }) => name),
    messages,
    text: textsIn(newest).findLast((words) => !words.startsWith('<system-reminder>')) ?? '',
    toolResults: toolResultsIn(newest),
    play: body.tools.length > 0 ? playIn(messages) : null,
  };
}

function playIn(messages: SeenRequest['messages']): SeenRequest['play'] {
  const tag = /\[\[([\w-]+)(?::([^\]]*))?\]\]/g;
  for (const [index, { role, text: words }] of [...messages.entries()].reverse()) {
    const found = role === 'user' ? [...words.matchAll(tag)].at(-1) : undefined;
    if (!found) continue;
    const step = messages.slice(index + 1).filter((later) => later.role === 'assistant').length;
    return { name: found[1] ?? '', arg: found[2] ?? '', step };
  }
  return null;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, { status, type, message: words, headers }: ErrorReply): void {
  sendJson(response, status, { type: 'error', error: { type, message: words } }, headers);
}

async function sendMessage(response: ServerResponse, reply: MessageReply, { model, streaming, ended }: SeenRequest): Promise<void> {
  const hungUp = ended.then(() => Promise.reject(new Error('The other side hung up.')));
  // It may also reject after a complete reply, when nobody awaits it any more.
  hungUp.catch(() => undefined);
  const unlessHungUp = (work: Promise<unknown>): Promise<unknown> => Promise.race([work, hungUp]);
  let chunks = 0;
  const meetBreak = async (): Promise<void> => {
    if (reply.break?.afterChunks !== chunks) return;
    if (reply.break.until === null) response.destroy();
    await unlessHungUp(reply.break.until ?? hungUp);
  };

  await meetBreak();
  const whole = wholeMessage(reply, model);
  if (!streaming) return sendJson(response, 200, whole);
  const events = [...streamOf(whole, reply.chunk)];
  const pieces = events.filter(({ type }) => type === 'content_block_delta').length;
  if (reply.break && reply.break.afterChunks > pieces)
    throw new Error(`The reply should break after ${reply.break.afterChunks} pieces and has ${pieces}.`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of events) {
    // Waits until each piece is sent before it makes the next one, so everything before a cut has been sent.
    await unlessHungUp(new Promise((resolve) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`, resolve)));
    if (event.type !== 'content_block_delta') continue;
    chunks += 1;
    await meetBreak();
    if (reply.delayMs > 0) await unlessHungUp(sleep(reply.delayMs));
  }
  response.end();
}

type WholeMessage = ReturnType<typeof wholeMessage>;

/** Ids are always new, because a resumed conversation may contain those of another server. */
const newId = (kind: 'msg' | 'toolu'): string => `${kind}_${randomUUID().replaceAll('-', '')}`;

const usage = { input_tokens: 10, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function wholeMessage({ blocks }: MessageReply, model: string) {
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: blocks.map((block) => (block.type === 'tool_use' ? { ...block, id: newId('toolu') } : block)),
    stop_reason: blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  };
}

function* streamOf(whole: WholeMessage, chunk: number) {
  yield { type: 'message_start', message: { ...whole, content: [], stop_reason: null } };
  for (const [index, block] of whole.content.entries()) {
    const { start, deltas } = piecesOf(block, chunk);
    yield { type: 'content_block_start', index, content_block: start };
    for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield { type: 'message_delta', delta: { stop_reason: whole.stop_reason, stop_sequence: null }, usage };
  yield { type: 'message_stop' };
}

function piecesOf(block: WholeMessage['content'][number], chunk: number) {
  const cut = (words: string): string[] => words.match(new RegExp(`.{1,${chunk}}`, 'gsu')) ?? [''];
  switch (block.type) {
    case 'text':
      return { start: { ...block, text: '' }, deltas: cut(block.text).map((piece) => ({ type: 'text_delta', text: piece })) };
    case 'thinking': {
      const thoughts = cut(block.thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [...thoughts, { type: 'signature_delta', signature: block.signature }],
      };
    }
    case 'tool_use': {
      const pieces = cut(JSON.stringify(block.input));
      return { start: { ...block, input: {} }, deltas: pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })) };
    }
  }
}
