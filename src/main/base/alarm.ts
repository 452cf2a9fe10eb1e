/** setTimeout takes no more. */
const longestMs = 2 ** 31 - 1;

/**
 * Goes off once at a moment, however far away it is. A timer does not count the time that the machine sleeps: check after
 * it. A clock that is set back does not put it off.
 */
export class Alarm {
  readonly #onTime: () => void;
  readonly #now: () => number;
  #at: number | null = null;
  /** The same moment by a clock that nobody sets. */
  #due = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onTime: () => void, now: () => number) {
    this.#onTime = onTime;
    this.#now = now;
  }

  /** In place of the moment that was set before; null is none. */
  set(at: number | null): void {
    this.#at = at;
    this.#due = at === null ? 0 : performance.now() + at - this.#now();
    this.#wait();
  }

  /** It goes off now if its moment has come. */
  check(): void {
    if (this.#at === null) return;
    if (this.#left(this.#at) > 0) this.#wait();
    else {
      this.set(null);
      this.#onTime();
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#at === null) return;
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(0, this.#left(this.#at)), longestMs));
    this.#timer.unref();
  }

  #left(at: number): number {
    return Math.min(at - this.#now(), this.#due - performance.now());
  }
}
