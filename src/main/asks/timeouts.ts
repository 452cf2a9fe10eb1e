import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { Alarm } from '../base/alarm';

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

/** Tells the desk when the time of an ask runs out. */
export class Timeouts {
  readonly #options: TimeoutsOptions;
  readonly #now: () => number;
  readonly #stop: () => void;
  readonly #alarm: Alarm;

  constructor(options: TimeoutsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#alarm = new Alarm(() => this.#onTime(), this.#now);
    this.#stop = options.desk.onChange((list) => this.#watch(list));
    this.#watch(options.desk.list);
  }

  /** Times that have run out by now have their effect, each once. */
  check(): void {
    this.#alarm.check();
  }

  close(): void {
    this.#stop();
    this.#alarm.set(null);
  }

  #watch(list: readonly Ask[]): void {
    const times = list.flatMap(({ expiresAt }) => expiresAt ?? []);
    this.#alarm.set(times.length === 0 ? null : Math.min(...times));
  }

  #onTime(): void {
    const now = this.#now();
    const { desk, failed } = this.#options;
    for (const { id, expiresAt } of desk.list) if (expiresAt !== null && expiresAt <= now) desk.expire(id).catch(failed);
    this.#watch(desk.list);
  }
}
