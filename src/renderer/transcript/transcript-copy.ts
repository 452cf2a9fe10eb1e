import type { TranscriptItem } from '../../shared/transcript';

/** What the window holds of a transcript: how many items there are in all, and those that are near what is looked at. */
export interface TranscriptCopy {
  readonly total: number;
  readonly items: ReadonlyMap<number, TranscriptItem>;
}

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
  return { total: Math.max(copy.total, sent.total), items: items.size > mostItems ? nearest(items, looked) : items };
}

function nearest(items: ReadonlyMap<number, TranscriptItem>, looked: readonly number[]): ReadonlyMap<number, TranscriptItem> {
  const shown = new Set(looked);
  const first = looked[0] ?? 0;
  const last = looked.at(-1) ?? first;
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
