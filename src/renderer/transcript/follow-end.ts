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
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [scroller, hands]);
}

/** How long after a key, a wheel or a touch the list may still move by it. */
const movesMs = 1_000;

/**
 * Whether a person may be scrolling. Rows that are measured move the list as well: it gets shorter and longer again before
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
    const inputs = ['wheel', 'touchmove', 'keydown'];
    const pointers = ['pointerdown', 'pointermove', 'pointerup'] as const;
    for (const name of inputs) scroller.addEventListener(name, moves, { passive: true });
    for (const name of pointers) window.addEventListener(name, onPointer, { passive: true });
    return () => {
      for (const name of inputs) scroller.removeEventListener(name, moves);
      for (const name of pointers) window.removeEventListener(name, onPointer);
    };
  }, [scroller]);
  return hands;
}

/** A list that got shorter is moved to its new end. Any other way up is a person's, or a program's for them if it is far. */
function wentUp({ scrollTop, scrollHeight, clientHeight }: HTMLElement, topBefore: number, byHand: boolean): boolean {
  const away = scrollHeight - scrollTop - clientHeight;
  return scrollTop < topBefore && away > (byHand ? 1 : clientHeight);
}
