import { assertNever } from '../../shared/assert';
import type { Note, ToolDecision, ToolItem, TranscriptChange, TranscriptImage, TranscriptItem, UserItem } from '../../shared/transcript';
import type { AssistantMessage, ClaudeEvent, TurnEnded, TurnStarted, UserMessage } from './events';
import { Notes } from './transcript/notes';
import { Sheet } from './transcript/sheet';
import { Speech } from './transcript/speech';
import { ToolCalls } from './transcript/tool-calls';
import { TurnCost } from './transcript/turn-cost';

export interface TranscriptBuilderOptions {
  /** Where the session's transcript goes on. */
  readonly nextIndex?: number;
  /** The newest full items, so that a call from before a restart can still get its result. */
  readonly recent?: readonly TranscriptItem[];
  readonly now?: () => number;
}

export interface SentMessage {
  readonly uuid: string;
  readonly text: string;
  readonly images: readonly TranscriptImage[];
  readonly state: UserItem['state'];
}

const rememberedLines = 4_096;

/**
 * Turns the events of one session's runs into its transcript. Each call returns what changed: new items, and new
 * versions of items whose text grew or whose tool came back.
 */
export class TranscriptBuilder {
  readonly #now: () => number;
  readonly #sheet: Sheet;
  readonly #speech: Speech;
  readonly #tools: ToolCalls;
  readonly #notes: Notes;
  readonly #cost: TurnCost;
  readonly #queued = new Map<string, UserItem>();
  /** The CLI repeats some lines: what we said ourselves, and what it keeps over a compaction. */
  readonly #seen = new Set<string>();
  #cliSession: string | null = null;
  #modeTold = false;

  constructor({ nextIndex = 0, recent = [], now = Date.now }: TranscriptBuilderOptions = {}) {
    this.#now = now;
    this.#sheet = new Sheet(nextIndex);
    this.#speech = new Speech(this.#sheet);
    this.#tools = new ToolCalls(this.#sheet);
    this.#notes = new Notes(this.#sheet);
    // Where nothing was said yet, nothing was paid yet.
    this.#cost = new TurnCost(nextIndex === 0 ? 0 : null);
    for (const item of recent) {
      if (item.kind === 'tool') this.#tools.adopt(item);
      if (item.kind !== 'user') continue;
      this.#remember(item.uuid);
      if (item.state === 'queued') this.#queued.set(item.uuid, item);
    }
  }

  /** How many items the transcript has. */
  get length(): number {
    return this.#sheet.length;
  }

  add(event: ClaudeEvent): readonly TranscriptChange[] {
    // Most events are deltas, and a delta needs the time only when it begins an item.
    if (event.kind === 'text-delta') this.#speech.grow(event, this.#now);
    else {
      this.#sheet.at = event.at ?? this.#now();
      this.#onEvent(event);
    }
    return this.#sheet.take();
  }

  /** What the person said through us: the CLI doesn't repeat it. */
  say(message: SentMessage): readonly TranscriptChange[] {
    this.#sheet.at = this.#now();
    this.#remember(message.uuid);
    const item = this.#putUser(message);
    if (item.state === 'queued') this.#queued.set(item.uuid, item);
    return this.#sheet.take();
  }

  /** A queued message was taken up or taken back. */
  settle(uuid: string, state: 'sent' | 'withdrawn'): readonly TranscriptChange[] {
    this.#settleUser(uuid, state);
    return this.#sheet.take();
  }

  /** An open call's input as Claude said it; null when the call is not known. */
  inputOf(toolUseId: string): ToolItem['input'] | null {
    return this.#tools.inputOf(toolUseId);
  }

  /** What a hook made of an open call: that is what will run. Null when no hook changed it. */
  change(toolUseId: string, changed: ToolItem['input'] | null): readonly TranscriptChange[] {
    this.#tools.change(toolUseId, changed);
    return this.#sheet.take();
  }

  /** What was decided about a call that was asked for. */
  decide(toolUseId: string, decision: ToolDecision): readonly TranscriptChange[] {
    this.#tools.decide(toolUseId, decision);
    return this.#sheet.take();
  }

  note(note: Note): readonly TranscriptChange[] {
    this.#sheet.at = this.#now();
    this.#sheet.note(note);
    return this.#sheet.take();
  }

  /** The run is gone: whatever was under way will not be finished by it. A new run may still bring a call's result. */
  endRun(): readonly TranscriptChange[] {
    this.#speech.cut();
    this.#tools.endRun();
    this.#notes.endRun();
    this.#cost.endRun();
    this.#cliSession = null;
    this.#modeTold = false;
    return this.#sheet.take();
  }

  #onEvent(event: Exclude<ClaudeEvent, { kind: 'text-delta' }>): void {
    switch (event.kind) {
      case 'message-started':
        this.#notes.endRetry();
        this.#speech.start(event.parentToolUseId, event.messageId);
        break;
      case 'assistant-message':
        this.#onAssistantMessage(event);
        break;
      case 'user-message':
        this.#onUserMessage(event);
        break;
      case 'tool-results':
        for (const result of event.results) this.#tools.finish(result);
        break;
      case 'turn-started':
        this.#onTurnStarted(event);
        break;
      case 'turn-ended':
        this.#onTurnEnded(event);
        break;
      case 'status-changed':
        this.#modeTold ||= event.mode !== null;
        this.#notes.mode(event.mode);
        if (event.compaction === 'running') this.#notes.compaction('running');
        if (event.compaction === 'failed') this.#notes.compaction('failed', { text: event.error });
        break;
      case 'compacted': {
        const { trigger, tokensBefore, tokensAfter } = event;
        this.#notes.compaction('done', { trigger, tokensBefore, tokensAfter });
        break;
      }
      case 'compaction-summary':
        this.#notes.summary(event.text);
        break;
      case 'retrying':
        this.#speech.discardAll();
        this.#notes.retry(event);
        break;
      case 'rate-limit':
        this.#notes.rateLimit(event);
        break;
      case 'call-refused': {
        const { tool, toolUseId, reason } = event;
        if (toolUseId !== null) this.#tools.deny(toolUseId);
        this.#sheet.note({ what: 'refused', tool, toolUseId, reason });
        break;
      }
      case 'task-started':
        this.#tools.startTask(event.toolUseId ?? '');
        break;
      case 'task-progress':
        this.#tools.progress(event.toolUseId ?? '', event.progress);
        break;
      case 'task-ended': {
        const { toolUseId, status, summary } = event;
        if (!this.#tools.endTask(toolUseId ?? '')) this.#sheet.note({ what: 'task', toolUseId, status, text: summary });
        break;
      }
      case 'queued-message-settled':
        this.#settleUser(event.uuid, event.state);
        break;
      case 'conversation-reset':
        this.#onCleared();
        break;
      case 'cli-trouble':
        this.#notes.trouble(event.trouble);
        break;
      case 'info':
        this.#sheet.note({ what: 'info', text: event.text });
        break;
      case 'state-changed':
      case 'conversation-missing':
        break;
      default:
        assertNever(event);
    }
  }

  #onAssistantMessage({ uuid, parentToolUseId, messageId, content }: AssistantMessage): void {
    if (this.#isRepeated(uuid)) return;
    this.#notes.endRetry();
    this.#speech.discardOthers(parentToolUseId, messageId);
    if (content.kind === 'api-error') this.#notes.apiError(content.error, content.text);
    else if (content.kind === 'output') this.#notes.output(content.text);
    else {
      for (const block of content.blocks) {
        if (block.kind === 'tool') this.#tools.start(block, parentToolUseId);
        else this.#speech.confirm(block.kind, messageId, parentToolUseId, block.text);
      }
    }
  }

  #onUserMessage({ uuid, text, images }: UserMessage): void {
    if (uuid !== null) this.#settleUser(uuid, 'sent');
    if (this.#isRepeated(uuid)) return;
    if (text.what === 'output') this.#notes.output(text.text);
    else if (text.what === 'task' || text.what === 'interrupted') this.#sheet.note(text);
    else if (text.what !== 'nothing' || images.length > 0) {
      const words = text.what === 'nothing' ? '' : text.text;
      this.#putUser({ uuid: uuid ?? `unnamed-${this.#sheet.length}`, text: words, images, state: 'sent' });
    }
  }

  #onTurnStarted({ conversationId, mode, model }: TurnStarted): void {
    if (conversationId !== null && this.#cliSession !== null && conversationId !== this.#cliSession) this.#onCleared();
    // What a run says of its mode before its first turn is newer than that.
    if (this.#cliSession !== null || !this.#modeTold) this.#notes.mode(mode);
    this.#cliSession = conversationId ?? this.#cliSession;
    this.#notes.model(model);
  }

  #onCleared(): void {
    this.#sheet.note({ what: 'cleared' });
    this.#cliSession = null;
  }

  #onTurnEnded(event: TurnEnded): void {
    const { outcome, reason, apiErrorStatus, cost, tokens, durationMs, modelTurns } = event;
    this.#notes.endRetry();
    this.#speech.discardAll();
    if (modelTurns > 0) this.#tools.endTurn(event);
    const failure = this.#notes.failure(event);
    this.#sheet.put({
      ...this.#sheet.place('result'),
      kind: 'result',
      outcome,
      reason,
      text: outcome === 'failed' ? failure : null,
      apiErrorStatus,
      costUsd: this.#cost.of(cost),
      totalCostUsd: cost.totalUsd,
      tokens,
      durationMs,
      modelTurns,
    });
  }

  #settleUser(uuid: string, state: 'sent' | 'withdrawn'): void {
    const item = this.#queued.get(uuid);
    if (!item) return;
    this.#queued.delete(uuid);
    this.#sheet.put({ ...item, state });
  }

  #putUser({ uuid, text, images, state }: SentMessage): UserItem {
    return this.#sheet.put({ ...this.#sheet.place('user', uuid), kind: 'user', uuid, text, images: [...images], state });
  }

  #isRepeated(uuid: string | null): boolean {
    if (!uuid) return false;
    if (this.#seen.has(uuid)) return true;
    this.#remember(uuid);
    return false;
  }

  #remember(uuid: string): void {
    this.#seen.add(uuid);
    const [oldest] = this.#seen;
    if (oldest !== undefined && this.#seen.size > rememberedLines) this.#seen.delete(oldest);
  }
}
