import type { SessionState } from './session';

export const sessionStateWords: Readonly<Record<SessionState, string>> = {
  starting: 'starting',
  working: 'working',
  waiting: 'waiting for you',
  idle: 'idle',
  stopped: 'stopped',
  failed: 'failed',
};

/** Whether a turn is in progress: Claude works, or waits for an answer. */
export const isInTurn = (state: SessionState): boolean => state === 'working' || state === 'waiting';

/** Returns the last part of a folder's path. */
export const folderName = (folder: string): string => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
