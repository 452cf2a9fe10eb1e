import { vi } from 'vitest';

/**
 * Waits for a fact, looking often. The patience is for a machine that has much else to do: a test that holds never
 * spends it, one that fails says after it what was there instead.
 */
export const until = <T>(fact: () => T | Promise<T>, { timeout = 20_000, interval = 2 } = {}): Promise<T> =>
  vi.waitFor(fact, { timeout, interval });
