import type { z } from 'zod';
import type { Note, ToolDecision, ToolItem, TranscriptChange, TranscriptImage, TranscriptItem, UserItem } from '../../shared/transcript';
import {
  AssistantLine,
  type CliLine,
  contentsOf,
  isRecord,
  LifecycleLine,
  RateLimitLine,
  ResultLine,
  SystemLine,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  UserLine,
} from './transcript/cli-lines';
import { Notes } from './transcript/notes';
import { readSaid } from './transcript/said';
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
 * Turns the lines of one session's runs into its transcript. Each call returns what changed: new items, and new
 * versions of items whose text grew or whose tool came back. A line it can't read changes nothing and is counted.
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
  #ignored = 0;
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

  /** How many lines and blocks of a known type could not be read. */
  get ignored(): number {
    return this.#ignored;
  }

  /** Takes one line of the CLI. */
  add(line: CliLine): readonly TranscriptChange[] {
    if (line.type === 'stream_event') this.#onStreamEvent(line);
    else {
      this.#sheet.at = (typeof line.timestamp === 'string' && Date.parse(line.timestamp)) || this.#now();
      this.#onLine(line);
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

  /** A person or a rule refused this call. The CLI itself says so only at the end of the turn. */
  deny(toolUseId: string): readonly TranscriptChange[] {
    this.#tools.deny(toolUseId);
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

  #onStreamEvent({ event, parent_tool_use_id }: CliLine): void {
    const parent = typeof parent_tool_use_id === 'string' ? parent_tool_use_id : null;
    if (!isRecord(event)) this.#ignored++;
    else if (event.type === 'content_block_delta') {
      if (!this.#speech.grow(parent, event.index, event.delta, this.#now)) this.#ignored++;
    } else if (event.type === 'message_start') {
      this.#notes.endRetry();
      if (isRecord(event.message) && typeof event.message.id === 'string') this.#speech.start(parent, event.message.id);
      else this.#ignored++;
    }
  }

  #onLine(line: CliLine): void {
    switch (line.type) {
      case 'assistant':
        this.#read(AssistantLine, line, (parsed) => this.#onAssistant(parsed));
        break;
      case 'user':
        this.#read(UserLine, line, (parsed) => this.#onUser(parsed));
        break;
      case 'system':
        this.#read(SystemLine, line, (parsed) => this.#onSystem(parsed));
        break;
      case 'result':
        this.#read(ResultLine, line, (parsed) => this.#onResult(parsed));
        break;
      case 'rate_limit_event':
        this.#read(RateLimitLine, line, (parsed) => this.#notes.rateLimit(parsed));
        break;
      case 'command_lifecycle':
        this.#read(LifecycleLine, line, ({ command_uuid, state }) => {
          if (state !== 'queued') this.#settleUser(command_uuid, state === 'cancelled' ? 'withdrawn' : 'sent');
        });
        break;
      case 'conversation_reset':
        this.#onCleared();
        break;
    }
  }

  #onAssistant({ message: { id, model, content }, ...line }: z.infer<typeof AssistantLine>): void {
    if (this.#isRepeated(line.uuid)) return;
    this.#notes.endRetry();
    const parent = line.parent_tool_use_id ?? null;
    this.#speech.discardOthers(parent, id);
    const error = line.error ?? (line.isApiErrorMessage ? 'unknown' : null);
    if (error !== null) {
      this.#notes.apiError(error, contentsOf(content).text);
    } else if (model === '<synthetic>') {
      this.#notes.output(contentsOf(content).text);
    } else {
      for (const block of content) this.#onBlock(block, id, parent);
    }
  }

  #onBlock(block: { readonly type: string }, messageId: string, parent: string | null): void {
    switch (block.type) {
      case 'text':
        this.#read(TextBlock, block, ({ text }) => this.#speech.confirm('text', messageId, parent, text));
        break;
      case 'thinking':
        this.#read(ThinkingBlock, block, ({ thinking }) => this.#speech.confirm('thinking', messageId, parent, thinking));
        break;
      case 'tool_use':
        this.#read(ToolUseBlock, block, (use) => this.#tools.start(use, parent));
        break;
    }
  }

  #onUser(line: z.infer<typeof UserLine>): void {
    const results = line.message.content.filter(({ type }) => type === 'tool_result');
    for (const block of results) {
      this.#read(ToolResultBlock, block, (result) => {
        if (!this.#tools.finish(result, line)) this.#ignored++;
      });
    }
    // Text in a subagent's conversation is its instructions, which the call that started it shows.
    if (results.length > 0 || line.parent_tool_use_id || line.isMeta) return;
    const { text, images } = contentsOf(line.message.content);
    if (line.isSynthetic) {
      this.#notes.summary(text);
      return;
    }
    if (line.uuid) this.#settleUser(line.uuid, 'sent');
    if (!this.#isRepeated(line.uuid)) this.#onSaid(text, images, line.uuid ?? null);
  }

  #onSaid(text: string, images: readonly TranscriptImage[], uuid: string | null): void {
    const said = readSaid(text);
    if (said.what === 'output') this.#notes.output(said.text);
    else if (said.what === 'task' || said.what === 'interrupted') this.#sheet.note(said);
    else if (said.what === 'person' || images.length > 0) {
      const spoken = said.what === 'person' ? said.text : '';
      this.#putUser({ uuid: uuid ?? `unnamed-${this.#sheet.length}`, text: spoken, images, state: 'sent' });
    }
  }

  #onSystem(line: SystemLine): void {
    const toolUseId = line.tool_use_id ?? null;
    switch (line.subtype) {
      case 'init':
        if (line.session_id && this.#cliSession !== null && line.session_id !== this.#cliSession) this.#onCleared();
        // What a run says of its mode before its first init is newer than that.
        if (this.#cliSession !== null || !this.#modeTold) this.#notes.mode(line.permissionMode);
        this.#cliSession = line.session_id ?? this.#cliSession;
        this.#notes.model(line.model);
        break;
      case 'status':
        this.#modeTold ||= Boolean(line.permissionMode);
        this.#notes.mode(line.permissionMode);
        if (line.status === 'compacting') this.#notes.compaction('running');
        if (line.compact_result === 'failed') this.#notes.compaction('failed', { text: line.compact_error ?? null });
        break;
      case 'compact_boundary': {
        const { trigger, pre_tokens, post_tokens } = line.compact_metadata ?? {};
        const facts = { trigger: trigger ?? null, tokensBefore: pre_tokens ?? null, tokensAfter: post_tokens ?? null };
        this.#notes.compaction('done', facts);
        break;
      }
      case 'api_retry':
        this.#speech.discardAll();
        this.#notes.retry(line);
        break;
      case 'permission_denied': {
        if (toolUseId !== null) this.#tools.deny(toolUseId);
        const reason = line.decision_reason ?? line.decision_reason_type ?? null;
        this.#sheet.note({ what: 'refused', tool: line.tool_name ?? '', toolUseId, reason });
        break;
      }
      case 'task_started':
        this.#tools.startTask(toolUseId ?? '');
        break;
      case 'task_progress':
        this.#tools.progress(toolUseId ?? '', line);
        break;
      case 'task_notification':
        if (this.#tools.endTask(toolUseId ?? '')) break;
        this.#sheet.note({ what: 'task', toolUseId, status: line.status ?? 'unknown', text: line.summary ?? '' });
        break;
      case 'local_command':
        this.#onSaid(line.content ?? '', [], line.uuid ?? null);
        break;
      case 'informational':
      case 'model_refusal_no_fallback':
        if (line.content) this.#sheet.note({ what: 'info', text: line.content });
        break;
    }
  }

  #onCleared(): void {
    this.#sheet.note({ what: 'cleared' });
    this.#cliSession = null;
  }

  #onResult(line: z.infer<typeof ResultLine>): void {
    this.#notes.endRetry();
    this.#speech.discardAll();
    const modelTurns = line.num_turns ?? 0;
    if (modelTurns > 0) this.#tools.endTurn(line);
    // An API failure comes with the subtype "success": is_error decides.
    const reason = line.terminal_reason ?? (line.subtype === 'success' ? null : (line.subtype ?? null));
    const interrupted = reason?.startsWith('aborted_') === true;
    const outcome = interrupted ? 'interrupted' : line.is_error ? 'failed' : 'done';
    const failure = this.#notes.failure(line);
    this.#sheet.put({
      ...this.#sheet.place('result'),
      kind: 'result',
      outcome,
      reason,
      text: outcome === 'failed' ? failure : null,
      apiErrorStatus: line.api_error_status ?? null,
      costUsd: this.#cost.of(line),
      totalCostUsd: line.total_cost_usd ?? null,
      tokens: {
        input: line.usage?.input_tokens ?? 0,
        output: line.usage?.output_tokens ?? 0,
        cacheRead: line.usage?.cache_read_input_tokens ?? 0,
        cacheWrite: line.usage?.cache_creation_input_tokens ?? 0,
      },
      durationMs: line.duration_ms ?? 0,
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

  #read<T>(schema: z.ZodType<T>, value: unknown, use: (parsed: T) => void): void {
    const parsed = schema.safeParse(value);
    if (parsed.success) use(parsed.data);
    else this.#ignored++;
  }

  #isRepeated(uuid: string | null | undefined): boolean {
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
