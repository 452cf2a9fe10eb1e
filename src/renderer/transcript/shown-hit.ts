import { useEffect, useRef } from 'react';
import type { TranscriptHit } from '../../shared/transcript';
import type { TranscriptCopy } from '../base/transcript-copy';
import type { DisplayOrder } from './display-order';

interface ShownHit {
  readonly hit: TranscriptHit | null;
  readonly copy: TranscriptCopy;
  readonly order: DisplayOrder;
  readonly read: (indexes: readonly number[]) => void;
  readonly unfold: (toolUseId: string) => void;
  readonly scrollTo: (index: number) => void;
}

/** How many rows above and below a hit must be loaded before its position is known. */
const around = 12;

/** Scrolls to a hit once its row and the rows around it are loaded. Rows that load later would move it. */
export function useShownHit({ hit, copy, order, read, unfold, scrollTo }: ShownHit): void {
  const shown = useRef<TranscriptHit | null>(null);
  useEffect(() => {
    if (!hit || shown.current === hit) return;
    // The call of a nested subagent is hidden too, so open every call above it.
    for (let call = hit.parentToolUseId; call !== null; call = copy.steps.get(call)?.parentToolUseId ?? null) unfold(call);
    if (hit.parentToolUseId !== null && !order.isOpened(hit.index)) return;
    const at = order.positionOf(hit.index);
    const wanted = Array.from({ length: 2 * around + 1 }, (_, offset) => at - around + offset)
      .filter((position) => position >= 0 && position < copy.total)
      .map(order.itemAt);
    if (wanted.some((index) => !copy.items.has(index))) return read(wanted);
    shown.current = hit;
    scrollTo(hit.index);
  }, [hit, copy, order, read, unfold, scrollTo]);
}
