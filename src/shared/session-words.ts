import type { SessionState } from './session';

export const sessionStateWords: Readonly<Record<SessionState, string>> = {
  starting: 'starting',
  working: 'working',
  waiting: 'waiting for you',
  idle: 'idle',
  stopped: 'stopped',
  failed: 'failed',
};
