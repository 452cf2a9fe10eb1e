import { withoutDepths } from '../../../shared/json-depth';
import type { ToolDecision, ToolItem, ToolProgress } from '../../../shared/transcript';
import type { AssistantBlock, CallResult, TurnEnded } from '../events';
import type { Sheet } from './sheet';

interface OpenCall {
  item: ToolItem;
  /** A task of the CLI goes on behind it, also after its result. */
  hasTask: boolean;
}

/** The tool calls of which something may still come. */
export class ToolCalls {
  readonly #sheet: Sheet;
  readonly #open = new Map<string, OpenCall>();
  readonly #denied = new Set<string>();
  /** Of calls that are not yet known: a rule may be quicker than the line with the call. */
  readonly #decided = new Map<string, ToolDecision>();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** A call from before a restart, whose result may come from a new run. */
  adopt(item: ToolItem): void {
    if (item.status === 'running' || item.status === 'interrupted') this.#open.set(item.toolUseId, { item, hasTask: false });
  }

  start({ toolUseId: id, name, input }: Extract<AssistantBlock, { kind: 'tool' }>, parent: string | null): void {
    const status = this.#denied.delete(id) ? 'denied' : 'running';
    const decision = this.#decided.get(id);
    this.#decided.delete(id);
    const known = this.#open.get(id);
    if (known) {
      this.#revise(known, { status });
      return;
    }
    const item = this.#sheet.put<ToolItem>({
      ...this.#sheet.place('tool', id),
      kind: 'tool',
      toolUseId: id,
      parentToolUseId: parent,
      name,
      input: withoutDepths(input),
      status,
      ...(decision ? { decision } : {}),
      progress: null,
      result: null,
    });
    this.#open.set(id, { item, hasTask: false });
  }

  /** A result of a call that nobody knows is dropped. */
  finish({ toolUseId, status, text, images, outcome }: CallResult): void {
    const call = this.#open.get(toolUseId);
    if (!call) return;
    const isRefusal = status !== 'ok' && call.item.status === 'denied';
    this.#revise(call, { status: isRefusal ? 'denied' : status, result: { text, images: [...images], outcome } });
  }

  deny(toolUseId: string): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#revise(call, { status: 'denied' });
    else this.#denied.add(toolUseId);
  }

  inputOf(toolUseId: string): ToolItem['input'] | null {
    return this.#open.get(toolUseId)?.item.input ?? null;
  }

  change(toolUseId: string, changed: ToolItem['input'] | null): void {
    const call = this.#open.get(toolUseId);
    // Asked again by a new run, a call may no longer be changed.
    if (call && (changed || call.item.changed)) this.#revise(call, { changed: changed ?? call.item.input });
  }

  decide(toolUseId: string, decision: ToolDecision): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#revise(call, { decision, ...(decision.answer === 'deny' ? { status: 'denied' } : {}) });
    else {
      this.#decided.set(toolUseId, decision);
      if (decision.answer === 'deny') this.#denied.add(toolUseId);
    }
  }

  startTask(toolUseId: string): void {
    const call = this.#open.get(toolUseId);
    if (call) call.hasTask = true;
  }

  progress(toolUseId: string, progress: ToolProgress): void {
    const call = this.#open.get(toolUseId);
    if (call) this.#revise(call, { progress });
  }

  /** Returns whether the call itself is still open, so that its own result will tell how it went. */
  endTask(toolUseId: string): boolean {
    const call = this.#open.get(toolUseId);
    if (call) call.hasTask = false;
    return call?.item.status === 'running';
  }

  /** The turn is over: no call is still running, except one that was put off and those of a subagent in the background. */
  endTurn({ deniedToolUseIds, deferredToolUseId }: TurnEnded): void {
    const denied = new Set(deniedToolUseIds);
    for (const [id, call] of this.#open) {
      const { status, parentToolUseId } = call.item;
      if (status === 'running') {
        const parent = this.#open.get(parentToolUseId ?? '');
        const goesOn = id === deferredToolUseId || (parent?.hasTask === true && parent.item.status !== 'running');
        if (!goesOn) this.#revise(call, { status: 'interrupted' });
        continue;
      }
      if (status === 'error' && denied.has(id)) this.#revise(call, { status: 'denied' });
      if (!call.hasTask) this.#open.delete(id);
    }
    this.#denied.clear();
    this.#decided.clear();
  }

  endRun(): void {
    for (const call of this.#open.values()) {
      call.hasTask = false;
      if (call.item.status === 'running') this.#revise(call, { status: 'interrupted' });
    }
  }

  #revise(call: OpenCall, revision: Partial<Pick<ToolItem, 'status' | 'changed' | 'decision' | 'progress' | 'result'>>): void {
    call.item = this.#sheet.put({ ...call.item, ...revision });
  }
}
