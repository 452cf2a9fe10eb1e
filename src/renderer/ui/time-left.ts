import { useEffect, useState } from 'react';

/** Formats a remaining time as "29:58", or "1:05:00" from an hour on. */
export function clockLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (amount: number): string => String(amount).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns the milliseconds until a time, updated every second; null without a time. */
export function useTimeLeft<T extends number | null>(until: T): T | number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const left = until - Date.now();
      setNow(Date.now());
      // Tick on whole seconds before the end, so that two countdowns to the same time agree.
      if (left > 0) timer = setTimeout(tick, left % 1_000 || 1_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return until === null ? until : Math.max(0, until - now);
}
