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
  /** The hit to scroll to; each step of the search gives a new object. */
  readonly hit: TranscriptHit | null;
  /** Drawn after the items. */
  readonly children: ReactNode;
}

/** The assumed height of a row that was never drawn, in pixels. */
const guessedHeight = 56;
const guess = (): number => guessedHeight;
/** How many rows are drawn above and below the view. */
const spare = 6;
/** How many heights are kept on each side for when the person returns. */
const keptHeights = 40;

/** A virtual list of the transcript's items: it draws only those near the view. */
export function Rows({ sessionId, copy, scroller, place, hit, children }: RowsProps) {
  const reader = useAtomValue(watchedTranscriptAtom);
  const following = useAtomValue(place.followingAtom);
  const followEnd = useSetAtom(followEndAtom);
  const [content, setContent] = useState<HTMLElement | null>(null);
  // In a state, because reading the size forces a layout.
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
  // While following the end, useFollowedEnd sets the scroll position.
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
    // A hidden row may move, so use the next visible one.
    while (top && hidden(order.itemAt(top.index))) top = virtualizer.measurementsCache[top.index + 1];
    if (!top) return;
    place.first = order.itemAt(top.index);
    place.into = scroller.scrollTop - top.start;
  });
  const leave = useEffectEvent((): void => {
    const at = order.positionOf(place.first);
    // Only the rows nearby: a snapshot of the virtualizer would copy every row.
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

  // Steps that open above the view must not move what the person reads.
  const orderBefore = useRef(order);
  useLayoutEffect(() => {
    if (orderBefore.current === order) return;
    orderBefore.current = order;
    if (following) return;
    // In a microtask, after useHiddenHeights has set the heights of the steps.
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

/** Like the library's own function, but without reading the size at once, which would force a layout before the page is complete. */
const observeSize: VirtualizerOptions<HTMLElement, Element>['observeElementRect'] = ({ scrollElement }, tell) => {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() => tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }));
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

/** Returns the scroll position of the kept place, from the known heights. */
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

/** Sets the heights of hidden rows, which are never drawn and so never measured. */
function useHiddenHeights(copy: TranscriptCopy, hidden: (index: number) => boolean, resize: (index: number, height: number) => void): void {
  const told = useRef(new Set<number>());
  const indexes = useMemo(() => [...copy.items.keys()], [copy.items]);
  const tell = useEffectEvent(resize);
  useLayoutEffect(() => {
    const shown = [...told.current].filter((index) => !hidden(index));
    const gone = indexes.filter((index) => hidden(index) && !told.current.has(index));
    if (shown.length + gone.length === 0) return;
    // Outside React's commit, because the list renders synchronously when heights change. A microtask still runs before the next frame.
    queueMicrotask(() => {
      for (const index of shown) tell(index, guessedHeight);
      for (const index of gone) tell(index, 0);
    });
    for (const index of shown) told.current.delete(index);
    for (const index of gone) told.current.add(index);
  }, [indexes, hidden]);
}
