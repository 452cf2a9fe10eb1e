import { withoutDepths } from '../../../shared/json-depth';
import type { InteractionStep, ToolDecision, ToolItem, ToolProgress } from '../../../shared/transcript';
import type { AssistantBlock, CallResult, TurnEnded } from '../events';
import type { ChangeBuffer } from './change-buffer';

interface OpenCall {
  item: ToolItem;
  /** The CLI runs a task for it in the background, which may last longer than the call. */
  hasTask: boolean;
  /** The message of Claude's that made the call; null for a call from before a restart. */
  readonly messageId: string | null;
}

/** The tool calls that may still get a result, a decision or progress. */
export class ToolCalls {
  readonly #buffer: ChangeBuffer;
  readonly #open = new Map<string, OpenCall>();
  // Denials and decisions of calls that have not arrived yet: a rule may decide before the message with the call comes.
  readonly #denied = new Set<string>();
  readonly #decided = new Map<string, ToolDecision>();
  /** Prompts of calls that have not arrived yet. */
  readonly #prompts = new Map<string, readonly InteractionStep[]>();

  constructor(buffer: ChangeBuffer) {
    this.#buffer = buffer;
  }

  /** Takes over a call from before a restart, because a new run may bring its result. */
  adopt(item: ToolItem): void {
    if (item.status === 'running' || item.status === 'interrupted' || waitsForLateAnswer(item))
      this.#open.set(item.toolUseId, { item, hasTask: false, messageId: null });
  }

  start({ toolUseId: id, name, input }: Extract<AssistantBlock, { kind: 'tool' }>, parent: string | null, messageId: string): void {
    const status = this.#denied.delete(id) ? 'denied' : 'running';
    const decision = this.#decided.get(id);
    this.#decided.delete(id);
    const known = this.#open.get(id);
    if (known) {
      this.#update(known, { status });
      return;
    }
    const prompts = this.#prompts.get(id);
    this.#prompts.delete(id);
    const item = this.#buffer.put<ToolItem>({
      ...this.#buffer.newItem('tool', id),
      kind: 'tool',
      toolUseId: id,
      parentToolUseId: parent,
      name,
      input: withoutDepths(input),
      status,
      ...(decision ? { decision } : {}),
      ...(prompts ? { interactions: prompts.map((step) => ({ ...step, messageId })) } : {}),
      progress: null,
      result: null,
    });
    this.#open.set(id, { item, hasTask: false, messageId });
  }

  /** Adds a prompt of a call, or replaces it by its newer version. */
  setInteraction(toolUseId: string, step: InteractionStep): void {
    const call = this.#open.get(toolUseId);
    if (call)
      this.#update(call, {
        interactions: withStep(call.item.interactions ?? [], { ...step, messageId: step.messageId ?? call.messageId }),
      });
    else this.#prompts.set(toolUseId, withStep(this.#prompts.get(toolUseId) ?? [], step));
  }

  /** The newest call of one of these tools that runs now. */
  newestRunning(isMeant: (tool: string) => boolean): string | null {
    return [...this.#open.values()].findLast(({ item }) => item.status === 'running' && isMeant(item.name))?.item.toolUseId ?? null;
  }

  /** Drops the result of an unknown call. */
  finish({ toolUseId, status, text, images, outcome }: CallResult): void {
    const call = this.#open.get(toolUseId);
    if (!call) return;
    const isRefusal = status !== 'ok' && call.item.status === 'denied';
    this.#update(call, { status: isRefusal ? 'denied' : status, result: { text, images: [...images], outcome } });
  }

  deny(toolUseId: string): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#update(call, { status: 'denied' });
    else this.#denied.add(toolUseId);
  }

  inputOf(toolUseId: string): ToolItem['input'] | null {
    return this.#open.get(toolUseId)?.item.input ?? null;
  }

  setChangedInput(toolUseId: string, changed: ToolItem['input'] | null): void {
    const call = this.#open.get(toolUseId);
    // When a new run asks again, the hook may have changed nothing this time.
    if (call && (changed || call.item.changed)) this.#update(call, { changed: changed ?? call.item.input });
  }

  recordDecision(toolUseId: string, decision: ToolDecision): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#update(call, { decision, ...(decision.answer === 'deny' ? { status: 'denied' } : {}) });
    else {
      this.#decided.set(toolUseId, decision);
      if (decision.answer === 'deny') this.#denied.add(toolUseId);
    }
  }

  startTask(toolUseId: string): void {
    const call = this.#open.get(toolUseId);
    if (call) call.hasTask = true;
  }

  setProgress(toolUseId: string, progress: ToolProgress): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#update(call, { progress });
  }

  /** Returns whether the call still runs. Then its own result will say how it went. */
  endTask(toolUseId: string): boolean {
    const call = this.#open.get(toolUseId);
    if (call) call.hasTask = false;
    return call?.item.status === 'running';
  }

  /** Ends all running calls, except one that the CLI deferred and those of a subagent in the background. */
  endTurn({ deniedToolUseIds, deferredToolUseId }: TurnEnded): void {
    const denied = new Set(deniedToolUseIds);
    for (const [id, call] of this.#open) {
      const { status, parentToolUseId } = call.item;
      if (status === 'running') {
        const parent = this.#open.get(parentToolUseId ?? '');
        const stillRuns = id === deferredToolUseId || (parent?.hasTask === true && parent.item.status !== 'running');
        if (!stillRuns) this.#update(call, { status: 'interrupted' });
        continue;
      }
      if (status === 'error' && denied.has(id)) this.#update(call, { status: 'denied' });
      if (!call.hasTask && !waitsForLateAnswer(call.item)) this.#open.delete(id);
    }
    this.#denied.clear();
    this.#decided.clear();
    this.#prompts.clear();
  }

  endRun(): void {
    for (const call of this.#open.values()) {
      call.hasTask = false;
      if (call.item.status === 'running') this.#update(call, { status: 'interrupted' });
    }
  }

  #update(
    call: OpenCall,
    change: Partial<Pick<ToolItem, 'status' | 'changed' | 'decision' | 'interactions' | 'progress' | 'result'>>,
  ): void {
    call.item = this.#buffer.put({ ...call.item, ...change });
  }
}

const waitsForLateAnswer = ({ interactions = [] }: ToolItem): boolean => interactions.some(({ isOpen }) => isOpen);

function withStep(steps: readonly InteractionStep[], step: InteractionStep): InteractionStep[] {
  const isKnown = steps.some(({ interactionId }) => interactionId === step.interactionId);
  return isKnown ? steps.map((one) => (one.interactionId === step.interactionId ? step : one)) : [...steps, step];
}
