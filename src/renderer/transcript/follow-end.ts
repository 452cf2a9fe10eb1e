import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This near to the end counts as the end. */
const nearPx = 32;

interface Follow {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement | null;
  readonly following: boolean;
  /** The person went to the end, or away from it. */
  readonly onFollow: (follow: boolean) => void;
}

/** Keeps a scrolled list at its end while that is followed, and tells when the person goes there or leaves. */
export function useFollowedEnd({ scroller, content, following, onFollow }: Follow): void {
  const topBefore = useRef(0);
  const hands = useHands(scroller);
  // Told at once, since the list may be laid out before it is drawn anew.
  const pinned = useRef(following);
  const told = useRef(onFollow);
  useLayoutEffect(() => {
    told.current = onFollow;
  });

  // An observer runs after layout and before paint, so following the end never shows a frame that is behind.
  useLayoutEffect(() => {
    if (!content) return;
    pinned.current = following;
    const settle = (): void => {
      // Where the person scrolled to is known before they are heard of; it must not be undone.
      if (pinned.current && wentUp(scroller, topBefore.current, hands.atWork())) return;
      if (pinned.current) scroller.scrollTop = scroller.scrollHeight;
      topBefore.current = scroller.scrollTop;
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(scroller);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller, content, following, hands]);

  useEffect(() => {
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = scroller;
      const up = wentUp(scroller, topBefore.current, hands.atWork());
      topBefore.current = top;
      const near = height - top - clientHeight <= nearPx;
      if (!up && !near) return;
      pinned.current = !up;
      told.current(!up);
    };
    // Where the end is turns out only when the rows there are drawn: the browser would stop short of it.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'End' || event.altKey || event.shiftKey || isWrittenIn(event.target)) return;
      event.preventDefault();
      told.current(true);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('keydown', onKey);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('keydown', onKey);
    };
  }, [scroller, hands]);
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
