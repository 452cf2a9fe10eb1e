type Cancel = () => void;

/**
 * Calls back after the first frame that shows the current state of the page. The frame is late on a busy page, and does not count
 * while the page is hidden.
 */
export function afterFirstFrame(run: (at: number) => void): Cancel {
  const { port1, port2 } = new MessageChannel();
  let frame = 0;
  const request = (): void => {
    frame = requestAnimationFrame(onFrame);
  };
  // An animation frame callback runs before the frame is painted; the message arrives after it.
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

/** Keeps when each recent change was first visible. A change is named by any number. */
export class FirstFrames {
  readonly #shown = new Map<number, number>();

  /** Call this when the change is in the page. */
  note(change: number): void {
    if (this.#shown.has(change)) return;
    this.#shown.set(change, Number.POSITIVE_INFINITY);
    afterFirstFrame((at) => this.#shown.set(change, at));
  }

  /** The time of the frame; infinite until a frame has shown the change. */
  of(change: number): number {
    return this.#shown.get(change) ?? Number.POSITIVE_INFINITY;
  }
}
