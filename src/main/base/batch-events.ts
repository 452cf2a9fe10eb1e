type Subscribe = (listener: () => void) => () => void;

/**
 * Makes a subscription that calls its listener once per batch of events, after the current work is done. Use it for listeners
 * that may be slow, so that they don't delay the others.
 */
export function batchEvents(subscribe: Subscribe): Subscribe {
  return (listener) => {
    let pending: NodeJS.Immediate | null = null;
    const unsubscribe = subscribe(() => {
      pending ??= setImmediate(() => {
        pending = null;
        listener();
      });
    });
    return () => {
      unsubscribe();
      if (pending) clearImmediate(pending);
    };
  };
}
