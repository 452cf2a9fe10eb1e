/** The longest delay that setTimeout accepts. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * Calls back once at a given time, however far away it is. Timers stop while the machine sleeps, so call `check` after it wakes
 * up. Setting the clock back does not delay the call.
 */
export class Alarm {
  readonly #onAlarm: () => void;
  readonly #now: () => number;
  #at: number | null = null;
  /** `#at` on the monotonic clock, which nobody can set. */
  #monotonicAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onAlarm: () => void, now: () => number) {
    this.#onAlarm = onAlarm;
    this.#now = now;
  }

  /** Replaces the time that was set before; null turns the alarm off. */
  set(at: number | null): void {
    this.#at = at;
    this.#monotonicAt = at === null ? 0 : performance.now() + at - this.#now();
    this.#schedule();
  }

  /** Calls back now if the time has come. */
  check(): void {
    if (this.#at === null) return;
    if (this.#remainingMs(this.#at) > 0) this.#schedule();
    else {
      this.set(null);
      this.#onAlarm();
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#at === null) return;
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(0, this.#remainingMs(this.#at)), maxDelayMs));
    this.#timer.unref();
  }

  #remainingMs(at: number): number {
    return Math.min(at - this.#now(), this.#monotonicAt - performance.now());
  }
}
