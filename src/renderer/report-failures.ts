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
      message: (known ? error.message : String(error)).slice(0, 2_000),
      ...(known && error.stack ? { stack: error.stack.slice(0, 20_000) } : {}),
    })
    .catch(() => undefined);
}

/** Reports whatever nobody catches. */
export function reportFailures(): void {
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}

export function reportFirstPaint(): void {
  new PerformanceObserver((list, observer) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (!paint) return;
    observer.disconnect();
    host.request('app.painted', { at: performance.timeOrigin + paint.startTime }).catch(() => undefined);
  }).observe({ type: 'paint', buffered: true });
}
