import { useEffect, useState } from 'react';
import { ago } from './amounts';

const everyMs = 15_000;

/** How long ago something was, as time goes by. */
export function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return ago(at, now);
}
