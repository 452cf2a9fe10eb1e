type Cancel = () => void;

/**
 * Calls back after the first frame that shows what the page is now. A busy page makes that frame late, and a page that nobody
 * can see makes none that counts.
 */
export function afterFirstFrame(run: (at: number) => void): Cancel {
  const { port1, port2 } = new MessageChannel();
  let frame = 0;
  const request = (): void => {
    frame = requestAnimationFrame(onFrame);
  };
  // This runs before the frame is made; the message arrives after it.
  const onFrame = (): void => {
    if (document.visibilityState === 'visible') port2.postMessage(null);
    else document.addEventListener('visibilitychange', request, { once: true });
  };
  port1.onmessage = () => run(performance.now());
  request();
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', request);
    port1.close();
  };
}

/** When each of the latest changes could first be seen, by any number that names the change. */
export class FirstFrames {
  readonly #shown = new Map<number, number>();

  /** Called when the change is in the page. */
  note(change: number): void {
    if (this.#shown.has(change)) return;
    this.#shown.set(change, Number.POSITIVE_INFINITY);
    afterFirstFrame((at) => this.#shown.set(change, at));
  }

  /** The time of the frame, which is never for a change that was not seen yet. */
  of(change: number): number {
    return this.#shown.get(change) ?? Number.POSITIVE_INFINITY;
  }
}
