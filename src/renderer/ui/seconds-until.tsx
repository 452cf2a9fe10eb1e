import { useEffect, useState } from 'react';

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1_000));

/** Counts down to a moment: "in 12 s", then "now". */
export function SecondsUntil({ at }: { readonly at: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    const tick = (): void => setSeconds(secondsUntil(at));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return <span className="tabular">{seconds > 0 ? `in ${seconds} s` : 'now'}</span>;
}
