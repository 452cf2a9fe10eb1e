import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { app, dialog } from 'electron';
import { messageOf } from '../shared/errors';
import { SignalboxApp } from './app';
import { Log } from './base/log';
import { parseAppLink } from './desktop/app-links';
import { registerAppScheme } from './desktop/app-scheme';
import { parseCommandLine, parseSecondInstance, parseTextCommand } from './desktop/command-line';
import { installCrashHooks } from './desktop/crash-hooks';
import { isLockHeld } from './desktop/instance-lock';
import { quitAfter } from './quit';

const hasAppPath = process.defaultApp === true;
// These need neither a window nor the lock, so they run in plain Node before Electron starts up.
const textCommand = parseTextCommand({ argv: process.argv, hasAppPath });
if (textCommand) {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, textCommand.program), ...textCommand.args], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

// Each folder is a separate instance with its own single-instance lock, so this comes before everything else.
const userData = process.env.SIGNALBOX_USER_DATA;
if (userData) app.setPath('userData', path.resolve(userData));

registerAppScheme();

const typed = { argv: process.argv, cwd: process.cwd() };
// No lock can be taken in a read-only folder. The app then runs in memory, and says so.
if (app.requestSingleInstanceLock(typed) || !isLockHeld(app.getPath('userData'))) {
  const log = new Log({ folder: path.join(app.getPath('userData'), 'logs'), level: import.meta.env.DEV ? 'debug' : 'info' });
  const fail = (error: unknown): void => {
    log.error('start failed', { error });
    dialog.showErrorBox('Signalbox could not start', `${messageOf(error)}\n\nThe log is in ${log.folder}.`);
    app.exit(1);
  };
  const signalbox = new SignalboxApp(log, process.getCreationTime() ?? Date.now(), fail);
  installCrashHooks(app, log, (message) => signalbox.reportFailure(message));
  log.info('start', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform, arch: process.arch });

  app.on('second-instance', (_event, _argv, _cwd, data) => signalbox.open(parseCommandLine({ ...parseSecondInstance(data), hasAppPath })));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    signalbox.open(parseAppLink(url));
  });
  app.on('activate', () => signalbox.openWindow());
  app.on('window-all-closed', () => {
    if (!signalbox.staysWithoutWindow) app.quit();
  });
  // On macOS the system's own Quit arrives here. On other systems the menu and the tray ask before they quit, and a signal quits at
  // once.
  quitAfter(app, () => signalbox.close(), {
    onFailure: (error) => log.error('not everything was closed', { error }),
    ...(process.platform === 'darwin' ? { mayQuit: () => signalbox.quitConfirmation.confirm() } : {}),
  });
  app.on('will-quit', () => log.info('quit'));
  process.on('exit', () => signalbox.killRunsNow());
  // No top-level await: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => signalbox.start(parseCommandLine({ ...typed, hasAppPath })))
    .catch(fail);
} else {
  // The first instance got our arguments, and comes to the front.
  app.quit();
}
