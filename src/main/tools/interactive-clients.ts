import { Emitter } from '../base/emitter';

/** One window or browser that can show prompts. */
export interface InteractiveClient {
  /** The person turned prompts on or off there. */
  setEnabled(enabled: boolean): void;
  disconnect(): void;
}

/** The windows and browsers that are connected, and whether a person lets tools ask there. */
export class InteractiveClients {
  readonly #enabled = new Map<symbol, boolean>();
  readonly #changed = new Emitter<void>();

  readonly onChange = this.#changed.on;

  get count(): number {
    return this.#enabled.size;
  }

  get enabledCount(): number {
    return [...this.#enabled.values()].filter((enabled) => enabled).length;
  }

  /** Whether a tool can ask somebody now. */
  get isAvailable(): boolean {
    return this.enabledCount > 0;
  }

  connect(enabled: boolean): InteractiveClient {
    const id = Symbol('client');
    this.#set(id, enabled);
    return {
      setEnabled: (now) => {
        if (this.#enabled.has(id)) this.#set(id, now);
      },
      disconnect: () => {
        if (this.#enabled.delete(id)) this.#changed.emit();
      },
    };
  }

  #set(id: symbol, enabled: boolean): void {
    if (this.#enabled.get(id) === enabled) return;
    this.#enabled.set(id, enabled);
    this.#changed.emit();
  }
}
