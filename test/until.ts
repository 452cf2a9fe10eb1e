import { vi } from 'vitest';

/**
 * Waits until a fact is true, checking often. The long limit is for busy machines: a passing test never uses it up, and a failing
 * one reports the last value.
 */
export const until = <T>(fact: () => T | Promise<T>, { timeout = 20_000, interval = 2 } = {}): Promise<T> =>
  vi.waitFor(fact, { timeout, interval });
