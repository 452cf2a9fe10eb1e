import type { SubagentSteps } from '../../shared/transcript';

/** The order in which items are drawn. Every item has a position, even a hidden one. */
export interface DisplayOrder {
  readonly itemAt: (position: number) => number;
  readonly positionOf: (index: number) => number;
  /** Whether the item is a visible step: its call and every call around that are open. */
  readonly isOpened: (index: number) => boolean;
}

export const asItCame: DisplayOrder = { itemAt: (position) => position, positionOf: (index) => index, isOpened: () => false };

/** Orders items as they arrived, except that the steps of open subagent calls follow their call. */
export function displayOrder(total: number, opened: readonly SubagentSteps[]): DisplayOrder {
  if (opened.length === 0) return asItCame;
  const under = new Map<number, readonly number[]>();
  const shown = new Set<number>();
  for (const { call, indexes } of opened) {
    if (call === null) for (const index of indexes) shown.add(index);
    else under.set(call, indexes);
  }
  const moved = new Set([...under.values()].flat());
  const items = new Int32Array(total);
  const positions = new Int32Array(total);
  let next = 0;
  const put = (index: number, visible: boolean): void => {
    positions[index] = next;
    items[next++] = index;
    for (const step of under.get(index) ?? []) {
      if (visible) shown.add(step);
      put(step, visible);
    }
  };
  // A call inside a closed subagent call is hidden, even if it is open itself.
  const parented = new Set(opened.filter(({ parentToolUseId }) => parentToolUseId !== null).map(({ call }) => call));
  for (let index = 0; index < total; index++) if (!moved.has(index)) put(index, !parented.has(index));
  return {
    itemAt: (position) => items[position] ?? position,
    positionOf: (index) => positions[index] ?? index,
    isOpened: (index) => shown.has(index),
  };
}
