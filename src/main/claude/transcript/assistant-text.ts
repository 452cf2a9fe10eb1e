import type { TextItem, ThinkingItem } from '../../../shared/transcript';
import type { TextDelta } from '../events';
import type { ChangeBuffer } from './change-buffer';
import { longestAssistantText } from './preview';

type AssistantItem = TextItem | ThinkingItem;

/** A message being streamed, and those of its blocks that no complete message has confirmed yet. */
interface Stream {
  readonly messageId: string;
  readonly blocks: Map<number, AssistantItem>;
}

/**
 * The text and thinking of Claude. Streamed text is provisional and belongs to its message: it is confirmed by the complete
 * message, discarded, or cut off.
 */
export class AssistantText {
  readonly #buffer: ChangeBuffer;
  /** By the call that started the subagent; null is the main conversation. */
  readonly #streams = new Map<string | null, Stream>();

  constructor(buffer: ChangeBuffer) {
    this.#buffer = buffer;
  }

  startMessage(parent: string | null, messageId: string): void {
    if (this.#streams.get(parent)?.messageId === messageId) return;
    this.#discard(parent);
    this.#streams.set(parent, { messageId, blocks: new Map() });
  }

  /** Drops a delta whose message was never started. */
  append({ parentToolUseId, blockIndex, blockKind, text }: TextDelta, now: () => number): void {
    const stream = this.#streams.get(parentToolUseId);
    if (!stream || text === '') return;
    const before = stream.blocks.get(blockIndex);
    // An item stops growing at the limit; the complete message brings the rest.
    if (before && before.text.length + text.length > longestAssistantText) return;
    if (!before) this.#buffer.at = now();
    const item = before
      ? this.#buffer.put({ ...before, text: before.text + text })
      : this.#add(blockKind, stream.messageId, parentToolUseId, text, 'streaming');
    stream.blocks.set(blockIndex, item);
  }

  /** Replaces what was streamed of a block by the complete block. */
  confirm(kind: AssistantItem['kind'], messageId: string, parent: string | null, text: string): void {
    const blocks = this.#streams.get(parent)?.blocks;
    for (const [index, item] of blocks ?? []) {
      if (item.kind !== kind) continue;
      blocks?.delete(index);
      this.#buffer.put({ ...item, text, state: 'done' });
      return;
    }
    if (text !== '') this.#add(kind, messageId, parent, text, 'done');
  }

  /** Discards text of another message: its stream broke, and the CLI asked the model again under a new id. */
  discardOthers(parent: string | null, messageId: string): void {
    if (this.#streams.get(parent)?.messageId !== messageId) this.#discard(parent);
  }

  discardAll(): void {
    for (const parent of [...this.#streams.keys()]) this.#discard(parent);
  }

  /** The run is gone. The person has read this text, so it stays and is marked as cut off. */
  cutOff(): void {
    for (const { blocks } of this.#streams.values()) for (const item of blocks.values()) this.#buffer.put({ ...item, state: 'cut' });
    this.#streams.clear();
  }

  #discard(parent: string | null): void {
    for (const { index, key, at } of this.#streams.get(parent)?.blocks.values() ?? []) {
      this.#buffer.put({ index, key, at, truncated: false, kind: 'discarded' });
    }
    this.#streams.delete(parent);
  }

  #add(kind: AssistantItem['kind'], messageId: string, parent: string | null, text: string, state: AssistantItem['state']): AssistantItem {
    const fields = { ...this.#buffer.newItem(kind), messageId, parentToolUseId: parent, text, state };
    return kind === 'text' ? this.#buffer.put({ ...fields, kind }) : this.#buffer.put({ ...fields, kind });
  }
}
