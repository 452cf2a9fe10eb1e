import { useEffect, useRef, useState } from 'react';

/** Up to this length a text is read with every frame, in characters. */
const short = 2_000;
/** How long a longer one waits before it is read again grows with its length: about a tenth of the time goes into reading. */
const charactersPerMs = 150;

/** A text that grows, given out as often as it can be read without holding up frames. */
export function usePaced(text: string): string {
  const [given, setGiven] = useState(text);
  const newest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    newest.current = text;
    if (text.length <= short || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setGiven(newest.current);
    }, text.length / charactersPerMs);
  }, [text]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return text.length <= short ? text : given;
}
