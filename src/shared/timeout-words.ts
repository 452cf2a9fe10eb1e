import type { TimeoutPolicy } from './settings';

/** What happens to an ask when its time is up. */
export const thenWords: Readonly<Record<TimeoutPolicy, string>> = {
  wait: 'then it goes on waiting',
  deny: 'then it is denied',
  late: 'then Claude goes on without your answer',
};
