import os from 'node:os';
import path from 'node:path';
import { app, clipboard, ipcMain, Menu, protocol, session, shell } from 'electron';
import type { Notice } from '../shared/notice';
import type { Log } from './base/log';
import { appOrigin, serveAppScheme } from './desktop/app-scheme';
import { diagnostics } from './desktop/diagnostics';
import { openExternalLink } from './desktop/external-links';
import { lockDown, lockDownSession } from './desktop/lockdown';
import { MainWindow } from './desktop/main-window';
import { menuTemplate } from './desktop/menu';
import { runtimeNotice } from './desktop/runtime-source';
import { WindowPlace } from './desktop/window-place';
import { type Handlers, Router } from './ipc/router';
import { Notices } from './notices';
import { SettingsStore } from './settings/settings-store';

/** Makes everything and joins it. The only place that knows all the parts. */
export class SignalboxApp {
  readonly #log: Log;
  readonly #launchedAt: number;
  readonly #notices = new Notices();
  readonly #settings: SettingsStore;
  #window: MainWindow | null = null;

  constructor(log: Log, launchedAt: number) {
    this.#log = log;
    this.#launchedAt = launchedAt;
    this.#settings = new SettingsStore(app.getPath('userData'));
    lockDown(app, log, (url) => void this.#openLink(url).catch(() => undefined));
  }

  /** Electron is ready: the window first, everything else while it loads. */
  start(): void {
    lockDownSession(session.defaultSession);
    serveAppScheme(protocol, path.join(import.meta.dirname, '../renderer'));
    this.#serveRequests();
    this.openWindow();
    this.#gatherNotices();
    this.#notices.onChange((notices) => this.#window?.send('notices.changed', [...notices]));
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate(
          {
            newSession: () => this.#window?.send('window.command', 'new-session'),
            openLogs: () => void this.#openLogs(),
            copyDiagnostics: () => this.#copyDiagnostics(),
          },
          { mac: process.platform === 'darwin', development: import.meta.env.DEV },
        ),
      ),
    );
  }

  openWindow(): void {
    if (this.#window) {
      this.#window.focus();
      return;
    }
    const window = new MainWindow({
      log: this.#log,
      icon: path.join(app.getAppPath(), 'resources/icon/256.png'),
      preload: path.join(import.meta.dirname, '../preload/index.cjs'),
      remembered: this.#settings.get('window', WindowPlace),
      onPlaceChange: (place) => this.#settings.set('window', place),
    });
    window.onClosed(() => {
      this.#window = null;
    });
    this.#window = window;
  }

  reportFailure(message: string): void {
    this.#notices.set({
      id: 'failure',
      level: 'error',
      text: 'Something failed inside Signalbox',
      detail: `${message} The log has the details: Help, Open Logs.`,
    });
  }

  close(): void {
    this.#settings.close();
  }

  #serveRequests(): void {
    const handlers: Handlers = {
      'app.info': () => ({
        version: app.getVersion(),
        electron: process.versions.electron,
        platform: process.platform,
        notices: [...this.#notices.list],
      }),
      'app.painted': ({ at }) => {
        this.#log.info('first paint', { at, sinceLaunchMs: Math.round(at - this.#launchedAt) });
      },
      'app.failed': ({ message, stack }) => {
        this.#log.error('window failed', { message, stack });
      },
      'app.openLogs': () => this.#openLogs(),
      'app.copyDiagnostics': () => this.#copyDiagnostics(),
      'links.open': ({ url }) => this.#openLink(url),
    };
    const devServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
    const router = new Router(handlers, devServer ? new URL(devServer).origin : appOrigin, this.#log);
    ipcMain.handle('signalbox:request', ({ senderFrame, sender }, name: unknown, params: unknown) =>
      router.handle({ origin: senderFrame?.origin ?? '', isMainFrame: senderFrame === sender.mainFrame }, name, params),
    );
  }

  #gatherNotices(): void {
    const runtime = runtimeNotice(process.execPath);
    if (runtime) {
      this.#log.warn('unofficial Electron build');
      this.#notices.set(runtime);
    }
    const { setAside } = this.#settings.disk;
    if (setAside) {
      this.#log.error('settings could not be read', { setAside });
      this.#notices.set(setAsideNotice('settings', setAside));
    }
    this.#settings.disk.onTroubleChange((trouble) => {
      if (!trouble) {
        this.#notices.clear('settings-disk');
        return;
      }
      this.#log.error('settings can’t be written', { ...trouble });
      this.#notices.set({
        id: 'settings-disk',
        level: 'warning',
        text: 'Settings can’t be saved',
        detail: `Writing ${trouble.file} failed (${trouble.code}). Changes hold until the app is closed, and are written as soon as the disk allows.`,
      });
    });
  }

  #openLink(url: string): Promise<void> {
    return openExternalLink(url, (checked) => shell.openExternal(checked));
  }

  async #openLogs(): Promise<void> {
    const problem = await shell.openPath(this.#log.folder);
    if (problem) this.#log.warn('logs could not be opened', { problem });
  }

  #copyDiagnostics(): void {
    clipboard.writeText(
      diagnostics({
        version: app.getVersion(),
        versions: { electron: process.versions.electron, chrome: process.versions.chrome, node: process.versions.node },
        runtime: runtimeNotice(process.execPath) ? 'unofficial build' : 'official build',
        system: `${os.type()} ${os.release()} ${os.arch()}`,
        desktop: process.env.XDG_CURRENT_DESKTOP ?? '',
        home: os.homedir(),
        notices: this.#notices.list,
        logTail: this.#log.tail(60),
      }),
    );
  }
}

function setAsideNotice(what: string, file: string): Notice {
  return {
    id: `${what}-set-aside`,
    level: 'warning',
    text: `The ${what} file was damaged`,
    detail: `It could not be read and was put aside as ${file}. Nothing in it was deleted; Signalbox went on from the last good copy, or afresh.`,
  };
}
