import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { Alarm } from '../base/alarm';

export interface TimeoutsOptions {
  readonly desk: {
    readonly list: readonly Ask[];
    readonly onChange: (listener: (list: readonly Ask[]) => void) => () => void;
    expire(id: AskId): Promise<void>;
  };
  /** Reports a timeout that could not be carried out. The ask stays on the desk. */
  readonly failed: (error: unknown) => void;
}

/** Tells the desk when the time of an ask runs out. */
export class Timeouts {
  readonly #options: TimeoutsOptions;
  readonly #stop: () => void;
  /** One per ask. Each counts from when it is set, so that a change of the clock does not move it. */
  readonly #alarms = new Map<AskId, { readonly at: number; readonly alarm: Alarm }>();

  constructor(options: TimeoutsOptions) {
    this.#options = options;
    this.#stop = options.desk.onChange((list) => this.#watch(list));
    this.#watch(options.desk.list);
  }

  /** Ends the times that ran out while no timer could fire. */
  check(): void {
    for (const { alarm } of [...this.#alarms.values()]) alarm.check();
  }

  close(): void {
    this.#stop();
    this.#watch([]);
  }

  #watch(list: readonly Ask[]): void {
    const times = new Map(list.map(({ id, expiresAt }) => [id, expiresAt]));
    for (const [id, { at, alarm }] of this.#alarms) {
      if (times.get(id) === at) continue;
      alarm.set(null);
      this.#alarms.delete(id);
    }
    for (const [id, at] of times) {
      if (at === null || this.#alarms.has(id)) continue;
      const alarm = new Alarm(() => this.#expire(id), Date.now);
      this.#alarms.set(id, { at, alarm });
      alarm.set(at);
    }
  }

  #expire(id: AskId): void {
    const { desk, failed } = this.#options;
    desk.expire(id).catch(failed);
  }
}
