import { describe, expect, it } from 'vitest';
import type { TranscriptItem } from '../../shared/transcript';
import { saidItem as item } from './said-item';
import { missingPages, mostItems, pageSize, type TranscriptCopy, withItems } from './transcript-copy';

const items = (from: number, to: number): TranscriptItem[] => Array.from({ length: to - from }, (_, i) => item(from + i));
const indexes = (from: number, to: number): number[] => items(from, to).map(({ index }) => index);
const holding = (from: number, to: number, total = to): TranscriptCopy => ({
  items: new Map(items(from, to).map((one) => [one.index, one])),
  total,
});
const held = ({ items: all }: TranscriptCopy): number[] => [...all.keys()].sort((a, b) => a - b);

describe('a copy of a transcript', () => {
  it('takes new items and new versions, wherever they are', () => {
    const copy = withItems(holding(5, 8, 20), { items: [item(7, 'newer'), item(20)], total: 21 }, [5, 6, 7]);
    expect(copy).toEqual({ items: new Map([5, 6, 7, 20].map((index) => [index, item(index, index === 7 ? 'newer' : '')])), total: 21 });
  });

  it('lets go of what is furthest from what is looked at', () => {
    const reading = withItems(holding(0, mostItems), { items: items(mostItems, mostItems + 1), total: mostItems + 1 }, indexes(0, 10));
    expect(held(reading)).toEqual(indexes(0, mostItems - pageSize));
    const following = withItems(
      holding(0, mostItems),
      { items: items(mostItems, mostItems + 1), total: mostItems + 1 },
      indexes(mostItems - 10, mostItems),
    );
    expect(held(following)).toEqual(indexes(pageSize + 1, mostItems + 1));
  });

  it('holds no more than its bound of what is folded away between two rows', () => {
    const copy = withItems(holding(0, mostItems), { items: items(mostItems, mostItems + pageSize), total: 5_000 }, [0, 1, 4_000, 4_001]);
    expect(copy.items.size).toBe(mostItems - pageSize);
    expect([copy.items.has(0), copy.items.has(1)]).toEqual([true, true]);
  });

  it('knows which pages it lacks, and asks for none past the end', () => {
    expect(missingPages(holding(0, 10, 10), indexes(5, 15))).toEqual([]);
    expect(missingPages(holding(0, pageSize, 1_000), indexes(pageSize - 2, pageSize + 2))).toEqual([pageSize]);
    expect(missingPages(holding(0, 0, 1_000), [3, pageSize * 4 + 1])).toEqual([0, pageSize * 4]);
  });
});
