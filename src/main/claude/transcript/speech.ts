import type { TextItem, ThinkingItem } from '../../../shared/transcript';
import type { TextDelta } from '../events';
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

  /** Adds to the streamed text. A delta of no message that was announced is dropped. */
  grow({ parentToolUseId, blockIndex, speech, text }: TextDelta, now: () => number): void {
    const stream = this.#streams.get(parentToolUseId);
    if (!stream || text === '') return;
    const before = stream.blocks.get(blockIndex);
    // Past the bound nothing more of it is shown; the complete message will bring it.
    if (before && before.text.length + text.length > longestSpeech) return;
    if (!before) this.#sheet.at = now();
    const item = before
      ? this.#sheet.put({ ...before, text: before.text + text })
      : this.#say(speech, stream.messageId, parentToolUseId, text, 'streaming');
    stream.blocks.set(blockIndex, item);
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
