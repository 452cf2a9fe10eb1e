import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Note, TranscriptItem } from '../../../shared/transcript';
import type { CliMessage } from '../wire/fields';
import { readMessage } from '../wire/messages';
import { TranscriptBuilder } from './builder';

const recorded = path.resolve(import.meta.dirname, '../../../../test/recorded/2.1.197');

interface Recorded {
  readonly dir: '<' | '>';
  readonly m: CliMessage & { readonly uuid: string; readonly message: { readonly content: string } };
}

function addTo(builder: TranscriptBuilder, message: CliMessage): ReturnType<TranscriptBuilder['add']> {
  const event = readMessage(message);
  return event ? builder.add(event) : [];
}

/** A transcript as a window holds it: the newest version of each index. */
class Reader {
  readonly items: TranscriptItem[] = [];
  readonly full = new Map<number, TranscriptItem>();
  readonly builder: TranscriptBuilder;

  constructor(builder = new TranscriptBuilder({ now: () => 1_000 })) {
    this.builder = builder;
  }

  take(changes: ReturnType<TranscriptBuilder['add']>): this {
    for (const { item, full } of changes) {
      expect(item.index).toBeLessThanOrEqual(this.items.length);
      this.items[item.index] = TranscriptItem.parse(item);
      if (full) this.full.set(item.index, TranscriptItem.parse(full));
    }
    return this;
  }

  add(...messages: CliMessage[]): this {
    for (const message of messages) this.take(addTo(this.builder, message));
    return this;
  }

  get told(): unknown[] {
    return this.items.map(tell);
  }
}

/** One short line per item, so that a whole transcript can be compared at once. */
function tell(item: TranscriptItem): unknown {
  switch (item.kind) {
    case 'user':
      return ['user', item.text];
    case 'text':
    case 'thinking':
      return [item.kind, item.text, item.state];
    case 'tool':
      return ['tool', item.name, item.status];
    case 'result':
      return ['result', item.outcome, item.reason];
    case 'note':
      return ['note', tellNote(item.note)];
    case 'discarded':
      return ['discarded'];
  }
}

const tellNote = (note: Note): unknown => ('text' in note ? [note.what, note.text] : note.what);

function replay(name: string): Reader {
  const reader = new Reader();
  for (const line of readFileSync(path.join(recorded, `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')) {
    const { dir, m }: Recorded = JSON.parse(line);
    if (dir === '<') reader.add(m);
    else if (m.type === 'user') {
      const text = typeof m.message.content === 'string' ? m.message.content : 'look at this';
      reader.take(reader.builder.addUserMessage({ uuid: m.uuid, text, images: [], state: 'sent' }));
    }
  }
  return reader;
}

const itemOf = <K extends TranscriptItem['kind']>(reader: Reader, kind: K, nth = 0): Extract<TranscriptItem, { kind: K }> => {
  const found = reader.items.filter((item): item is Extract<TranscriptItem, { kind: K }> => item.kind === kind)[nth];
  if (!found) throw new Error(`no ${kind}`);
  return found;
};

const delta = (text: string, index = 0): CliMessage => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
});
const start = (id: string): CliMessage => ({ type: 'stream_event', event: { type: 'message_start', message: { id } } });
const assistant = (id: string, ...content: object[]): CliMessage => ({ type: 'assistant', message: { id, content } });
const toolUse = (id: string, input: object = {}, name = 'Bash') => assistant('m', { type: 'tool_use', id, name, input });
const toolResult = (id: string, content: unknown, rest: object = {}): CliMessage => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ...rest,
});

describe('what the real CLI sends becomes', () => {
  it('thinking, text and the end of each turn', () => {
    const reader = replay('text');
    expect(reader.told).toEqual([
      ['user', '[[t]] say hello'],
      ['thinking', 'The person wants a greeting, so I greet.', 'done'],
      ['text', 'Hello there. This answer is **streamed** in pieces.', 'done'],
      ['result', 'done', 'completed'],
      ['user', 'again, shortly'],
      ['text', 'done', 'done'],
      ['result', 'done', 'completed'],
    ]);
    const { costUsd, totalCostUsd, tokens, modelTurns } = itemOf(reader, 'result', 1);
    expect({ costUsd, totalCostUsd, tokens, modelTurns }).toEqual({
      costUsd: expect.closeTo(0.00033, 8),
      totalCostUsd: expect.closeTo(0.00066, 8),
      tokens: { input: 10, output: 20, cacheRead: 0, cacheWrite: 0 },
      modelTurns: 1,
    });
  });

  it('a tool call with its result', () => {
    const reader = replay('bash-allowed');
    expect(reader.told).toEqual([
      ['user', '[[b]] please create hello.txt'],
      ['text', 'I will create the file.', 'done'],
      ['tool', 'Bash', 'ok'],
      ['text', 'The file is there.', 'done'],
      ['result', 'done', 'completed'],
    ]);
    expect(itemOf(reader, 'tool')).toMatchObject({
      key: 'tool:toolu_0002_1',
      input: { command: 'touch hello.txt && echo made' },
      result: { text: 'made' },
    });
  });

  it('a refused call, with the reason that was given', () => {
    const reader = replay('bash-denied');
    expect(itemOf(reader, 'tool')).toMatchObject({ status: 'denied', result: { text: 'Keep the build folder.' } });
  });

  it('edits with their patch, a new file as one whole addition', () => {
    const reader = replay('edit');
    expect([1, 2].map((nth) => itemOf(reader, 'tool', nth).result?.outcome)).toEqual([
      {
        what: 'patch',
        path: '/home/person/project/notes.txt',
        created: false,
        hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' one', '-two', '+second', ' three'] }],
      },
      {
        what: 'patch',
        path: '/home/person/project/fresh.txt',
        created: true,
        hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+fresh'] }],
      },
    ]);
  });

  it('questions with their answers', () => {
    expect(itemOf(replay('question'), 'tool').result?.outcome).toEqual({
      what: 'answers',
      answers: { 'Which colour?': 'Blue', 'Which fruits?': ['Apple', 'Fig'] },
    });
  });

  it('a picture whose data is only in the full item', () => {
    const reader = replay('images');
    const { index, truncated, result } = itemOf(reader, 'tool');
    expect({ truncated, images: result?.images }).toEqual({ truncated: true, images: [{ mediaType: 'image/png', data: null }] });
    expect(reader.full.get(index)).toMatchObject({ result: { images: [{ data: expect.stringMatching(/^iVBOR/) }] }, truncated: false });
    expect(itemOf(reader, 'tool', 1)).toMatchObject({ status: 'error', result: { text: expect.stringMatching(/^Error: No such tool/) } });
  });

  it('an interruption: what was said stays, the call is interrupted and not refused', () => {
    expect(replay('interrupted-streaming').told.slice(1, 4)).toEqual([
      ['text', 'one two three four', 'done'],
      ['note', 'interrupted'],
      ['result', 'interrupted', 'aborted_streaming'],
    ]);
    const stopped = [
      ['tool', 'Bash', 'interrupted'],
      ['note', 'interrupted'],
      ['result', 'interrupted', 'aborted_tools'],
    ];
    expect(replay('interrupted-tool').told.slice(1)).toEqual(stopped);
    expect(replay('interrupted-ask').told.slice(1)).toEqual(stopped);
  });

  it('retries as one note, a cut stream discarded, an API failure said once', () => {
    const reader = replay('trouble');
    expect(reader.told).toEqual([
      ['user', 'OVERLOADED please'],
      ['note', 'retry'],
      ['text', 'Fine.', 'done'],
      ['result', 'done', 'completed'],
      ['user', 'CUT please'],
      ['discarded'],
      ['text', 'Fine.', 'done'],
      ['result', 'done', 'completed'],
      ['user', 'FORBIDDEN please'],
      ['note', ['api-error', 'Failed to authenticate. API Error: 403 forbidden']],
      ['result', 'failed', 'completed'],
    ]);
    expect(itemOf(reader, 'note').note).toMatchObject({ attempt: 2, max: 3, status: 529, error: 'overloaded', over: true });
    expect(itemOf(reader, 'note', 1).note).toMatchObject({ error: 'authentication_failed', status: 403 });
    expect(itemOf(reader, 'result', 2)).toMatchObject({ text: null, apiErrorStatus: 403 });
  });

  it('commands, compaction, mode, model and a cleared conversation', () => {
    expect(replay('commands').told).toEqual([
      ['user', 'hello'],
      ['text', 'Fine.', 'done'],
      ['result', 'done', 'completed'],
      ['note', 'mode'],
      ['note', ['output', 'Set model to opus (claude-opus-4-8)']],
      ['user', 'tell me more'],
      ['text', 'Fine.', 'done'],
      ['result', 'done', 'completed'],
      ['user', '/cost'],
      ['note', ['output', expect.stringMatching(/^Total cost:/)]],
      ['result', 'done', null],
      ['user', '/compact'],
      ['note', ['compaction', expect.stringMatching(/^This session is being continued/)]],
      ['note', ['output', expect.stringMatching(/^Compacted/)]],
      ['result', 'done', null],
      ['user', '/help'],
      ['note', ['output', "/help isn't available in this environment."]],
      ['result', 'done', null],
      ['user', '/clear'],
      ['note', 'cleared'],
      ['result', 'done', null],
      ['user', 'after clear'],
      ['text', 'Fine.', 'done'],
      ['result', 'done', 'completed'],
    ]);
  });

  it('a subagent under the call that started it, with what it cost', () => {
    const reader = replay('subagent');
    expect(itemOf(reader, 'tool')).toMatchObject({
      toolUseId: 'toolu_outer',
      progress: { text: 'Running Mark', toolUses: 1 },
      result: { outcome: { what: 'agent', tokens: 30, toolUses: 1 } },
    });
    expect(itemOf(reader, 'tool', 1)).toMatchObject({ parentToolUseId: 'toolu_outer', status: 'ok' });
  });

  it('a background command, and a note when it ends', () => {
    const reader = replay('background');
    expect(itemOf(reader, 'tool')).toMatchObject({ status: 'ok', result: { outcome: { what: 'background' } } });
    expect(itemOf(reader, 'note').note).toMatchObject({ what: 'task', toolUseId: 'toolu_0002_0', status: 'completed' });
  });

  it('a refusal nobody was asked about', () => {
    const reader = replay('dont-ask');
    expect(itemOf(reader, 'tool').status).toBe('denied');
    expect(itemOf(reader, 'note').note).toEqual({ what: 'refused', tool: 'Bash', toolUseId: 'toolu_0002_0', reason: 'mode' });
  });
});

describe('streamed text', () => {
  it('grows in place and is replaced by the complete line', () => {
    const reader = new Reader().add(start('m1'), delta('Hel'), delta('lo'));
    expect(reader.told).toEqual([['text', 'Hello', 'streaming']]);
    reader.add(assistant('m1', { type: 'text', text: 'Hello!' }), delta('later', 1));
    expect(reader.told).toEqual([
      ['text', 'Hello!', 'done'],
      ['text', 'later', 'streaming'],
    ]);
  });

  it('is discarded on a retry, and kept as cut off when the run ends', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 3, retry_delay_ms: 500, error_status: null };
    const reader = new Reader().add(start('m1'), delta('gone'), retry);
    expect(reader.told).toEqual([['discarded'], ['note', 'retry']]);
    expect(itemOf(reader, 'note').note).toMatchObject({ retryAtMs: 1_500, status: null, over: false });
    reader.add(start('m2'), delta('half')).take(reader.builder.endRun());
    expect(reader.told).toEqual([['discarded'], ['note', 'retry'], ['text', 'half', 'cut']]);
    expect(itemOf(reader, 'note').note).toMatchObject({ over: true });
  });
});

describe('what is ours', () => {
  it('is not repeated when the CLI replays it, which only confirms it', () => {
    const reader = new Reader();
    reader.take(reader.builder.addUserMessage({ uuid: 'u1', text: 'hello', images: [], state: 'queued' }));
    reader.take(reader.builder.addUserMessage({ uuid: 'u2', text: 'never mind', images: [], state: 'queued' }));
    reader.add({ type: 'user', uuid: 'u1', isReplay: true, message: { content: 'hello' } });
    reader.add({ type: 'command_lifecycle', command_uuid: 'u2', state: 'cancelled' });
    expect(reader.items).toMatchObject([
      { key: 'user:u1', state: 'sent' },
      { key: 'user:u2', state: 'withdrawn' },
    ]);
  });

  it('marks a refused call at once, before the CLI says anything', () => {
    const reader = new Reader().add(toolUse('t1'));
    const denial = { answer: 'deny', surface: 'dialog', at: 1, by: null, reason: 'no', note: null, edited: null } as const;
    reader.take(reader.builder.recordDecision('t1', denial));
    expect(itemOf(reader, 'tool').status).toBe('denied');
    reader.add({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true }] },
      tool_use_result: 'Error: no',
    });
    expect(itemOf(reader, 'tool').status).toBe('denied');
  });

  it('gives a call its result also from a later run', () => {
    const before = new Reader().add(toolUse('t1', { command: 'x'.repeat(9_000) }));
    before.take(before.builder.endRun());
    expect(itemOf(before, 'tool').status).toBe('interrupted');

    const after = new Reader(new TranscriptBuilder({ nextIndex: 1, recent: [...before.full.values()] }));
    after.items.push(...before.items);
    after.add(toolUse('t1'), toolResult('t1', 'made'));
    expect(after.told).toEqual([['tool', 'Bash', 'ok']]);
    expect(after.full.get(0)).toMatchObject({ input: { command: 'x'.repeat(9_000) }, result: { text: 'made' } });
  });
});

describe('big things', () => {
  it('are cut in the item and whole in the full one', () => {
    const reader = new Reader().add(toolUse('t1', { command: 'x'.repeat(50_000), also: 'y' }), toolResult('t1', '🙂'.repeat(20_000)));
    const item = itemOf(reader, 'tool');
    expect(item.truncated).toBe(true);
    expect(JSON.stringify(item).length).toBeLessThan(25_000);
    expect(item.result?.text).toBe('🙂'.repeat(8_000));
    expect(reader.full.get(0)).toMatchObject({
      truncated: false,
      input: { command: 'x'.repeat(50_000), also: 'y' },
      result: { text: '🙂'.repeat(20_000) },
    });
  });

  it('are cut in patches too, by lines', () => {
    const report = { type: 'create', filePath: '/f', structuredPatch: [], content: 'line\n'.repeat(50_000) };
    const reader = new Reader().add(toolUse('t1', {}, 'Write'), toolResult('t1', 'ok', { tool_use_result: report }));
    const { result, truncated } = itemOf(reader, 'tool');
    expect(truncated).toBe(true);
    expect(result?.outcome?.what === 'patch' && result.outcome.hunks[0]?.lines.length).toBeLessThan(7_000);
  });

  it('streamed without end stop growing, and come whole with the complete line', () => {
    const builder = new TranscriptBuilder();
    addTo(builder, start('m1'));
    const grown = Array.from({ length: 100 }, () => addTo(builder, delta('x'.repeat(10_000))).length);
    expect(grown.lastIndexOf(1)).toBe(50);
    const [change] = addTo(builder, assistant('m1', { type: 'text', text: 'x'.repeat(1_000_000) }));
    expect(change?.full?.kind === 'text' && change.full.text.length).toBe(1_000_000);
  });

  it('nested without end do no harm', () => {
    let bottomless: object = {};
    for (let depth = 0; depth < 20_000; depth++) bottomless = { inner: bottomless };
    const [change] = addTo(new TranscriptBuilder(), toolUse('t1', bottomless));
    expect(JSON.stringify(change?.item).length).toBeLessThan(1_000);
  });
});

it('ignores what it does not know and what it can not read', () => {
  const reader = new Reader().add(
    { type: 'from_the_future', anything: 1 },
    { type: 'system', subtype: 'from_the_future' },
    { type: 'stream_event', event: { type: 'ping' } },
    assistant('m1', { type: 'hologram' }),
    { type: 'assistant' },
    { type: 'assistant', message: { id: 'm', content: [{ type: 'text' }, { type: 'tool_use', id: 't', name: 'X', input: [] }] } },
    { type: 'user', message: null },
    { type: 'system' },
    { type: 'stream_event', event: null },
    delta('of no message'),
    toolResult('unheard-of', 'x'),
  );
  expect(reader.told).toEqual([]);
});

it('notes a rate limit when it changes', () => {
  const limit = (status: string) => ({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 7, rateLimitType: 'five_hour' } });
  const reader = new Reader().add(
    limit('allowed'),
    limit('allowed_warning'),
    limit('allowed_warning'),
    limit('rejected'),
    limit('allowed'),
  );
  expect(reader.items.map((item) => item.kind === 'note' && item.note)).toEqual(
    ['allowed_warning', 'rejected'].map((status) => ({
      what: 'rate-limit',
      status,
      limit: 'five_hour',
      resetsAtMs: 7_000,
      utilization: null,
    })),
  );
});

describe('the cost of a turn', () => {
  /** The end of a turn, as both versions measured report it: the turn's own usage, and all that the total counts. */
  const ended = (totalCostUsd: number, outputTokens: number, allOutputTokens: number, more: object = {}): CliMessage => ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 1,
    total_cost_usd: totalCostUsd,
    usage: { input_tokens: 10, output_tokens: outputTokens, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    modelUsage: { sonnet: model(totalCostUsd, 10, allOutputTokens) },
    ...more,
  });
  const model = (costUSD: number, inputTokens: number, outputTokens: number) => ({
    inputTokens,
    outputTokens,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    costUSD,
  });
  const costs = (reader: Reader) => reader.items.map((item) => item.kind === 'result' && item.costUsd);

  it('is what the total grew by', () => {
    expect(costs(new Reader().add(ended(1, 20, 20), ended(3, 20, 40)))).toEqual([1, 2]);
  });

  it('is the whole total where a resumed run counts from nothing', () => {
    const reader = new Reader().add(ended(1, 20, 20));
    reader.take(reader.builder.endRun());
    expect(costs(reader.add(ended(4, 80, 80), ended(5, 20, 100)))).toEqual([1, 4, 1]);
  });

  it('is unknown where a resumed run counts from nobody knows where, and known again from then on', () => {
    const reader = new Reader().add(ended(1, 20, 20));
    reader.take(reader.builder.endRun());
    // Either it continues an earlier total or a subagent worked: the line does not say which.
    expect(costs(reader.add(ended(3, 20, 60), ended(4, 20, 80)))).toEqual([1, null, 1]);
  });

  it('is unknown, too, when it was another life of the app that saw the last total', () => {
    const [change] = addTo(new TranscriptBuilder({ nextIndex: 7 }), ended(3, 20, 60));
    expect(change?.item).toMatchObject({ costUsd: null, totalCostUsd: 3 });
  });

  it('is what the CLI says it is, where it does', () => {
    const since = { model_usage_since_last_result: { sonnet: model(0.5, 10, 20), haiku: model(0.25, 1, 1) } };
    const reader = new Reader().add(ended(1, 20, 20));
    reader.take(reader.builder.endRun());
    expect(costs(reader.add(ended(3, 20, 60, since), ended(0.75, 20, 20, since)))).toEqual([1, 0.75, 0.75]);
  });

  it('is unknown where the CLI says nothing of it', () => {
    expect(costs(new Reader().add({ type: 'result', is_error: false }))).toEqual([null]);
  });
});

it('notes trouble of the CLI itself, and one sign-in as one note', () => {
  const signIn = (more: object) => ({ type: 'auth_status', isAuthenticating: true, output: [], ...more });
  const reader = new Reader().add(
    { type: 'system', subtype: 'session_writes_lost', error_code: 'ENOSPC', lost: ['transcript'] },
    signIn({ output: ['Open this'] }),
    signIn({ isAuthenticating: false, error: 'refused' }),
    signIn({}),
  );
  expect(reader.items.map((item) => item.kind === 'note' && item.note)).toEqual([
    { what: 'cli-trouble', trouble: { kind: 'writes-lost', code: 'ENOSPC', conversation: true } },
    { what: 'cli-trouble', trouble: { kind: 'sign-in', state: 'failed', text: 'refused' } },
    { what: 'cli-trouble', trouble: { kind: 'sign-in', state: 'running', text: '' } },
  ]);
});
