import { useAtomValue, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followEndAtom, type Place } from './places';

/** This near to the end counts as the end. */
const nearPx = 32;

/** Keeps the list at its end while the place follows it, and starts or stops following as the person scrolls. */
export function useFollowedEnd(scroller: HTMLElement, content: HTMLElement | null, place: Place): void {
  const store = useStore();
  const following = useAtomValue(place.followingAtom);
  const topBefore = useRef(0);
  const hands = useHands(scroller);

  // An observer runs after layout and before paint, so no frame shows the list short of its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list also moves when the person starts to follow
  useLayoutEffect(() => {
    if (!content) return;
    const scrollToEnd = (): void => {
      // From the store: a scroll may change it before the list renders again.
      const follows = store.get(place.followingAtom);
      // The scroll position changes before its event arrives, and the person's scrolling must not be undone.
      if (follows && wentUp(scroller, topBefore.current, hands.atWork())) return;
      if (follows) scroller.scrollTop = scroller.scrollHeight;
      topBefore.current = scroller.scrollTop;
    };
    scrollToEnd();
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(scroller);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller, content, following, place, store, hands]);

  useEffect(() => {
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = scroller;
      const up = wentUp(scroller, topBefore.current, hands.atWork());
      topBefore.current = top;
      const near = height - top - clientHeight <= nearPx;
      if (up || near) store.set(followEndAtom, place, !up);
    };
    // Where the end is turns out only when the rows there are drawn: the browser would stop short of it.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'End' || event.altKey || event.shiftKey || isWrittenIn(event.target)) return;
      event.preventDefault();
      store.set(followEndAtom, place, true);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('keydown', onKey);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('keydown', onKey);
    };
  }, [scroller, place, store, hands]);
}

const isWrittenIn = (target: EventTarget | null): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** How long after a key, a wheel or a touch the list may still move by it. */
const movesMs = 1_000;
const keysUp: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Whether a person may be scrolling up. Rows that are measured move the list as well: it gets shorter and longer again before
 * anyone hears of it, and then it looks as if somebody had gone up.
 */
function useHands(scroller: HTMLElement): { readonly atWork: () => boolean } {
  const until = useRef(Number.NEGATIVE_INFINITY);
  const [hands] = useState(() => ({ atWork: () => performance.now() < until.current }));
  useEffect(() => {
    const moves = (): void => {
      until.current = performance.now() + movesMs;
    };
    const onPointer = ({ type, buttons }: PointerEvent): void => {
      // The scroll bar is held for as long as it takes, and does not say when it is let go.
      if (type === 'pointerdown') until.current = Number.POSITIVE_INFINITY;
      else if (buttons === 0 && until.current === Number.POSITIVE_INFINITY) moves();
    };
    const onWheel = ({ deltaY }: WheelEvent): void => {
      if (deltaY < 0) moves();
    };
    const onKey = ({ key, shiftKey }: KeyboardEvent): void => {
      if (keysUp.has(key) || (key === ' ' && shiftKey)) moves();
    };
    const pointers = ['pointerdown', 'pointermove', 'pointerup'] as const;
    scroller.addEventListener('wheel', onWheel, { passive: true });
    scroller.addEventListener('touchmove', moves, { passive: true });
    scroller.addEventListener('keydown', onKey, { passive: true });
    for (const name of pointers) window.addEventListener(name, onPointer, { passive: true });
    return () => {
      scroller.removeEventListener('wheel', onWheel);
      scroller.removeEventListener('touchmove', moves);
      scroller.removeEventListener('keydown', onKey);
      for (const name of pointers) window.removeEventListener(name, onPointer);
    };
  }, [scroller]);
  return hands;
}

/** A list that got shorter is moved to its new end. Any other way up is a person's, or a program's for them if it is far. */
function wentUp({ scrollTop, scrollHeight, clientHeight }: HTMLElement, topBefore: number, byHand: boolean): boolean {
  const isAway = scrollHeight - scrollTop - clientHeight > 1;
  return isAway && topBefore - scrollTop > (byHand ? 0 : clientHeight);
}
