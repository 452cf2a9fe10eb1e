/** One kind of event. Subscribing returns a function that unsubscribes. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly on = (listener: (value: T) => void): (() => void) => {
    // The wrapper makes two subscriptions of a function that is subscribed twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** A listener that throws doesn't stop the others or the caller; its error is thrown later, as an uncaught exception. */
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
