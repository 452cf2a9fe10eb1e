import { parentOf } from '../../shared/item-parent';
import type { SubagentSteps, TranscriptItem } from '../../shared/transcript';

/** What the window holds of a transcript: how many items there are in all, and those that are near what is looked at. */
export interface TranscriptCopy {
  readonly total: number;
  readonly items: ReadonlyMap<number, TranscriptItem>;
  /** Where the steps of the subagents are that were opened, by their calls. */
  readonly steps: ReadonlyMap<string, SubagentSteps>;
}

export const emptyCopy: TranscriptCopy = { total: 0, items: new Map(), steps: new Map() };

/** Items as main sends them. */
export interface SentItems {
  readonly total: number;
  readonly items: readonly TranscriptItem[];
}

/** How much is read at a time, and the most that is ever held. */
export const pageSize = 60;
export const mostItems = 600;

/** With new items and new versions. Past the bound, what is furthest from what is looked at goes first. */
export function withItems(copy: TranscriptCopy, sent: SentItems, looked: readonly number[]): TranscriptCopy {
  const items = new Map(copy.items);
  for (const item of sent.items) items.set(item.index, item);
  return {
    total: Math.max(copy.total, sent.total),
    items: items.size > mostItems ? nearest(items, looked) : items,
    steps: withNewSteps(copy.steps, sent.items),
  };
}

/** With what a subagent did so far. Steps that are held may be newer than what was read. */
export function withSteps(copy: TranscriptCopy, toolUseId: string, read: SubagentSteps): TranscriptCopy {
  const held = [...copy.items.values()].filter((item) => parentOf(item) === toolUseId).map(({ index }) => index);
  const indexes = [...new Set([...read.indexes, ...held])].sort((a, b) => a - b);
  const total = Math.max(copy.total, (indexes.at(-1) ?? -1) + 1);
  return { ...copy, total, steps: new Map(copy.steps).set(toolUseId, { ...read, indexes }) };
}

/** The same map when there is no new step, so that nothing is put in order for it. */
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

function nearest(items: ReadonlyMap<number, TranscriptItem>, looked: readonly number[]): ReadonlyMap<number, TranscriptItem> {
  const shown = new Set(looked);
  // Not in the order of their indexes: steps stand under their call.
  const first = looked.length === 0 ? 0 : Math.min(...looked);
  const last = looked.length === 0 ? 0 : Math.max(...looked);
  const distance = (index: number): number => {
    if (shown.has(index)) return -1;
    if (index < first) return first - index;
    // Between two that are looked at, but not looked at itself: folded away.
    return index > last ? index - last : Number.POSITIVE_INFINITY;
  };
  // A page's worth more than needed, so that not every item that comes sorts them all again.
  const kept = [...items].sort(([a], [b]) => distance(a) - distance(b)).slice(0, mostItems - pageSize);
  return new Map(kept);
}

/** The pages to read so that everything that is looked at is there, by the index of their first item. */
export function missingPages({ items, total }: TranscriptCopy, looked: readonly number[]): number[] {
  const missing = looked.filter((index) => index < total && !items.has(index));
  return [...new Set(missing.map((index) => index - (index % pageSize)))];
}
