import { maxFailureMessageLength, maxFailureStackLength } from '../../shared/limits';
import { truncate } from '../../shared/truncate';
import { host } from './host';

/** A broken window may fail in a loop; the log needs the first few. */
const mostReports = 20;

let reports = 0;

/** Sends what went wrong in the window to the log. */
export function report(error: unknown): void {
  if (++reports > mostReports) return;
  const known = error instanceof Error;
  host
    .request('app.failed', {
      message: truncate(known ? error.message : String(error), maxFailureMessageLength),
      ...(known && error.stack ? { stack: truncate(error.stack, maxFailureStackLength) } : {}),
    })
    .catch(() => undefined);
}

/** Reports whatever nobody catches. */
export function reportFailures(): void {
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}

/** Says when the window's frame was first painted, and when what is in it was there. */
export async function reportFirstPaint(contents: Promise<void>): Promise<void> {
  const paint = await new Promise<number>((resolve) => {
    new PerformanceObserver((list, observer) => {
      const entry = list.getEntriesByName('first-contentful-paint')[0];
      if (!entry) return;
      observer.disconnect();
      resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
  await contents;
  const ready = await new Promise<number>(requestAnimationFrame);
  await host.request('app.painted', { at: performance.timeOrigin + paint, contentsAt: performance.timeOrigin + ready });
}
