import { parentOf } from '../../shared/item-parent';
import type { SubagentSteps, TranscriptItem } from '../../shared/transcript';

/** The part of a transcript that the window has loaded: the total number of items, and those near the visible ones. */
export interface TranscriptCopy {
  readonly total: number;
  readonly items: ReadonlyMap<number, TranscriptItem>;
  /** The steps of the opened subagents, by the id of the call that started them. */
  readonly steps: ReadonlyMap<string, SubagentSteps>;
}

export const emptyCopy: TranscriptCopy = { total: 0, items: new Map(), steps: new Map() };

export interface SentItems {
  readonly total: number;
  readonly items: readonly TranscriptItem[];
}

/** How many items are loaded at a time, and the most that are kept. */
export const pageSize = 60;
export const maxItems = 600;

/** Adds new items and new versions. Over the limit, it drops the items furthest from the visible ones. */
export function withItems(copy: TranscriptCopy, sent: SentItems, visible: readonly number[]): TranscriptCopy {
  const items = new Map(copy.items);
  for (const item of sent.items) items.set(item.index, item);
  return {
    total: Math.max(copy.total, sent.total),
    items: items.size > maxItems ? nearest(items, visible) : items,
    steps: withNewSteps(copy.steps, sent.items),
  };
}

/** Adds the steps of a subagent. Loaded steps may be newer than those in the reply. */
export function withSteps(copy: TranscriptCopy, toolUseId: string, read: SubagentSteps): TranscriptCopy {
  const loaded = [...copy.items.values()].filter((item) => parentOf(item) === toolUseId).map(({ index }) => index);
  const indexes = [...new Set([...read.indexes, ...loaded])].sort((a, b) => a - b);
  const total = Math.max(copy.total, (indexes.at(-1) ?? -1) + 1);
  return { ...copy, total, steps: new Map(copy.steps).set(toolUseId, { ...read, indexes }) };
}

/** Returns the same map when there is no new step, so that the rows are not computed again. */
function withNewSteps(steps: TranscriptCopy['steps'], items: readonly TranscriptItem[]): TranscriptCopy['steps'] {
  let after: Map<string, SubagentSteps> | null = null;
  for (const item of items) {
    const parent = parentOf(item);
    const known = parent === null ? undefined : (after ?? steps).get(parent);
    if (parent === null || !known || item.index <= (known.indexes.at(-1) ?? -1)) continue;
    after ??= new Map(steps);
    after.set(parent, { ...known, indexes: [...known.indexes, item.index] });
  }
  return after ?? steps;
}

function nearest(items: ReadonlyMap<number, TranscriptItem>, visible: readonly number[]): ReadonlyMap<number, TranscriptItem> {
  const shown = new Set(visible);
  // `visible` is not sorted by index, because the steps of a subagent are shown under its call.
  const first = visible.length === 0 ? 0 : Math.min(...visible);
  const last = visible.length === 0 ? 0 : Math.max(...visible);
  const distance = (index: number): number => {
    if (shown.has(index)) return -1;
    if (index < first) return first - index;
    // Between two visible items but not visible itself: folded.
    return index > last ? index - last : Number.POSITIVE_INFINITY;
  };
  // Drop a whole page at a time, so that not every new item sorts them all again.
  const kept = [...items].sort(([a], [b]) => distance(a) - distance(b)).slice(0, maxItems - pageSize);
  return new Map(kept);
}

/** Returns the pages to load for the visible items, by the index of their first item. */
export function missingPages({ items, total }: TranscriptCopy, visible: readonly number[]): number[] {
  const missing = visible.filter((index) => index < total && !items.has(index));
  return [...new Set(missing.map((index) => index - (index % pageSize)))];
}
