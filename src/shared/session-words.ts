import type { SessionState } from './session';

export const sessionStateWords: Readonly<Record<SessionState, string>> = {
  starting: 'starting',
  working: 'working',
  waiting: 'waiting for you',
  idle: 'idle',
  stopped: 'stopped',
  failed: 'failed',
};

/** A turn is under way: Claude works, or waits for an answer. */
export const isInTurn = (state: SessionState): boolean => state === 'working' || state === 'waiting';
