import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';

export interface TimeoutsOptions {
  readonly desk: {
    readonly list: readonly Ask[];
    readonly onChange: (listener: (list: readonly Ask[]) => void) => () => void;
    expire(id: AskId): Promise<void>;
  };
  /** What could not be carried out; the ask itself is on the desk still. */
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
}

/** setTimeout takes no more. */
const longestMs = 2 ** 31 - 1;

/** Tells the desk when the time of an ask runs out. A timer does not count the time that the machine sleeps: check after it. */
export class Timeouts {
  readonly #options: TimeoutsOptions;
  readonly #now: () => number;
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TimeoutsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#stop = options.desk.onChange((list) => this.#watch(list));
    this.#watch(options.desk.list);
  }

  /** Times that have run out by now have their effect, each once. */
  check(): void {
    const now = this.#now();
    const { desk, failed } = this.#options;
    for (const { id, expiresAt } of desk.list) if (expiresAt !== null && expiresAt <= now) desk.expire(id).catch(failed);
    this.#watch(desk.list);
  }

  close(): void {
    this.#stop();
    this.#clear();
  }

  #watch(list: readonly Ask[]): void {
    this.#clear();
    const next = Math.min(...list.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(0, next - this.#now()), longestMs));
    this.#timer.unref();
  }

  #clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
