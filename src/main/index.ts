import path from 'node:path';
import { app, dialog } from 'electron';
import { SignalboxApp } from './app';
import { Log } from './base/log';
import { registerAppScheme } from './desktop/app-scheme';
import { installCrashHooks } from './desktop/crash-hooks';
import { givenFolder } from './desktop/given-folder';
import { quitAfter } from './quit';

// Another folder is another instance: the single-instance lock lives in it, so this comes before everything else.
const userData = process.env.SIGNALBOX_USER_DATA;
if (userData) app.setPath('userData', path.resolve(userData));

registerAppScheme();

// Told to the instance that is already there: what Chromium passes on of the arguments is changed and reordered.
const given = { folder: givenFolder(process.argv, { isDefaultApp: process.defaultApp === true, cwd: process.cwd() }) };

if (app.requestSingleInstanceLock(given)) {
  const log = new Log({ folder: path.join(app.getPath('userData'), 'logs'), level: import.meta.env.DEV ? 'debug' : 'info' });
  const fail = (error: unknown): void => {
    log.error('start failed', { error });
    const message = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox('Signalbox could not start', `${message}\n\nThe log is in ${log.folder}.`);
    app.exit(1);
  };
  const signalbox = new SignalboxApp(log, process.getCreationTime() ?? Date.now(), fail);
  installCrashHooks(app, log, (message) => signalbox.reportFailure(message));
  log.info('start', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform, arch: process.arch });

  if (given.folder !== null) signalbox.openFolder(given.folder);
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    const folder = typeof data === 'object' && data !== null && 'folder' in data ? data.folder : null;
    if (typeof folder === 'string') signalbox.openFolder(folder);
    else signalbox.openWindow();
  });
  app.on('activate', () => signalbox.openWindow());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  quitAfter(app, () => signalbox.close());
  app.on('will-quit', () => log.info('quit'));
  process.on('exit', () => signalbox.killRunsNow());
  // Not awaited at the top level: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => signalbox.start())
    .catch(fail);
} else {
  // The first instance has been told, and comes to the front.
  app.quit();
}
