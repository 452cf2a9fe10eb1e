/** One kind of event. Subscribing returns the way to end the subscription. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly on = (listener: (value: T) => void): (() => void) => {
    // Wrapped, so that the same function subscribed twice is two subscriptions.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** A listener that fails stops neither the others nor whoever tells them; it is an uncaught failure of its own. */
  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
