import { useVirtualizer } from '@tanstack/react-virtual';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import type { TranscriptHit } from '../../shared/transcript';
import { watchedTranscriptAtom } from '../app-state';
import { FoldsContext, RevealedContext } from './folds';
import { useFollowedEnd } from './follow-end';
import type { Place } from './places';
import { useShownHit } from './shown-hit';
import { isHidden, SubagentsContext } from './subagents';
import styles from './transcript.module.css';
import type { TranscriptCopy } from './transcript-copy';
import { TranscriptEntry } from './transcript-entry';
import { useSubagents } from './use-subagents';

interface RowsProps {
  readonly sessionId: SessionId;
  readonly copy: TranscriptCopy;
  readonly scroller: HTMLElement;
  readonly place: Place;
  readonly following: boolean;
  readonly onFollow: (follow: boolean) => void;
  /** What was found and is to be shown; a new object for each step. */
  readonly hit: TranscriptHit | null;
  /** What comes after the items. */
  readonly children: ReactNode;
}

/** Of a row that was never drawn, in pixels. */
const guessedHeight = 56;
/** Rows drawn above and below those in view. */
const spare = 6;
/** Rows whose heights are kept for coming back. */
const keptHeights = 40;

/** The transcript's items, of which only those near the view are drawn, whatever their number. */
export function Rows({ sessionId, copy, scroller, place, following, onFollow, hit, children }: RowsProps) {
  const reader = useAtomValue(watchedTranscriptAtom);
  const [content, setContent] = useState<HTMLElement | null>(null);
  // Once: asking for it lays the page out.
  const [initialRect] = useState(() => ({ width: scroller.clientWidth, height: scroller.clientHeight }));
  const { outline, folds } = useSubagents(copy, place);
  const hidden = (index: number): boolean => isHidden(outline, folds.open, index);

  const virtualizer = useVirtualizer({
    count: copy.total,
    getScrollElement: () => scroller,
    estimateSize: (index) => (hidden(index) ? 0 : guessedHeight),
    overscan: spare,
    initialRect,
    initialOffset: () => (place.following ? copy.total * guessedHeight : startOf(place)),
    initialMeasurementsCache: [...place.heights],
  });
  // At the end there is only one place to be, and the end is kept by following it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = following ? () => false : undefined;

  const rows = virtualizer.getVirtualItems();
  const drawn = rows.filter(({ index }) => !hidden(index)).map(({ index }) => index);
  const first = drawn[0];
  const last = drawn.at(-1);

  useHiddenHeights(copy, hidden, outline, folds.open, (index, height) => virtualizer.resizeItem(index, height));
  useFollowedEnd({ scroller, content, following, onFollow });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is told by its ends, and anew when something came in
  useEffect(() => reader?.look(drawn), [reader, first, last, drawn.length, copy]);

  useEffect(() => {
    const keep = (): void => {
      const top = virtualizer.getVirtualItemForOffset(scroller.scrollTop);
      if (!top) return;
      place.first = top.index;
      place.into = scroller.scrollTop - top.start;
    };
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', keep);
      place.heights = virtualizer.takeSnapshot().filter(({ index }) => Math.abs(index - place.first) < keptHeights);
    };
  }, [scroller, virtualizer, place]);

  const read = useCallback((indexes: readonly number[]) => reader?.look(indexes), [reader]);
  const leaveEnd = useEffectEvent(() => onFollow(false));
  const scrollTo = useCallback(
    (index: number) => {
      leaveEnd();
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
    [virtualizer],
  );
  useShownHit({ hit, copy, read, unfold: folds.reveal, scrollTo });

  const start = rows[0]?.start ?? 0;
  const end = rows.at(-1)?.end ?? 0;
  return (
    <FoldsContext value={place.folds}>
      <SubagentsContext value={folds}>
        <div ref={setContent} className={styles.content}>
          <div style={{ paddingTop: start, paddingBottom: Math.max(0, virtualizer.getTotalSize() - end) }}>
            {drawn.map((index) => {
              const item = copy.items.get(index);
              return item ? (
                <div key={index} ref={virtualizer.measureElement} data-index={index} className={styles.row}>
                  <RevealedContext value={hit?.index === index}>
                    <TranscriptEntry sessionId={sessionId} item={item} labelled={startsSubagent(outline.parents, index)} />
                  </RevealedContext>
                </div>
              ) : (
                <div key={index} className={styles.unread} style={{ height: guessedHeight }} />
              );
            })}
          </div>
          {children}
        </div>
      </SubagentsContext>
    </FoldsContext>
  );
}

/** Where the top of the view was, measured with the heights that are known. */
function startOf({ first, into, heights }: Place): number {
  const known = heights.filter(({ index }) => index < first);
  return (first - known.length) * guessedHeight + known.reduce((sum, { size }) => sum + size, 0) + into;
}

/** Whether what a subagent did begins here, or goes on after something else. */
const startsSubagent = (parents: ReadonlyMap<number, string>, index: number): boolean =>
  parents.has(index) && parents.get(index) !== parents.get(index - 1);

/** Rows that are not drawn are never measured; their height is told. */
function useHiddenHeights(
  copy: TranscriptCopy,
  hidden: (index: number) => boolean,
  outline: unknown,
  open: unknown,
  resize: (index: number, height: number) => void,
): void {
  const told = useRef(new Set<number>());
  const indexes = useMemo(() => [...copy.items.keys()], [copy.items]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which are hidden follows from the outline and what is open
  useLayoutEffect(() => {
    const shown = [...told.current].filter((index) => !hidden(index));
    const gone = indexes.filter((index) => hidden(index) && !told.current.has(index));
    if (shown.length + gone.length === 0) return;
    // Not within React's commit: the list draws at once when heights change, and still before the next frame.
    queueMicrotask(() => {
      for (const index of shown) resize(index, guessedHeight);
      for (const index of gone) resize(index, 0);
    });
    for (const index of shown) told.current.delete(index);
    for (const index of gone) told.current.add(index);
  }, [indexes, outline, open]);
}
