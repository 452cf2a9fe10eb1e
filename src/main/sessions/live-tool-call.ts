import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Decision, Surface } from '../../shared/decision';
import { InteractionId } from '../../shared/interaction';
import type { JsonObject } from '../../shared/json-object';
import type { InteractionResponse, InteractionStep } from '../../shared/transcript';
import { type Pending, ToolError, type UserResponse } from '../../tool-api/definition';
import { parsePrompt } from '../../tool-api/prompt-schema';
import type { Prompt, PromptAnswer, PromptPort } from '../../tool-api/run-interaction';
import type { Decided } from '../asks/ask-record';
import type { IncomingAsk } from '../asks/desk-dependencies';
import type { OfferedTool } from '../tools/offered-tool';
import { toInteractionStep, toPromptAsk } from './to-prompt-ask';

/** What a call needs of its session. */
export interface ToolCallHost {
  readonly sessionId: IncomingAsk['ask']['sessionId'];
  readonly folder: string;
  readonly now: () => number;
  readonly isInteractive: () => boolean;
  ask(incoming: IncomingAsk, signal: AbortSignal, deliver: (decided: Decided) => Promise<void>): void;
  /** Keeps the answered ask open for a later answer. */
  postpone(incoming: IncomingAsk): void;
  /** Replaces an ask that is answered late by the next prompt. */
  repromptLate(incoming: IncomingAsk): void;
  /** The id of the same prompt of the same call, if an earlier run asked it and nobody answered. */
  idOfSamePrompt(ask: IncomingAsk['ask']): InteractionId | null;
  keepStep(step: InteractionStep): void;
}

interface OpenPrompt {
  readonly incoming: IncomingAsk;
  readonly step: InteractionStep;
  readonly answer: PromiseWithResolvers<PromptAnswer>;
  /** Tells the desk that nobody waits for it any more. */
  readonly abort: AbortController;
}

/** What Claude gets for a call whose answer comes later. */
interface QueuedResult {
  readonly ok: true;
  readonly pending: true;
  readonly queued: boolean;
  readonly message: string;
}

/** A call that has not been answered this long before the CLI gives it up is postponed by itself. */
const spareMs = 10 * 60_000;

/**
 * One call of one of our tools, from the CLI's request to the tool's result: its prompts go to the desk one at a time. A postponed
 * call has ended for Claude, and its handler goes on until it has the late answer.
 */
export class LiveToolCall implements PromptPort {
  readonly #host: ToolCallHost;
  readonly #call: { readonly tool: OfferedTool; readonly toolUseId: string; readonly args: JsonObject };
  readonly #abort = new AbortController();
  readonly #postponed = Promise.withResolvers<QueuedResult>();
  readonly #limit: NodeJS.Timeout;
  #open: OpenPrompt | null = null;
  /** The newest prompt. It is the one that is postponed. */
  #last: OpenPrompt | null = null;
  #isLate = false;
  #steps = 0;
  /** Resolves when the handler has taken a late answer: with the message for Claude, or null if it asked again. */
  #taken: PromiseWithResolvers<string | null> | null = null;

  constructor(
    host: ToolCallHost,
    call: { readonly tool: OfferedTool; readonly toolUseId: string; readonly args: JsonObject },
    limitMs: number,
  ) {
    this.#host = host;
    this.#call = call;
    this.#limit = setTimeout(() => this.#postponeAtLimit(), Math.max(limitMs - spareMs, limitMs / 2));
    this.#limit.unref();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get toolUseId(): string {
    return this.#call.toolUseId;
  }

  get tool(): OfferedTool {
    return this.#call.tool;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** The prompt that a late answer is for. */
  get lastPrompt(): string {
    return this.#last?.step.prompt ?? '';
  }

  /** Resolves when the tool ended the call for now. */
  get postponed(): Promise<QueuedResult> {
    return this.#postponed.promise;
  }

  async prompt(raw: Prompt): Promise<PromptAnswer> {
    this.#assertGoesOn();
    if (this.#open) throw new ToolError('invalid-request', 'A call can ask one thing at a time.');
    if (!this.#host.isInteractive() && !this.#isLate)
      throw new ToolError(
        'interaction-unavailable',
        'Nobody can be asked now: interactive tools are turned off. Ask in plain text instead.',
      );
    // Two requests of one call follow each other, so their steps count on.
    const prompt = { ...parsePrompt(raw), step: this.#steps++ };
    const fresh = { ...this.#call, prompt, id: InteractionId.parse(randomUUID()), at: this.#host.now() };
    const { ask } = toPromptAsk(this.#host.sessionId, this.#host.folder, fresh);
    // What a person sees, and has typed, stays valid when a new run makes the call again.
    const shown = { ...fresh, id: this.#host.idOfSamePrompt(ask) ?? fresh.id };
    const incoming = toPromptAsk(this.#host.sessionId, this.#host.folder, shown);
    const open: OpenPrompt = { incoming, step: toInteractionStep(shown), answer: Promise.withResolvers(), abort: new AbortController() };
    this.#open = open;
    this.#last = open;
    this.#host.keepStep(open.step);
    if (this.#isLate) {
      this.#host.repromptLate(incoming);
      this.#noteTaken(null);
    } else
      this.#host.ask(incoming, open.abort.signal, async ({ decision, surface }) => {
        this.#answer(decision, surface);
        // What a quick tool returns is on its way to the run before anyone else is told.
        await nextTurn();
      });
    return open.answer.promise;
  }

  async postpone({ message, queued = true }: Pending): Promise<PromptAnswer> {
    this.#assertGoesOn();
    const last = this.#last;
    if (!last || this.#open) throw new ToolError('invalid-request', 'Only an answered prompt can be left pending.');
    const again: OpenPrompt = { ...last, answer: Promise.withResolvers(), abort: new AbortController() };
    this.#open = again;
    this.#last = again;
    this.#host.keepStep(again.step);
    if (this.#isLate) {
      this.#host.repromptLate(again.incoming);
      this.#noteTaken(null);
    } else this.#becomeLate({ message, queued });
    return again.answer.promise;
  }

  /** Passes a late answer to the handler. Resolves with the message for Claude when it is done, or with null if it asked again. */
  answerLate(decision: Decision, surface: Surface): Promise<string | null> {
    const taken = Promise.withResolvers<string | null>();
    this.#taken = taken;
    this.#answer(decision, surface);
    return taken.promise;
  }

  /** The handler is done, so nothing can ask any more. `lateMessage` tells Claude what became of a call that was postponed. */
  end(lateMessage: string): void {
    clearTimeout(this.#limit);
    this.#close('withdrawn', 'The call is over.');
    if (!this.#abort.signal.aborted) this.#abort.abort('withdrawn');
    this.#noteTaken(lateMessage);
  }

  /** `withdrawn`: Claude Code gave up the call. `closed`: its run ended, and a new one may make the call again. */
  giveUp(reason: 'withdrawn' | 'closed'): void {
    clearTimeout(this.#limit);
    this.#close(reason, 'Claude Code gave up the call.');
    if (!this.#abort.signal.aborted) this.#abort.abort(reason);
  }

  #assertGoesOn(): void {
    if (this.signal.aborted) throw new ToolError('interaction-cancelled', 'Claude Code gave up the call.');
  }

  #answer(decision: Decision, surface: Surface): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#host.keepStep({ ...open.step, isOpen: false, response: toStepResponse(decision, surface, this.#host.now()) });
    open.answer.resolve(surface === 'timeout' ? { kind: 'timeout' } : { kind: 'response', response: toUserResponse(decision) });
  }

  #close(reason: 'withdrawn' | 'closed', words: string): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#host.keepStep({ ...open.step, isOpen: false });
    open.abort.abort(reason);
    open.answer.reject(new ToolError('interaction-cancelled', words));
  }

  #becomeLate({ message, queued }: { readonly message: string; readonly queued: boolean }): void {
    const { incoming } = this.#last ?? {};
    if (!incoming) return;
    clearTimeout(this.#limit);
    this.#isLate = true;
    this.#host.postpone(incoming);
    this.#postponed.resolve({ ok: true, pending: true, queued, message });
  }

  #postponeAtLimit(): void {
    if (this.#open && !this.#isLate)
      this.#becomeLate({ message: 'The user has not answered yet. Their answer will come as a message.', queued: true });
  }

  #noteTaken(lateMessage: string | null): void {
    this.#taken?.resolve(lateMessage);
    this.#taken = null;
  }
}

function toUserResponse(decision: Decision): UserResponse {
  switch (decision.answer) {
    case 'allow':
      return { action: 'approve', approvalScope: decision.approvalScope ?? 'once' };
    case 'deny':
      return { action: 'deny', ...(decision.reason?.trim() ? { reason: decision.reason.trim() } : {}) };
    case 'submit':
      return { action: 'submit', input: decision.values };
    default:
      return { action: 'cancel' };
  }
}

function toStepResponse(decision: Decision, surface: Surface, at: number): InteractionResponse {
  const { action, approvalScope = null, input = null, reason = null } = toUserResponse(decision);
  return { at, surface, approvalScope, values: input, reason, action: surface === 'timeout' ? 'timeout' : action };
}
