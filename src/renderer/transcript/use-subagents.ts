import { useCallback, useMemo, useState } from 'react';
import type { Place } from './places';
import { emptyOutline, type Outline, type SubagentFolds, withOutlines } from './subagents';
import type { TranscriptCopy } from './transcript-copy';

const foldKey = (toolUseId: string): string => `steps:${toolUseId}`;

interface Subagents {
  readonly outline: Outline;
  readonly folds: SubagentFolds & { readonly reveal: (toolUseId: string) => void };
}

/** What is known of the subagents in a transcript, and which of their calls are open. */
export function useSubagents({ items }: TranscriptCopy, place: Place): Subagents {
  const [known, setKnown] = useState<Outline>(emptyOutline);
  const outline = useMemo(() => withOutlines(known, items.values()), [known, items]);
  // What is known only grows, so this comes to rest at once.
  if (outline !== known) setKnown(outline);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...place.folds].flatMap(([key, is]) => (is && key.startsWith('steps:') ? [key.slice('steps:'.length)] : []))),
  );
  const set = useCallback(
    (toolUseId: string, wanted: (now: boolean) => boolean) =>
      setOpen((before) => {
        const after = new Set(before);
        const now = wanted(before.has(toolUseId));
        if (now) after.add(toolUseId);
        else after.delete(toolUseId);
        place.folds.set(foldKey(toolUseId), now);
        return after;
      }),
    [place],
  );
  const toggle = useCallback((toolUseId: string) => set(toolUseId, (now) => !now), [set]);
  const reveal = useCallback((toolUseId: string) => set(toolUseId, () => true), [set]);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const parent of outline.parents.values()) found.set(parent, (found.get(parent) ?? 0) + 1);
    return found;
  }, [outline]);
  const folds = useMemo(
    () => ({ open, toggle, reveal, count: (id: string) => counts.get(id) ?? 0, title: (id: string) => outline.titles.get(id) ?? '' }),
    [open, toggle, reveal, counts, outline],
  );
  return { outline, folds };
}
