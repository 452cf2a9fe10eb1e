import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Decision, Surface } from '../../shared/decision';
import { SessionId } from '../../shared/ids';
import { InteractionId } from '../../shared/interaction';
import type { InteractionStep } from '../../shared/transcript';
import type { Prompt } from '../../tool-api/run-interaction';
import type { Decided } from '../asks/ask-record';
import type { IncomingAsk } from '../asks/desk-dependencies';
import type { OfferedTool } from '../tools/offered-tool';
import { LiveToolCall, type ToolCallHost } from './live-tool-call';

const tool: OfferedTool = {
  name: 'gate',
  title: 'Gate',
  description: 'Asks first',
  parameters: { type: 'object' },
  onRestart: 'rerun',
  builtIn: false,
  approvalOwner: 'test',
  call: async () => null,
};
const form: Prompt = {
  type: 'input',
  prompt: 'Your name?',
  inputSchema: { type: 'form', fields: [{ id: 'name', type: 'text', label: 'Name' }] },
  step: 0,
};
const submit = (name: string): Decision => ({ answer: 'submit', values: { name } });
const day = 24 * 60 * 60_000;

/** A session that keeps what a call does to it. */
class MemoryHost implements ToolCallHost {
  readonly sessionId = SessionId.parse('session');
  readonly folder = '/project';
  readonly asked: {
    readonly incoming: IncomingAsk;
    readonly signal: AbortSignal;
    readonly deliver: (decided: Decided) => Promise<void>;
  }[] = [];
  readonly postponed: IncomingAsk[] = [];
  readonly repromptedLate: IncomingAsk[] = [];
  readonly steps = new Map<InteractionId, InteractionStep>();
  interactive = true;
  samePrompt: InteractionId | null = null;
  readonly now = () => 1_000;
  readonly isInteractive = () => this.interactive;
  readonly ask: ToolCallHost['ask'] = (incoming, signal, deliver) => void this.asked.push({ incoming, signal, deliver });
  readonly postpone: ToolCallHost['postpone'] = (incoming) => void this.postponed.push(incoming);
  readonly repromptLate: ToolCallHost['repromptLate'] = (incoming) => void this.repromptedLate.push(incoming);
  readonly idOfSamePrompt = () => this.samePrompt;
  readonly keepStep: ToolCallHost['keepStep'] = (step) => void this.steps.set(step.interactionId, step);

  /** Answers the newest prompt, as the desk does. */
  async answer(decision: Decision, surface: Surface = 'dialog'): Promise<void> {
    await this.asked.at(-1)?.deliver({ status: 'decided', decision, surface, at: 0, scope: 'once', by: null });
  }
}

const open = (host: MemoryHost, limitMs = day) => new LiveToolCall(host, { tool, toolUseId: 'toolu_1', args: {} }, limitMs);
afterEach(() => void vi.useRealTimers());

describe('a call of a tool', () => {
  it('asks one thing at a time, and numbers its prompts', async () => {
    const host = new MemoryHost();
    const call = open(host);
    const first = call.prompt(form);
    await expect(call.prompt(form)).rejects.toMatchObject({ code: 'invalid-request' });
    await host.answer(submit('Ann'));
    expect(await first).toEqual({ kind: 'response', response: { action: 'submit', input: { name: 'Ann' } } });
    void call.prompt(form);
    expect(host.asked.map(({ incoming }) => incoming.ask.interaction?.step)).toEqual([0, 1]);
    expect(new Set(host.asked.map(({ incoming }) => incoming.ask.id)).size).toBe(1);
    expect(new Set(host.asked.map(({ incoming }) => incoming.ask.fingerprint)).size).toBe(2);
    expect([...host.steps.values()]).toMatchObject([
      { step: 0, isOpen: false, response: { action: 'submit', values: { name: 'Ann' }, surface: 'dialog' } },
      { step: 1, isOpen: true, response: null },
    ]);
  });

  it.each<[string, Decision, Surface, unknown]>([
    [
      'an approval',
      { answer: 'allow', approvalScope: 'always' },
      'card',
      { kind: 'response', response: { action: 'approve', approvalScope: 'always' } },
    ],
    [
      'an approval without a scope',
      { answer: 'allow' },
      'tray',
      { kind: 'response', response: { action: 'approve', approvalScope: 'once' } },
    ],
    ['a denial', { answer: 'deny', reason: ' No. ' }, 'card', { kind: 'response', response: { action: 'deny', reason: 'No.' } }],
    ['a closed prompt', { answer: 'cancel' }, 'dialog', { kind: 'response', response: { action: 'cancel' } }],
    ['the end of its time', { answer: 'cancel' }, 'timeout', { kind: 'timeout' }],
  ])('hands %s to the tool', async (_what, decision, surface, answer) => {
    const host = new MemoryHost();
    const asked = open(host).prompt({ type: 'approval', prompt: 'Publish?', approvalScopes: ['once', 'always'], step: 0 });
    await host.answer(decision, surface);
    expect(await asked).toEqual(answer);
  });

  it('refuses a prompt that can’t be drawn, and asks nobody', async () => {
    const host = new MemoryHost();
    const broken = { ...form, inputSchema: { type: 'form' as const, fields: [] } };
    await expect(open(host).prompt(broken)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(open(host).prompt({ ...form, prompt: 'x'.repeat(300_000) })).rejects.toMatchObject({ code: 'invalid-request' });
    expect(host.asked).toEqual([]);
  });

  it('can’t ask when nobody may be asked', async () => {
    const host = new MemoryHost();
    host.interactive = false;
    await expect(open(host).prompt(form)).rejects.toMatchObject({ code: 'interaction-unavailable' });
  });

  it('closes its prompt when it is given up, and can ask nothing more', async () => {
    const host = new MemoryHost();
    const call = open(host);
    const asked = call.prompt(form);
    call.giveUp('withdrawn');
    await expect(asked).rejects.toMatchObject({ code: 'interaction-cancelled' });
    expect(host.asked[0]?.signal).toMatchObject({ aborted: true, reason: 'withdrawn' });
    expect([...host.steps.values()]).toMatchObject([{ isOpen: false, response: null }]);
    await expect(call.prompt(form)).rejects.toMatchObject({ code: 'interaction-cancelled' });
  });

  it('leaves an answered ask alone when its handler is done', async () => {
    const host = new MemoryHost();
    const call = open(host);
    void call.prompt(form);
    await host.answer(submit('Ann'));
    call.end('done');
    expect(host.asked[0]?.signal.aborted).toBe(false);
  });

  it('shows the same prompt under the same id when a new run makes the call again', async () => {
    const host = new MemoryHost();
    host.samePrompt = InteractionId.parse('before');
    void open(host).prompt(form);
    expect(host.asked[0]?.incoming.ask.interaction?.id).toBe('before');
  });
});

describe('a call that is left pending', () => {
  async function pending(host: MemoryHost) {
    const call = open(host);
    const asked = call.prompt(form);
    await host.answer({ answer: 'cancel' }, 'timeout');
    await asked;
    const later = call.postpone({ message: 'Wait.' });
    expect(await call.postponed).toEqual({ ok: true, pending: true, queued: true, message: 'Wait.' });
    return { call, later };
  }

  it('has ended for Claude, and hands the late answer to its handler', async () => {
    const host = new MemoryHost();
    const { call, later } = await pending(host);
    expect(host.postponed).toHaveLength(1);
    expect([...host.steps.values()]).toMatchObject([{ isOpen: true, response: null }]);
    const told = call.answerLate(submit('Ann'), 'inbox');
    expect(await later).toEqual({ kind: 'response', response: { action: 'submit', input: { name: 'Ann' } } });
    call.end('The tool’s result: 1');
    expect(await told).toBe('The tool’s result: 1');
  });

  it('may ask again, and then nothing is told yet', async () => {
    const host = new MemoryHost();
    const { call, later } = await pending(host);
    const told = call.answerLate(submit(''), 'inbox');
    await later;
    void call.prompt({ ...form, error: 'Enter a name.' });
    expect(await told).toBeNull();
    expect(host.repromptedLate).toMatchObject([{ ask: { interaction: { step: 1, error: 'Enter a name.' } } }]);
    expect(host.asked).toHaveLength(1);
  });

  it('asks again although interactive tools were turned off meanwhile', async () => {
    const host = new MemoryHost();
    const { call, later } = await pending(host);
    host.interactive = false;
    void call.answerLate(submit(''), 'inbox');
    await later;
    void call.prompt(form);
    expect(host.repromptedLate).toHaveLength(1);
  });

  it('can’t be left pending before it asked anything', async () => {
    await expect(open(new MemoryHost()).postpone({ message: 'Wait.' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('happens by itself before the CLI would give up the call', async () => {
    vi.useFakeTimers();
    const host = new MemoryHost();
    const call = open(host);
    void call.prompt({ ...form, timeoutMs: null });
    await vi.advanceTimersByTimeAsync(day - 11 * 60_000);
    expect(host.postponed).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(host.postponed).toHaveLength(1);
    expect(await call.postponed).toMatchObject({ pending: true, queued: true });
  });
});
