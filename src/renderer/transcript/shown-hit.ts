import { useEffect, useRef } from 'react';
import type { TranscriptHit } from '../../shared/transcript';
import type { TranscriptCopy } from './transcript-copy';

interface ShownHit {
  readonly hit: TranscriptHit | null;
  readonly copy: TranscriptCopy;
  readonly read: (indexes: readonly number[]) => void;
  readonly unfold: (toolUseId: string) => void;
  readonly scrollTo: (index: number) => void;
}

/** Rows above and below a hit whose heights say where it is. */
const around = 12;

/** Goes to what was found, once it and what is around it is there: rows that are read later would push it away. */
export function useShownHit({ hit, copy, read, unfold, scrollTo }: ShownHit): void {
  const shown = useRef<TranscriptHit | null>(null);
  useEffect(() => {
    if (!hit || shown.current === hit) return;
    const wanted = Array.from({ length: 2 * around + 1 }, (_, offset) => hit.index - around + offset);
    const missing = wanted.some((index) => index >= 0 && index < copy.total && !copy.items.has(index));
    if (hit.parentToolUseId !== null) unfold(hit.parentToolUseId);
    if (missing) return read(wanted.filter((index) => index >= 0));
    shown.current = hit;
    scrollTo(hit.index);
  }, [hit, copy, read, unfold, scrollTo]);
}
