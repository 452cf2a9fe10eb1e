import type { Ask } from './ask';
import type { Settings, TimeoutPolicy } from './settings';

/** The last part of an ask's time, which is announced separately. */
export const lastMinuteMs = 60_000;

/** Says what happens to an ask when its time is up. */
export const thenWords: Readonly<Record<TimeoutPolicy, string>> = {
  wait: 'then it goes on waiting',
  deny: 'then it is denied',
  late: 'then Claude goes on without your answer',
};

/** Says what happens to this ask when its time is up. A tool of ours sets its own limit, and decides what follows. */
export const expiryWords = ({ kind, interaction }: Pick<Ask, 'kind' | 'interaction'>, timeouts: Settings['timeouts']): string =>
  interaction?.origin.by === 'tool' ? 'then the tool goes on without you' : thenWords[timeouts[kind].policy];
