import { describe, expect, it } from 'vitest';
import { saidItem as item } from '../../../test/said-item';
import type { TranscriptItem } from '../../shared/transcript';
import { maxItems, missingPages, pageSize, type TranscriptCopy, withItems, withSteps } from './transcript-copy';

const items = (from: number, to: number): TranscriptItem[] => Array.from({ length: to - from }, (_, i) => item(from + i));
const indexes = (from: number, to: number): number[] => items(from, to).map(({ index }) => index);
const holding = (from: number, to: number, total = to): TranscriptCopy => ({
  items: new Map(items(from, to).map((one) => [one.index, one])),
  total,
  steps: new Map(),
});
const held = ({ items: all }: TranscriptCopy): number[] => [...all.keys()].sort((a, b) => a - b);

describe('a copy of a transcript', () => {
  it('adds new items and new versions at any index', () => {
    const copy = withItems(holding(5, 8, 20), { items: [item(7, 'newer'), item(20)], total: 21 }, [5, 6, 7]);
    expect(copy).toEqual({
      items: new Map([5, 6, 7, 20].map((index) => [index, item(index, index === 7 ? 'newer' : '')])),
      total: 21,
      steps: new Map(),
    });
  });

  it('drops the items furthest from the visible ones', () => {
    const reading = withItems(holding(0, maxItems), { items: items(maxItems, maxItems + 1), total: maxItems + 1 }, indexes(0, 10));
    expect(held(reading)).toEqual(indexes(0, maxItems - pageSize));
    const following = withItems(
      holding(0, maxItems),
      { items: items(maxItems, maxItems + 1), total: maxItems + 1 },
      indexes(maxItems - 10, maxItems),
    );
    expect(held(following)).toEqual(indexes(pageSize + 1, maxItems + 1));
  });

  it('keeps no more than its limit of folded items between two rows', () => {
    const copy = withItems(holding(0, maxItems), { items: items(maxItems, maxItems + pageSize), total: 5_000 }, [0, 1, 4_000, 4_001]);
    expect(copy.items.size).toBe(maxItems - pageSize);
    expect([copy.items.has(0), copy.items.has(1)]).toEqual([true, true]);
  });

  it('returns the missing pages, and none past the end', () => {
    expect(missingPages(holding(0, 10, 10), indexes(5, 15))).toEqual([]);
    expect(missingPages(holding(0, pageSize, 1_000), indexes(pageSize - 2, pageSize + 2))).toEqual([pageSize]);
    expect(missingPages(holding(0, 0, 1_000), [3, pageSize * 4 + 1])).toEqual([0, pageSize * 4]);
  });

  it('adds new steps of an open subagent, also those that arrived while its steps were loading', () => {
    const step = (index: number): TranscriptItem => ({
      ...{ index, key: `text:${index}`, at: 0, truncated: false, kind: 'text', messageId: 'm', text: '', state: 'done' },
      parentToolUseId: 'call',
    });
    const before = withItems(holding(0, 3), { items: [step(5)], total: 6 }, []);
    const opened = withSteps(before, 'call', { call: 1, parentToolUseId: null, indexes: [2, 3] });
    expect(opened.steps.get('call')?.indexes).toEqual([2, 3, 5]);
    const later = withItems(opened, { items: [step(5), item(6), step(7)], total: 8 }, []);
    expect(later.steps.get('call')?.indexes).toEqual([2, 3, 5, 7]);
    expect(withItems(later, { items: [step(7), item(8)], total: 9 }, []).steps).toBe(later.steps);
  });
});
