import type { TranscriptItem } from '../../shared/transcript';

/** The part of a transcript that the window holds: items without a gap, by index, and how many there are in all. */
export interface TranscriptWindow {
  readonly items: readonly TranscriptItem[];
  readonly total: number;
}

/** How much is read at a time, and the most that is ever held. */
export const pageSize = 200;
export const mostItems = 1_000;

const first = ({ items, total }: TranscriptWindow): number => items[0]?.index ?? total;
const end = (window: TranscriptWindow): number => first(window) + window.items.length;

export const hasEarlier = (window: TranscriptWindow): boolean => first(window) > 0;
/** Whether it reaches the transcript's last item. */
export const isAtEnd = (window: TranscriptWindow): boolean => end(window) >= window.total;

/**
 * New items, and new versions of items it had. What does not join on is left out: the window then no longer reaches the end,
 * and the end is read afresh when the person goes there. While the end is followed, the oldest make room for the newest.
 */
export function withUpdate(window: TranscriptWindow, update: TranscriptWindow, following: boolean): TranscriptWindow {
  const items = [...window.items];
  const start = update.items.length > 0 && items.length === 0 ? Math.min(...update.items.map(({ index }) => index)) : first(window);
  for (const item of [...update.items].sort((a, b) => a.index - b.index)) {
    const at = item.index - start;
    if (at < 0 || at > items.length) continue;
    if (at === items.length && items.length >= mostItems && !following) continue;
    items[at] = item;
  }
  // A page at a time, so that a long stream does not move the top with every item.
  return { items: items.length > mostItems ? items.slice(pageSize - mostItems) : items, total: Math.max(window.total, update.total) };
}

/** With the page before it. The newest make room when there are too many. */
export function withEarlier(window: TranscriptWindow, page: TranscriptWindow): TranscriptWindow {
  if (page.items.length === 0 || end(page) !== first(window)) return window;
  return { items: [...page.items, ...window.items].slice(0, mostItems), total: Math.max(window.total, page.total) };
}
