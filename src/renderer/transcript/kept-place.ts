import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** This near to the end counts as the end. */
const nearPx = 32;

interface Place {
  /** Index of the first item that is drawn. */
  readonly first: number | undefined;
  readonly following: boolean;
  /** The person went to the end, or away from it. */
  readonly onFollow: (follow: boolean) => void;
}

/**
 * Keeps a scrolled list where the person wants it: at its end while that is followed, and otherwise on what they look at
 * when items come in above. Returns what the list calls when it was scrolled.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, place: Place): () => void {
  const { first, following, onFollow } = place;
  const lastTop = useRef(0);
  const height = useRef(0);
  const firstBefore = useRef(first);

  useLayoutEffect(() => {
    const outer = scroller.current;
    const above = firstBefore.current !== undefined && first !== undefined && first < firstBefore.current;
    firstBefore.current = first;
    if (outer && above) outer.scrollTop += outer.scrollHeight - height.current;
  }, [scroller, first]);

  // An observer runs after layout and before paint, so following the end never shows a frame that is behind.
  useEffect(() => {
    const outer = scroller.current;
    if (!outer || !content.current) return;
    const observer = new ResizeObserver(() => {
      height.current = outer.scrollHeight;
      if (following) outer.scrollTop = outer.scrollHeight;
      lastTop.current = outer.scrollTop;
    });
    observer.observe(outer);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [scroller, content, following]);

  return () => {
    const outer = scroller.current;
    if (!outer) return;
    const up = outer.scrollTop < lastTop.current;
    lastTop.current = outer.scrollTop;
    const near = outer.scrollHeight - outer.scrollTop - outer.clientHeight <= nearPx;
    // Being far from the end is not enough: the content may have grown since. Only a person scrolls up.
    if (near) onFollow(true);
    else if (up) onFollow(false);
  };
}
