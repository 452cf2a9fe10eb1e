import { useVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import type { TranscriptHit } from '../../shared/transcript';
import { watchedTranscriptAtom } from '../base/app-state';
import { ItemBoundary } from '../base/item-boundary';
import type { TranscriptCopy } from '../base/transcript-copy';
import type { DisplayOrder } from './display-order';
import { useFollowedEnd } from './follow-end';
import { followEndAtom, type Place } from './places';
import { useShownHit } from './shown-hit';
import { nothingHidden } from './subagents';
import { FoldsContext, RevealedContext, SubagentsContext } from './tools/folds';
import styles from './transcript.module.css';
import { TranscriptEntry } from './transcript-entry';
import { useSubagents } from './use-subagents';

interface RowsProps {
  readonly sessionId: SessionId;
  readonly copy: TranscriptCopy;
  readonly scroller: HTMLElement;
  readonly place: Place;
  /** What was found and is to be shown; a new object for each step. */
  readonly hit: TranscriptHit | null;
  /** What comes after the items. */
  readonly children: ReactNode;
}

/** Of a row that was never drawn, in pixels. */
const guessedHeight = 56;
const guess = (): number => guessedHeight;
/** Rows drawn above and below those in view. */
const spare = 6;
/** Rows whose heights are kept for coming back. */
const keptHeights = 40;

/** The transcript's items, of which only those near the view are drawn, whatever their number. */
export function Rows({ sessionId, copy, scroller, place, hit, children }: RowsProps) {
  const reader = useAtomValue(watchedTranscriptAtom);
  const following = useAtomValue(place.followingAtom);
  const followEnd = useSetAtom(followEndAtom);
  const [content, setContent] = useState<HTMLElement | null>(null);
  // Asking for it lays the page out.
  const [initialRect] = useState(() => place.size ?? { width: scroller.clientWidth, height: scroller.clientHeight });
  const { order, hidden, folds } = useSubagents(copy, place);

  const virtualizer = useVirtualizer({
    count: copy.total,
    getScrollElement: () => scroller,
    getItemKey: order.itemAt,
    indexAttribute: 'data-position',
    estimateSize: hidden === nothingHidden ? guess : (position) => (hidden(order.itemAt(position)) ? 0 : guessedHeight),
    overscan: spare,
    initialRect,
    observeElementRect: observeSize,
    initialOffset: () => (following ? copy.total * guessedHeight : startOf(place, order, copy, hidden)),
    initialMeasurementsCache: [...place.heights],
  });
  // At the end there is only one place to be, and the end is kept by following it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = following ? () => false : undefined;

  const rows = virtualizer.getVirtualItems();
  const shown = rows.map(({ index: position }) => ({ position, index: order.itemAt(position) })).filter(({ index }) => !hidden(index));
  const drawn = shown.map(({ index }) => index);
  const first = drawn[0];
  const last = drawn.at(-1);

  useHiddenHeights(copy, hidden, (index, height) => virtualizer.resizeItem(order.positionOf(index), height));
  useFollowedEnd(scroller, content, place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is told by its ends, and anew when something came in
  useEffect(() => reader?.look(drawn), [reader, first, last, drawn.length, copy]);

  const keep = useEffectEvent((): void => {
    let top = virtualizer.getVirtualItemForOffset(scroller.scrollTop);
    // What is not drawn may come to stand elsewhere.
    while (top && hidden(order.itemAt(top.index))) top = virtualizer.measurementsCache[top.index + 1];
    if (!top) return;
    place.first = order.itemAt(top.index);
    place.into = scroller.scrollTop - top.start;
  });
  const leave = useEffectEvent((): void => {
    const at = order.positionOf(place.first);
    // Only these: a snapshot would look at every row there is.
    const near = Array.from({ length: 2 * keptHeights }, (_, nth) => virtualizer.measurementsCache[at - keptHeights + nth]);
    place.heights = near.filter((row) => row !== undefined);
    place.size = virtualizer.scrollRect;
  });
  useEffect(() => {
    const onScroll = (): void => keep();
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      leave();
    };
  }, [scroller]);

  // Steps that come to stand above what is read must not push it away.
  const orderBefore = useRef(order);
  useLayoutEffect(() => {
    if (orderBefore.current === order) return;
    orderBefore.current = order;
    if (following) return;
    // Once the steps have their heights.
    queueMicrotask(() => {
      const top = virtualizer.measurementsCache[order.positionOf(place.first)];
      if (top) scroller.scrollTop = top.start + place.into;
    });
  }, [order, following, place, scroller, virtualizer]);

  const read = useCallback((indexes: readonly number[]) => reader?.look(indexes), [reader]);
  const scrollTo = useCallback(
    (index: number) => {
      followEnd(place, false);
      virtualizer.scrollToIndex(order.positionOf(index), { align: 'center' });
    },
    [virtualizer, order, followEnd, place],
  );
  useShownHit({ hit, copy, order, read, unfold: folds.reveal, scrollTo });

  const start = rows[0]?.start ?? 0;
  const end = rows.at(-1)?.end ?? 0;
  return (
    <FoldsContext value={place.folds}>
      <SubagentsContext value={folds}>
        <div ref={setContent} className={styles.content}>
          <div style={{ paddingTop: start, paddingBottom: Math.max(0, virtualizer.getTotalSize() - end) }}>
            {shown.map(({ position, index }) => {
              const item = copy.items.get(index);
              return item ? (
                <div key={index} ref={virtualizer.measureElement} data-position={position} data-index={index} className={styles.row}>
                  <RevealedContext value={hit?.index === index}>
                    <ItemBoundary item={item}>
                      <TranscriptEntry sessionId={sessionId} item={item} />
                    </ItemBoundary>
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

/** As the library does it, but without asking for the size at once, which lays the page out before all of it is there. */
const observeSize: VirtualizerOptions<HTMLElement, Element>['observeElementRect'] = ({ scrollElement }, tell) => {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() => tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }));
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

/** Where the top of the view was, measured with the heights that are known. */
function startOf(
  { first, into, heights }: Place,
  order: DisplayOrder,
  { items }: TranscriptCopy,
  hidden: (index: number) => boolean,
): number {
  const sizes = new Map([...items.keys()].filter(hidden).map((index) => [index, 0]));
  for (const { key, size } of heights) sizes.set(Number(key), size);
  const at = order.positionOf(first);
  const more = [...sizes].map(([index, size]) => (order.positionOf(index) < at ? size - guessedHeight : 0));
  return more.reduce((sum, one) => sum + one, at * guessedHeight + into);
}

/** Rows that are not drawn are never measured; their height is told. */
function useHiddenHeights(copy: TranscriptCopy, hidden: (index: number) => boolean, resize: (index: number, height: number) => void): void {
  const told = useRef(new Set<number>());
  const indexes = useMemo(() => [...copy.items.keys()], [copy.items]);
  const tell = useEffectEvent(resize);
  useLayoutEffect(() => {
    const shown = [...told.current].filter((index) => !hidden(index));
    const gone = indexes.filter((index) => hidden(index) && !told.current.has(index));
    if (shown.length + gone.length === 0) return;
    // Not within React's commit: the list draws at once when heights change, and still before the next frame.
    queueMicrotask(() => {
      for (const index of shown) tell(index, guessedHeight);
      for (const index of gone) tell(index, 0);
    });
    for (const index of shown) told.current.delete(index);
    for (const index of gone) told.current.add(index);
  }, [indexes, hidden]);
}
