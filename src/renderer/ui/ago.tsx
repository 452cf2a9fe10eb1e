import { useEffect, useState } from 'react';
import { ago } from './amounts';

const refreshMs = 15_000;

/** How long ago something was, kept up to date. */
export function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return ago(at, now);
}
