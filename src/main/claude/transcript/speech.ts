import type { TextItem, ThinkingItem } from '../../../shared/transcript';
import { isRecord } from './cli-lines';
import { longestSpeech } from './preview';
import type { Sheet } from './sheet';

type SpeechItem = TextItem | ThinkingItem;
export type SpeechKind = SpeechItem['kind'];

/** A message being streamed, and those of its blocks that no complete line has confirmed yet. */
interface Stream {
  readonly messageId: string;
  readonly blocks: Map<number, SpeechItem>;
}

/** What Claude says and thinks. Streamed text is provisional and bound to its message: it is confirmed, discarded or cut. */
export class Speech {
  readonly #sheet: Sheet;
  /** By the subagent's call; null is the main conversation. */
  readonly #streams = new Map<string | null, Stream>();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  start(parent: string | null, messageId: string): void {
    if (this.#streams.get(parent)?.messageId === messageId) return;
    this.discard(parent);
    this.#streams.set(parent, { messageId, blocks: new Map() });
  }

  /** Returns whether it could be read. Thousands of these come a second: checked by hand, not by a schema. */
  grow(parent: string | null, index: unknown, delta: unknown, now: () => number): boolean {
    const stream = this.#streams.get(parent);
    if (!stream || typeof index !== 'number' || !isRecord(delta)) return false;
    const kind = delta.type === 'text_delta' ? 'text' : delta.type === 'thinking_delta' ? 'thinking' : null;
    if (kind === null) return true;
    const more = kind === 'text' ? delta.text : delta.thinking;
    if (typeof more !== 'string') return false;
    const before = stream.blocks.get(index);
    // Past the bound there is nothing to show of it; the complete line will bring it.
    if (more === '' || (before && before.text.length + more.length > longestSpeech)) return true;
    if (!before) this.#sheet.at = now();
    const item = before
      ? this.#sheet.put({ ...before, text: before.text + more })
      : this.#say(kind, stream.messageId, parent, more, 'streaming');
    stream.blocks.set(index, item);
    return true;
  }

  /** A complete block takes the place of what was streamed of it. */
  confirm(kind: SpeechKind, messageId: string, parent: string | null, text: string): void {
    const blocks = this.#streams.get(parent)?.blocks;
    for (const [index, item] of blocks ?? []) {
      if (item.kind !== kind) continue;
      blocks?.delete(index);
      this.#sheet.put({ ...item, text, state: 'done' });
      return;
    }
    if (text !== '') this.#say(kind, messageId, parent, text, 'done');
  }

  /** Text streamed under another id was cut off and is being answered anew: it was never said. */
  discardOthers(parent: string | null, messageId: string): void {
    if (this.#streams.get(parent)?.messageId !== messageId) this.discard(parent);
  }

  discardAll(): void {
    for (const parent of [...this.#streams.keys()]) this.discard(parent);
  }

  discard(parent: string | null): void {
    for (const { index, key, at } of this.#streams.get(parent)?.blocks.values() ?? []) {
      this.#sheet.put({ index, key, at, truncated: false, kind: 'discarded' });
    }
    this.#streams.delete(parent);
  }

  /** The run is gone. The person saw these words, so they stay; that they were cut off is said. */
  cut(): void {
    for (const { blocks } of this.#streams.values()) for (const item of blocks.values()) this.#sheet.put({ ...item, state: 'cut' });
    this.#streams.clear();
  }

  #say(kind: SpeechKind, messageId: string, parent: string | null, text: string, state: SpeechItem['state']): SpeechItem {
    const facts = { ...this.#sheet.place(kind), messageId, parentToolUseId: parent, text, state };
    return kind === 'text' ? this.#sheet.put({ ...facts, kind }) : this.#sheet.put({ ...facts, kind });
  }
}
