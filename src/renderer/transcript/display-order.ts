import type { SubagentSteps } from '../../shared/transcript';

/** In which order items are drawn. Every item has a place, also one that is not drawn. */
export interface DisplayOrder {
  readonly itemAt: (position: number) => number;
  readonly positionOf: (index: number) => number;
  /** Whether the item is a step that is to be seen: its call is open, and so is every call around that. */
  readonly isOpened: (index: number) => boolean;
}

export const asItCame: DisplayOrder = { itemAt: (position) => position, positionOf: (index) => index, isOpened: () => false };

/** As items came, but what subagents did stands under the calls that started them, as far as those are open. */
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
  // A call in a subagent whose own call is closed is not to be seen, whether it is open or not.
  const parented = new Set(opened.filter(({ parentToolUseId }) => parentToolUseId !== null).map(({ call }) => call));
  for (let index = 0; index < total; index++) if (!moved.has(index)) put(index, !parented.has(index));
  return {
    itemAt: (position) => items[position] ?? position,
    positionOf: (index) => positions[index] ?? index,
    isOpened: (index) => shown.has(index),
  };
}
