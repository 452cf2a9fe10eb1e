import { describe, expect, it } from 'vitest';
import type { TranscriptItem } from '../../shared/transcript';
import { saidItem as item } from './said-item';
import { hasEarlier, isAtEnd, mostItems, pageSize, type TranscriptWindow, withEarlier, withUpdate } from './transcript-window';

const items = (from: number, to: number): TranscriptItem[] => Array.from({ length: to - from }, (_, i) => item(from + i));
const holding = (from: number, to: number, total = to): TranscriptWindow => ({ items: items(from, to), total });

describe('a window on a transcript', () => {
  it('appends what joins on and replaces what it has', () => {
    const updated = withUpdate(holding(5, 8), { items: [item(7, 'newer'), item(8)], total: 9 }, true);
    expect(updated).toEqual({ items: [item(5), item(6), item(7, 'newer'), item(8)], total: 9 });
  });

  it('starts from nothing with whatever comes first', () => {
    expect(withUpdate({ items: [], total: 0 }, holding(0, 2), true)).toEqual(holding(0, 2));
  });

  it('has no gap: what does not join on, or is above it, is left out', () => {
    const updated = withUpdate(holding(5, 8), { items: [item(2), item(9)], total: 10 }, true);
    expect(updated).toEqual(holding(5, 8, 10));
    expect(isAtEnd(updated)).toBe(false);
  });

  it('drops the oldest while the end is followed', () => {
    const updated = withUpdate(holding(0, mostItems), holding(mostItems, mostItems + 1), true);
    expect(updated).toEqual(holding(mostItems + 1 - (mostItems - pageSize), mostItems + 1));
    expect(isAtEnd(updated)).toBe(true);
    expect(hasEarlier(updated)).toBe(true);
  });

  it('keeps what a person reads further up, and no longer reaches the end', () => {
    const updated = withUpdate(holding(0, mostItems), { items: [item(3, 'newer'), item(mostItems)], total: mostItems + 1 }, false);
    expect(updated.items.length).toBe(mostItems);
    expect(updated.items[3]).toEqual(item(3, 'newer'));
    expect(isAtEnd(updated)).toBe(false);
  });

  it('takes the page before it, and lets go of the newest when there are too many', () => {
    expect(withEarlier(holding(4, 6), holding(1, 4, 6))).toEqual(holding(1, 6));
    const full = withEarlier(holding(pageSize, pageSize + mostItems), holding(0, pageSize));
    expect(full).toEqual(holding(0, mostItems, mostItems + pageSize));
  });

  it('ignores a page that is not the one before it', () => {
    expect(withEarlier(holding(4, 6), holding(0, 2, 6))).toEqual(holding(4, 6));
  });
});
