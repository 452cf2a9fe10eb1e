/** setTimeout takes no more. */
const longestMs = 2 ** 31 - 1;

/** Goes off once at a moment, however far away it is. A timer does not count the time that the machine sleeps: check after it. */
export class Alarm {
  readonly #onTime: () => void;
  readonly #now: () => number;
  #at: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(onTime: () => void, now: () => number) {
    this.#onTime = onTime;
    this.#now = now;
  }

  /** In place of the moment that was set before; null is none. */
  set(at: number | null): void {
    clearTimeout(this.#timer);
    this.#at = at;
    if (at === null) return;
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(0, at - this.#now()), longestMs));
    this.#timer.unref();
  }

  /** It goes off now if its moment has come. */
  check(): void {
    const at = this.#at;
    if (at === null) return;
    const isTime = this.#now() >= at;
    this.set(isTime ? null : at);
    if (isTime) this.#onTime();
  }
}
