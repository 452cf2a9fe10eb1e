import type { App } from 'electron';
import { messageOf } from '../../shared/errors';
import type { Log } from '../base/log';

/** Logs uncaught errors and continues. Without listeners Electron shows an error box and blocks all sessions. */
export function installCrashHooks(app: App, log: Log, onFailure: (message: string) => void): void {
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { error });
    onFailure(error.message);
  });
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled rejection', { error: reason });
    onFailure(messageOf(reason));
  });
  app.on('child-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') log.error('helper process gone', { ...details });
  });
}
