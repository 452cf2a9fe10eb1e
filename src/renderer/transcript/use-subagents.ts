import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { watchedTranscriptAtom } from '../base/app-state';
import type { TranscriptCopy } from '../base/transcript-copy';
import { type DisplayOrder, displayOrder } from './display-order';
import type { Place } from './places';
import { emptyOutline, hidesNothing, isHidden, nothingHidden, withOutlines } from './subagents';
import type { SubagentFolds } from './tools/folds';

interface Subagents {
  readonly order: DisplayOrder;
  /** Whether an item is hidden. It stays the same function until its result may change. */
  readonly hidden: (index: number) => boolean;
  readonly folds: SubagentFolds & { readonly reveal: (toolUseId: string) => void };
}

/** Tracks the subagents of a transcript, which of their calls are open, and the order of rows that follows. */
export function useSubagents({ items, steps, total }: TranscriptCopy, place: Place): Subagents {
  const reader = useAtomValue(watchedTranscriptAtom);
  const [known, setKnown] = useState(emptyOutline);
  const outline = useMemo(() => withOutlines(known, items.values()), [known, items]);
  // The outline only grows, so this sets the state at most once per change.
  if (outline !== known) setKnown(outline);
  const [open, setOpen] = useAtom(place.openStepsAtom);
  const set = useCallback(
    (toolUseId: string, wanted: (now: boolean) => boolean) =>
      setOpen((before) => {
        const now = wanted(before.has(toolUseId));
        if (now === before.has(toolUseId)) return before;
        const after = new Set(before);
        if (now) after.add(toolUseId);
        else after.delete(toolUseId);
        return after;
      }),
    [setOpen],
  );
  const toggle = useCallback((toolUseId: string) => set(toolUseId, (now) => !now), [set]);
  const reveal = useCallback((toolUseId: string) => set(toolUseId, () => true), [set]);
  useEffect(() => {
    for (const toolUseId of open) if (!steps.has(toolUseId)) void reader?.openSteps(toolUseId);
  }, [reader, open, steps]);

  const order = useMemo(
    () =>
      displayOrder(
        total,
        [...open].flatMap((call) => steps.get(call) ?? []),
      ),
    [total, open, steps],
  );
  const hidden = useMemo(
    () => (hidesNothing(outline) ? nothingHidden : (index: number) => isHidden(outline, order.isOpened, index)),
    [outline, order],
  );
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const parent of outline.parents.values()) found.set(parent, (found.get(parent) ?? 0) + 1);
    return found;
  }, [outline]);
  const count = useCallback((call: string) => steps.get(call)?.indexes.length ?? counts.get(call) ?? 0, [steps, counts]);
  const folds = useMemo(() => ({ open, toggle, reveal, count }), [open, toggle, reveal, count]);
  return { order, hidden, folds };
}
