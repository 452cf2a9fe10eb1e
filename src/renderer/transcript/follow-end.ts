import { useAtomValue, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followEndAtom, type Place } from './places';

/** A scroll position this close to the end counts as the end. */
const nearPx = 32;

/** Keeps the list at its end while the place follows it, and starts or stops following as the person scrolls. */
export function useFollowedEnd(scroller: HTMLElement, content: HTMLElement | null, place: Place): void {
  const store = useStore();
  const following = useAtomValue(place.followingAtom);
  const before = useRef<Extent>({ top: 0, height: 0 });
  const input = useScrollInput(scroller);

  // An observer runs after layout and before paint, so no frame shows the list short of its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list also moves when the person starts to follow
  useLayoutEffect(() => {
    if (!content) return;
    const scrollToEnd = (): void => {
      // From the store: a scroll may change it before the list renders again.
      const follows = store.get(place.followingAtom);
      // The scroll position changes before its event arrives, and the person's scrolling must not be undone.
      if (follows && wentUp(scroller, before.current, input.isScrollingUp())) return;
      if (follows) scroller.scrollTop = scroller.scrollHeight;
      before.current = { top: scroller.scrollTop, height: scroller.scrollHeight };
    };
    scrollToEnd();
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(scroller);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller, content, following, place, store, input]);

  useEffect(() => {
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = scroller;
      const up = wentUp(scroller, before.current, input.isScrollingUp());
      before.current = { top, height };
      const near = height - top - clientHeight <= nearPx;
      if (up || near) store.set(followEndAtom, place, !up);
    };
    // The browser would stop short of the end, because its place is known only after the last rows are drawn.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'End' || event.altKey || event.shiftKey || isTextField(event.target)) return;
      event.preventDefault();
      store.set(followEndAtom, place, true);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('keydown', onKey);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('keydown', onKey);
    };
  }, [scroller, place, store, input]);
}

const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** How long the list may keep moving after a key, the wheel or a touch. */
const movesMs = 1_000;
const keysUp: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Tells whether the person may be scrolling up. Measuring rows moves the list too: it gets shorter and longer again before the
 * scroll event arrives, which looks like scrolling up.
 */
function useScrollInput(scroller: HTMLElement): { readonly isScrollingUp: () => boolean } {
  const until = useRef(Number.NEGATIVE_INFINITY);
  const [input] = useState(() => ({ isScrollingUp: () => performance.now() < until.current }));
  useEffect(() => {
    const moves = (): void => {
      until.current = performance.now() + movesMs;
    };
    const onPointer = ({ type, buttons, target }: PointerEvent): void => {
      // A person may hold the scroll bar for any time, and it sends no event when they release it.
      if (type === 'pointerdown') until.current = canScroll(scroller, target) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
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
  return input;
}

/** Whether a press there can scroll the list. A press on a button can't, and often makes the list shorter: it answers a request. */
const canScroll = (scroller: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Element && scroller.contains(target) && target.closest('button') === null;

/** How far the list was scrolled, and how long it was. */
interface Extent {
  readonly top: number;
  readonly height: number;
}

/**
 * Whether the list scrolled up. A list that got shorter moves to its new end, and may have grown again by now, which does not count.
 * Without input, only a long way counts.
 */
function wentUp({ scrollTop, scrollHeight, clientHeight }: HTMLElement, before: Extent, byHand: boolean): boolean {
  const isAway = scrollHeight - scrollTop - clientHeight > 1;
  const up = before.top - scrollTop;
  return isAway && (byHand ? up > 0 : up > clientHeight && scrollHeight >= before.height);
}
