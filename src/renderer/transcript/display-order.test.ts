import { expect, it } from 'vitest';
import { asItCame, type DisplayOrder, displayOrder } from './display-order';

const steps = (call: number | null, indexes: number[], parentToolUseId: string | null = null) => ({ call, indexes, parentToolUseId });
const drawn = (order: DisplayOrder, total: number): number[] => Array.from({ length: total }, (_, position) => order.itemAt(position));
const opened = (order: DisplayOrder, total: number): number[] => drawn(order, total).filter(order.isOpened);

it('is as items came while no call is open', () => {
  expect(displayOrder(5, [])).toBe(asItCame);
});

it('puts the steps of subagents that took turns under their own calls', () => {
  const order = displayOrder(9, [steps(1, [3, 5, 7]), steps(2, [4, 6])]);
  expect(drawn(order, 9)).toEqual([0, 1, 3, 5, 7, 2, 4, 6, 8]);
  expect(drawn(order, 9).map(order.positionOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(opened(order, 9)).toEqual([3, 5, 7, 4, 6]);
});

it('leaves the steps of a closed call where they are', () => {
  const order = displayOrder(7, [steps(1, [3, 5])]);
  expect([drawn(order, 7), opened(order, 7)]).toEqual([
    [0, 1, 3, 5, 2, 4, 6],
    [3, 5],
  ]);
});

it('nests a subagent in another, and shows it only where that is open too', () => {
  const both = displayOrder(6, [steps(3, [4], 'outer'), steps(0, [2, 3])]);
  expect([drawn(both, 6), opened(both, 6)]).toEqual([
    [0, 2, 3, 4, 1, 5],
    [2, 3, 4],
  ]);
  expect(opened(displayOrder(6, [steps(3, [4], 'outer')]), 6)).toEqual([]);
});

it('shows the steps of a call that is lost in their own place', () => {
  const order = displayOrder(3, [steps(null, [1])]);
  expect([drawn(order, 3), opened(order, 3)]).toEqual([[0, 1, 2], [1]]);
});
