import { assertNever } from '../../../shared/assert';
import type {
  InteractionStep,
  Note,
  ToolDecision,
  ToolItem,
  TranscriptChange,
  TranscriptImage,
  TranscriptItem,
  UserItem,
} from '../../../shared/transcript';
import type { AssistantMessage, ClaudeEvent, TurnEnded, TurnStarted, UserMessage } from '../events';
import { AssistantText } from './assistant-text';
import { ChangeBuffer } from './change-buffer';
import { Notes } from './notes';
import { ToolCalls } from './tool-calls';
import { TurnCost } from './turn-cost';

export interface TranscriptBuilderOptions {
  /** The index of the next item. */
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

/** How many uuids are kept to recognise repeated messages. */
const rememberedMessages = 4_096;

/**
 * Turns the events of one session's runs into its transcript. Each call returns what changed: new items, and new
 * versions of items whose text grew or whose tool came back.
 */
export class TranscriptBuilder {
  readonly #now: () => number;
  readonly #buffer: ChangeBuffer;
  readonly #text: AssistantText;
  readonly #tools: ToolCalls;
  readonly #notes: Notes;
  readonly #cost: TurnCost;
  readonly #queued = new Map<string, UserItem>();
  /** The CLI repeats some messages: those we sent, and those it keeps over a compaction. */
  readonly #seen = new Set<string>();
  #conversationId: string | null = null;
  #modeIsKnown = false;
  /** The index of the message that began the turn. */
  #turn: number | null = null;

  constructor({ nextIndex = 0, recent = [], now = Date.now }: TranscriptBuilderOptions = {}) {
    this.#now = now;
    this.#buffer = new ChangeBuffer(nextIndex);
    this.#text = new AssistantText(this.#buffer);
    this.#tools = new ToolCalls(this.#buffer);
    this.#notes = new Notes(this.#buffer);
    // A new conversation has cost nothing yet.
    this.#cost = new TurnCost(nextIndex === 0 ? 0 : null);
    for (const item of recent) {
      if (item.kind === 'tool') this.#tools.adopt(item);
      if (item.kind !== 'user') continue;
      this.#turn = item.index;
      this.#remember(item.uuid);
      if (item.state === 'queued') this.#queued.set(item.uuid, item);
    }
  }

  /** How many items the transcript has. */
  get length(): number {
    return this.#buffer.length;
  }

  add(event: ClaudeEvent): readonly TranscriptChange[] {
    // Most events are deltas, and a delta needs the time only when it begins an item.
    if (event.kind === 'text-delta') this.#text.append(event, this.#now);
    else {
      this.#buffer.at = event.at ?? this.#now();
      this.#onEvent(event);
    }
    return this.#buffer.flush();
  }

  /** Adds a message that we send. The CLI doesn't report it. */
  addUserMessage(message: SentMessage): readonly TranscriptChange[] {
    this.#buffer.at = this.#now();
    this.#remember(message.uuid);
    const item = this.#putUser(message);
    if (item.state === 'queued') this.#queued.set(item.uuid, item);
    return this.#buffer.flush();
  }

  /** The CLI took up a queued message, or never will. */
  settleUserMessage(uuid: string, state: 'sent' | 'withdrawn'): readonly TranscriptChange[] {
    this.#settleUser(uuid, state);
    return this.#buffer.flush();
  }

  /** The input of an open call as Claude wrote it; null when the call is not known. */
  inputOf(toolUseId: string): ToolItem['input'] | null {
    return this.#tools.inputOf(toolUseId);
  }

  /** Shows the input that a hook gave to an open call, since that is what will run. Null when no hook changed it. */
  setChangedInput(toolUseId: string, changed: ToolItem['input'] | null): readonly TranscriptChange[] {
    this.#tools.setChangedInput(toolUseId, changed);
    return this.#buffer.flush();
  }

  recordDecision(toolUseId: string, decision: ToolDecision): readonly TranscriptChange[] {
    this.#tools.recordDecision(toolUseId, decision);
    return this.#buffer.flush();
  }

  /**
   * Adds a prompt of a tool or an MCP server, or replaces it by its newer version. It belongs to a call, or is a note of its own if
   * the call is not known.
   */
  setInteraction(toolUseId: string | null, step: InteractionStep): readonly TranscriptChange[] {
    this.#buffer.at = this.#now();
    const placed = { ...step, turn: step.turn ?? this.#turn };
    if (toolUseId !== null) this.#tools.setInteraction(toolUseId, placed);
    else this.#notes.setInteraction(placed);
    return this.#buffer.flush();
  }

  /** The newest call of one of these tools that runs now; null if there is none. */
  newestRunningCall(isMeant: (tool: string) => boolean): string | null {
    return this.#tools.newestRunning(isMeant);
  }

  addNote(note: Note): readonly TranscriptChange[] {
    this.#buffer.at = this.#now();
    this.#buffer.addNote(note);
    return this.#buffer.flush();
  }

  /** Ends everything in progress, because the run is gone. A new run may still bring a call's result. */
  endRun(): readonly TranscriptChange[] {
    this.#text.cutOff();
    this.#tools.endRun();
    this.#notes.endRun();
    this.#cost.endRun();
    this.#conversationId = null;
    this.#modeIsKnown = false;
    return this.#buffer.flush();
  }

  #onEvent(event: Exclude<ClaudeEvent, { kind: 'text-delta' }>): void {
    switch (event.kind) {
      case 'message-started':
        this.#notes.endRetry();
        this.#text.startMessage(event.parentToolUseId, event.messageId);
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
        this.#modeIsKnown ||= event.mode !== null;
        this.#notes.noteMode(event.mode);
        if (event.compaction === 'running') this.#notes.noteCompaction('running');
        if (event.compaction === 'failed') this.#notes.noteCompaction('failed', { text: event.error });
        break;
      case 'compacted': {
        const { trigger, tokensBefore, tokensAfter } = event;
        this.#notes.noteCompaction('done', { trigger, tokensBefore, tokensAfter });
        break;
      }
      case 'compaction-summary':
        this.#notes.addSummary(event.text);
        break;
      case 'retrying':
        this.#text.discardAll();
        this.#notes.noteRetry(event);
        break;
      case 'rate-limit':
        this.#notes.noteRateLimit(event);
        break;
      case 'call-refused': {
        const { tool, toolUseId, reason } = event;
        if (toolUseId !== null) this.#tools.deny(toolUseId);
        this.#buffer.addNote({ what: 'refused', tool, toolUseId, reason });
        break;
      }
      case 'task-started':
        this.#tools.startTask(event.toolUseId ?? '');
        break;
      case 'task-progress':
        this.#tools.setProgress(event.toolUseId ?? '', event.progress);
        break;
      case 'task-ended': {
        const { toolUseId, status, summary } = event;
        if (!this.#tools.endTask(toolUseId ?? '')) this.#buffer.addNote({ what: 'task', toolUseId, status, text: summary });
        break;
      }
      case 'queued-message-settled':
        this.#settleUser(event.uuid, event.state);
        break;
      case 'conversation-reset':
        this.#onCleared();
        break;
      case 'peer-message-settled':
        if (event.isLetIn) this.#notes.noteMessage(event.sender, null);
        break;
      case 'cli-trouble':
        this.#notes.noteTrouble(event.trouble);
        break;
      case 'info':
        this.#buffer.addNote({ what: 'info', text: event.text });
        break;
      case 'state-changed':
      case 'background-tasks-changed':
      case 'peer-message-held':
      case 'conversation-missing':
      case 'elicitation-completed':
        break;
      default:
        assertNever(event);
    }
  }

  #onAssistantMessage({ uuid, parentToolUseId, messageId, content }: AssistantMessage): void {
    if (this.#isRepeated(uuid)) return;
    this.#notes.endRetry();
    this.#text.discardOthers(parentToolUseId, messageId);
    if (content.kind === 'api-error') this.#notes.noteApiError(content.error, content.text);
    else if (content.kind === 'output') this.#notes.noteOutput(content.text);
    else {
      for (const block of content.blocks) {
        if (block.kind === 'tool') this.#tools.start(block, parentToolUseId, messageId);
        else this.#text.confirm(block.kind, messageId, parentToolUseId, block.text);
      }
    }
  }

  #onUserMessage({ uuid, text, images }: UserMessage): void {
    if (uuid !== null) this.#settleUser(uuid, 'sent');
    if (this.#isRepeated(uuid)) return;
    if (text.what === 'output') this.#notes.noteOutput(text.text);
    else if (text.what === 'message') this.#notes.noteMessage(text.sender, text.text);
    else if (text.what === 'task' || text.what === 'interrupted') this.#buffer.addNote(text);
    else if (text.what !== 'nothing' || images.length > 0) {
      const words = text.what === 'nothing' ? '' : text.text;
      this.#putUser({ uuid: uuid ?? `unnamed-${this.#buffer.length}`, text: words, images, state: 'sent' });
    }
  }

  #onTurnStarted({ conversationId, mode, model }: TurnStarted): void {
    if (conversationId !== null && this.#conversationId !== null && conversationId !== this.#conversationId) this.#onCleared();
    // A mode that was reported before the first turn is newer than the one in it.
    if (this.#conversationId !== null || !this.#modeIsKnown) this.#notes.noteMode(mode);
    this.#conversationId = conversationId ?? this.#conversationId;
    this.#notes.noteModel(model);
  }

  #onCleared(): void {
    this.#buffer.addNote({ what: 'cleared' });
    this.#conversationId = null;
  }

  #onTurnEnded(event: TurnEnded): void {
    const { outcome, reason, apiErrorStatus, cost, tokens, durationMs, modelTurns } = event;
    this.#notes.endRetry();
    this.#text.discardAll();
    if (modelTurns > 0) this.#tools.endTurn(event);
    if (event.message) this.#notes.noteMessage(event.message.sender, event.message.text);
    const failure = this.#notes.endTurn(event);
    this.#buffer.put({
      ...this.#buffer.newItem('result'),
      kind: 'result',
      outcome,
      reason,
      text: outcome === 'failed' ? failure : null,
      apiErrorStatus,
      costUsd: this.#cost.costOf(cost),
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
    this.#buffer.put({ ...item, state });
  }

  #putUser({ uuid, text, images, state }: SentMessage): UserItem {
    const item = this.#buffer.put<UserItem>({
      ...this.#buffer.newItem('user', uuid),
      kind: 'user',
      uuid,
      text,
      images: [...images],
      state,
    });
    this.#turn = item.index;
    return item;
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
    if (oldest !== undefined && this.#seen.size > rememberedMessages) this.#seen.delete(oldest);
  }
}
