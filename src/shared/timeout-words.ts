import type { TimeoutPolicy } from './settings';

/** The last part of an ask's time, which is announced separately. */
export const lastMinuteMs = 60_000;

/** Says what happens to an ask when its time is up. */
export const thenWords: Readonly<Record<TimeoutPolicy, string>> = {
  wait: 'then it goes on waiting',
  deny: 'then it is denied',
  late: 'then Claude goes on without your answer',
};
