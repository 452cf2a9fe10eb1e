import { maxFailureMessageLength, maxFailureStackLength } from '../../shared/limits';
import { truncate } from '../../shared/truncate';
import { host } from './host';

/** A broken window may fail in a loop, and the log needs only the first failures. */
const maxReports = 20;

let reports = 0;

/** Writes an error to main's log. */
export function report(error: unknown): void {
  if (++reports > maxReports) return;
  const known = error instanceof Error;
  host
    .request('app.failed', {
      message: truncate(known ? error.message : String(error), maxFailureMessageLength),
      ...(known && error.stack ? { stack: truncate(error.stack, maxFailureStackLength) } : {}),
    })
    .catch(() => undefined);
}

/** Reports every uncaught error. */
export function reportFailures(): void {
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}

/** Reports when the frame was first painted, and when its contents were. */
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
