import { beforeEach, describe, expect, it } from 'vitest';
import { memoryDesk } from '../../../test/memory-desk';
import { until } from '../../../test/until';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { SessionId } from '../../shared/ids';
import type { InteractionStep, Note, TranscriptChange, TranscriptItem } from '../../shared/transcript';
import type { ElicitationAnswer, ElicitationRequest, Elicited } from '../claude/elicitation';
import type { ClaudeEvent, TurnEnded } from '../claude/events';
import type { Incoming } from '../claude/incoming-requests';
import { TranscriptBuilder } from '../claude/transcript/builder';
import { Elicitations } from './elicitations';
import { isElicitation } from './to-elicitation-ask';

const details: Elicited = {
  mode: 'form',
  schema: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
  order: [],
};
const page: Elicited = { mode: 'url', url: 'https://example.com/go', id: 'el-1' };
const request = (wants: Elicited = details, more: Partial<ElicitationRequest> = {}): ElicitationRequest => ({
  server: 'my things',
  message: 'Your details?',
  title: null,
  description: null,
  wants,
  ...more,
});

/** One request of the CLI that waits for an answer. */
class FakeIncoming implements Incoming<ElicitationAnswer> {
  readonly requestId = 'r1';
  readonly abort = new AbortController();
  readonly answers: ElicitationAnswer[] = [];
  isBroken = false;

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  async reply(answer: ElicitationAnswer): Promise<void> {
    if (this.isBroken) throw new Error('broken');
    this.answers.push(answer);
  }
}

let desk: ReturnType<typeof memoryDesk>;
let builder: TranscriptBuilder;
let items: Map<number, TranscriptItem>;
let warnings: string[];
let elicitations: Elicitations;

const write = (change: (builder: TranscriptBuilder) => readonly TranscriptChange[]): readonly TranscriptChange[] => {
  const changes = change(builder);
  for (const { item } of changes) items.set(item.index, item);
  return changes;
};
/** What the run reports, as a session passes it on. */
const report = (event: ClaudeEvent): void => {
  elicitations.settleCalls(write((to) => to.add(event)));
  if (event.kind === 'turn-ended') elicitations.endTurn();
};
const call = (toolUseId: string, name: string): ClaudeEvent => ({
  kind: 'assistant-message',
  uuid: null,
  parentToolUseId: null,
  messageId: `message of ${toolUseId}`,
  content: { kind: 'blocks', blocks: [{ kind: 'tool', toolUseId, name, input: {} }] },
  contextTokens: null,
});
const result = (toolUseId: string): ClaudeEvent => ({
  kind: 'tool-results',
  results: [{ toolUseId, status: 'interrupted', text: '', images: [], outcome: null }],
});
const turnEnd: TurnEnded = {
  kind: 'turn-ended',
  outcome: 'interrupted',
  reason: null,
  text: null,
  apiErrorStatus: null,
  cost: { totalUsd: null, turnUsd: null, totalIsThisTurn: false },
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: null,
  durationMs: 0,
  modelTurns: 1,
  deniedToolUseIds: [],
  deferredToolUseId: null,
  message: null,
};

function elicit(wants: Elicited = details, more: Partial<ElicitationRequest> = {}, isInTurn = true): FakeIncoming {
  const incoming = new FakeIncoming();
  void elicitations.ask(request(wants, more), incoming, isInTurn);
  return incoming;
}
const ask = (): Ask => desk.list[0] ?? expect.fail('nothing waits');
const decide = (decision: Decision): Promise<void> => desk.decide(ask().id, decision, 'dialog', { interactionId: ask().interaction?.id });
const notes = (): Note[] => [...items.values()].flatMap((item) => (item.kind === 'note' ? [item.note] : []));
const steps = (toolUseId: string): readonly InteractionStep[] =>
  [...items.values()].flatMap((item) => (item.kind === 'tool' && item.toolUseId === toolUseId ? (item.interactions ?? []) : []));

beforeEach(() => {
  desk = memoryDesk({ now: () => 5 });
  builder = new TranscriptBuilder({ now: () => 5 });
  items = new Map();
  warnings = [];
  elicitations = new Elicitations(
    SessionId.parse('session'),
    { desk, now: () => 5, log: { warn: (_message, details) => void warnings.push(JSON.stringify(details)) } },
    '/project',
    { write, note: (note) => void write((to) => to.addNote(note)), runningCall: (isMeant) => builder.newestRunningCall(isMeant) },
  );
});

describe('a request of an MCP server', () => {
  it('becomes a form that names the server', () => {
    elicit(details, { server: 'my\u202e things', title: 'About you', message: 'Your\u200b details?' });
    expect(ask()).toMatchObject({
      kind: 'form',
      summary: 'About you Your⟨U+200B⟩ details?',
      input: {
        mode: 'form',
        fields: [
          { id: 'name', required: true },
          { id: 'age', integer: true },
        ],
      },
      interaction: {
        origin: { by: 'server', server: 'my⟨U+202E⟩ things' },
        prompt: 'About you\n\nYour⟨U+200B⟩ details?',
        survivesRestart: false,
      },
    });
    expect(isElicitation(ask().toolUseId)).toBe(true);
  });

  it('gets the values with the types of its schema, checked first', async () => {
    const { answers } = elicit();
    await expect(decide({ answer: 'submit', values: { age: 3 } })).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(decide({ answer: 'submit', values: { name: 'Ann', age: 3.5 } })).rejects.toMatchObject({ code: 'invalid-request' });
    await decide({ answer: 'submit', values: { name: 'Ann', age: 3 } });
    expect(answers).toEqual([{ action: 'accept', content: { name: 'Ann', age: 3 } }]);
    await until(() => expect(desk.isActing(SessionId.parse('session'))).toBe(false));
    expect(desk.outcomes).toMatchObject([{ end: 'delivered', decided: { decision: { answer: 'submit' } } }]);
  });

  it('is declined when a person says no, and cancelled when they close it', async () => {
    const declined = elicit();
    await decide({ answer: 'deny' });
    const cancelled = elicit();
    await decide({ answer: 'cancel' });
    expect([...declined.answers, ...cancelled.answers]).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
  });

  it('is cancelled when its time runs out, if the settings say so', async () => {
    desk = memoryDesk({ now: () => 5, timeoutOf: () => ({ minutes: 1, policy: 'deny' }) });
    elicitations = new Elicitations(SessionId.parse('session'), { desk, now: () => 5, log: { warn: () => undefined } }, '/project', {
      write,
      note: (note) => void write((to) => to.addNote(note)),
      runningCall: () => null,
    });
    const { answers } = elicit();
    await desk.expire(ask().id);
    expect(answers).toEqual([{ action: 'cancel' }]);
    expect(notes()).toMatchObject([{ what: 'interaction', step: { isOpen: false, response: { action: 'timeout', surface: 'timeout' } } }]);
  });

  it('to open a page is accepted without values', async () => {
    const { answers } = elicit(page);
    expect(ask()).toMatchObject({ summary: 'Your details? https://example.com/go', input: { mode: 'url', url: 'https://example.com/go' } });
    await decide({ answer: 'submit', values: {} });
    expect(answers).toEqual([{ action: 'accept', content: null }]);
  });

  it('to open a page shows where that page really is', () => {
    elicit({ mode: 'url', url: 'https://аpple.com/\u202eevil', id: null });
    expect(ask().input).toEqual({ mode: 'url', url: 'https://xn--pple-43d.com/%E2%80%AEevil' });
  });

  it.each<[string, Elicited, string]>([
    [
      'a form that can’t be read',
      { ...details, schema: { type: 'object', properties: { it: { type: 'object' } } } },
      '“it” is more than one simple value',
    ],
    [
      'a script in place of a page',
      { mode: 'url', url: 'javascript:alert(1)', id: null },
      'it wants to open something that is not a web page',
    ],
    ['no address', { mode: 'url', url: 'example', id: null }, 'it wants to open something that is not a web page'],
    [
      'an endless address',
      { mode: 'url', url: `https://example.com/${'x'.repeat(10_000)}`, id: null },
      'the address of its page is too long',
    ],
    ['an unknown kind', { mode: 'unknown', problem: 'this kind of request is not known yet' }, 'this kind of request is not known yet'],
  ])('for %s is cancelled, and the transcript says why', async (_what, wants, because) => {
    const { answers } = elicit(wants);
    expect(answers).toEqual([{ action: 'cancel' }]);
    expect(desk.list).toEqual([]);
    expect(notes()).toEqual([
      { what: 'info', text: `my things asked for your input, but this can’t be shown: ${because}. It was told that nobody answered.` },
    ]);
    expect(warnings).toEqual([expect.stringContaining(because)]);
  });

  it('is turned down when too many are open', () => {
    const all = Array.from({ length: 21 }, () => elicit());
    expect(desk.list).toHaveLength(20);
    expect(all.at(-1)?.answers).toEqual([{ action: 'cancel' }]);
  });

  it('leaves the list when its answer can’t be written', async () => {
    const incoming = elicit();
    incoming.isBroken = true;
    await expect(decide({ answer: 'deny' })).rejects.toThrow('broken');
    expect(desk.list).toEqual([]);
    expect(desk.outcomes).toMatchObject([{ end: 'withdrawn' }]);
  });
});

describe('the end of a request', () => {
  it('comes with the call that it was made for, and nobody declines it', () => {
    report(call('toolu_1', 'mcp__my_things__ask'));
    const { answers } = elicit();
    expect(steps('toolu_1')).toMatchObject([{ isOpen: true, messageId: 'message of toolu_1', response: null }]);
    report(result('toolu_1'));
    expect(answers).toEqual([{ action: 'cancel' }]);
    expect(desk.list).toEqual([]);
    expect(steps('toolu_1')).toMatchObject([{ isOpen: false, response: null }]);
    expect(desk.outcomes).toMatchObject([{ end: 'withdrawn', decided: null }]);
  });

  it('does not come while another call of the same server runs', () => {
    report(call('toolu_1', 'mcp__my_things__ask'));
    report(call('toolu_2', 'mcp__my_things__ask'));
    elicit();
    report(result('toolu_2'));
    expect(desk.list).toHaveLength(1);
    report(result('toolu_1'));
    expect(desk.list).toEqual([]);
  });

  it('comes with the turn in which it was made, if no call of the server is known', () => {
    report(call('toolu_1', 'mcp__other__ask'));
    const inTurn = elicit();
    const outside = elicit(details, {}, false);
    report(turnEnd);
    expect([inTurn.answers, outside.answers]).toEqual([[{ action: 'cancel' }], []]);
  });

  it('comes with Claude Code’s word, and then it gets no answer', () => {
    const { abort, answers } = elicit();
    abort.abort('withdrawn');
    expect([desk.list, answers, notes().filter(({ what }) => what === 'info')]).toEqual([[], [], []]);
  });

  it('comes with the run, and the transcript says so', () => {
    const { abort } = elicit();
    abort.abort('closed');
    expect(desk.list).toEqual([]);
    expect(desk.orphansIn(SessionId.parse('session'))).toEqual([]);
    expect(notes()).toMatchObject([
      { what: 'interaction', step: { isOpen: false } },
      { what: 'info', text: 'my things no longer waits for an answer.' },
    ]);
  });

  it('comes when the person is done with the page, which the server says itself', () => {
    const { answers } = elicit(page);
    elicitations.complete('other', 'el-1');
    elicitations.complete('my things', 'el-2');
    expect(answers).toEqual([]);
    elicitations.complete('my things', 'el-1');
    expect(answers).toEqual([{ action: 'accept', content: null }]);
    expect(desk.list).toEqual([]);
  });
});

it('the answer stands in the card of the call', async () => {
  report(call('toolu_1', 'mcp__my_things__ask'));
  elicit();
  await decide({ answer: 'submit', values: { name: 'Ann' } });
  expect(steps('toolu_1')).toMatchObject([
    { isOpen: false, response: { action: 'submit', surface: 'dialog', at: 5, values: { name: 'Ann' } }, form: { mode: 'form' } },
  ]);
});
