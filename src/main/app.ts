import os from 'node:os';
import path from 'node:path';
import { app, clipboard, dialog, ipcMain, Menu, nativeTheme, protocol, session, shell } from 'electron';
import type { ActionId } from '../shared/action';
import { assertNever } from '../shared/assert';
import { AppError } from '../shared/errors';
import type { Log } from './base/log';
import type { Core } from './core';
import { type Opening, registerAppLinks } from './desktop/app-links';
import { appOrigin, serveAppScheme } from './desktop/app-scheme';
import { WindowAppearance } from './desktop/appearance';
import { diagnostics } from './desktop/diagnostics';
import { openExternalLink } from './desktop/external-links';
import { lockDown, lockDownSession } from './desktop/lockdown';
import { MainWindow } from './desktop/main-window';
import { menuTemplate } from './desktop/menu';
import { runtimeNotice } from './desktop/runtime-source';
import { WindowMemory } from './desktop/window-memory';
import type { DesktopActions } from './ipc/handlers';
import type { Router } from './ipc/router';
import { Notices } from './notices';

/** How long the first paint is waited for. */
const settleInMs = 3_000;

/** Makes everything and joins it. The only place that knows all the parts. */
export class SignalboxApp {
  readonly #log: Log;
  readonly #launchedAt: number;
  /** Nothing works without what it could not load. */
  readonly #onFatal: (error: unknown) => void;
  readonly #notices = new Notices();
  readonly #windowMemory = new WindowMemory(app.getPath('userData'));
  readonly #appearance = new WindowAppearance(app.getPath('userData'), nativeTheme);
  #core: Core | null = null;
  #window: MainWindow | null = null;
  /** Whether the page listens: what is sent to it earlier is lost. */
  #listening = false;
  #toOpen: Opening | null = null;
  #settled = false;
  #loading: Promise<Router> | null = null;
  /** Until the window takes it. */
  #givenFolder: string | null = null;

  constructor(log: Log, launchedAt: number, onFatal: (error: unknown) => void) {
    this.#log = log;
    this.#onFatal = onFatal;
    this.#launchedAt = launchedAt;
    lockDown(app, log, (url) => void this.#openLink(url).catch(() => undefined));
  }

  /** Electron is ready: the window first. */
  start(opening: Opening | null): void {
    this.#toOpen ??= opening;
    lockDownSession(session.defaultSession);
    this.#appearance.set();
    serveAppScheme(protocol, path.join(import.meta.dirname, '../renderer'), () => this.#appearance.value);
    ipcMain.handle('signalbox:request', async ({ senderFrame, sender }, name: unknown, params: unknown) => {
      const from = { origin: senderFrame?.origin ?? '', isMainFrame: senderFrame === sender.mainFrame };
      return (await this.#router()).handle(from, name, params);
    });
    this.openWindow();
    this.#tellRuntime();
    // Usually the first paint comes first; a window that never paints must not keep the rest from working.
    setTimeout(() => void this.#router().then(() => this.#settleIn()), settleInMs).unref();
  }

  /** Loading what is behind the window keeps this thread from serving its page, so the page comes first and asks for it. */
  #router(): Promise<Router> {
    this.#loading ??= this.#loadCore().catch((error: unknown) => {
      this.#onFatal(error);
      throw error;
    });
    return this.#loading;
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
      remembered: this.#windowMemory.read(),
      onPlaceChange: (place) => this.#windowMemory.write(place),
    });
    window.onClosed(() => {
      this.#window = null;
      this.#listening = false;
      this.#core?.publisher.watch(null);
      this.#core?.terminals.detachAll();
    });
    this.#window = window;
  }

  /** Shows the window and, once its page listens, what a link or a command line names. */
  open(opening: Opening | null): void {
    this.#toOpen = opening ?? this.#toOpen;
    // macOS sends a link before there can be a window.
    if (!app.isReady()) return;
    this.openWindow();
    if (this.#listening) this.#showOpening();
  }

  #showOpening(): void {
    const opening = this.#toOpen;
    this.#toOpen = null;
    switch (opening?.kind) {
      case undefined:
      case 'inbox':
        return;
      case 'new':
        this.#givenFolder = opening.folder;
        this.#window?.send('window.command', opening.folder === null ? 'new-session' : 'open-given-folder');
        return;
      case 'session': {
        const known = this.#core?.sessions.list.sessions.find(({ id }) => id === opening.id);
        if (known) this.#core?.sessions.activate(known.id);
        return;
      }
      default:
        assertNever(opening);
    }
  }

  reportFailure(message: string): void {
    this.#notices.set({
      id: 'failure',
      level: 'error',
      text: 'Something failed inside Signalbox',
      detail: `${message} The log has the details: Help, Open Logs.`,
    });
  }

  /** No run is left when this resolves. */
  async close(): Promise<void> {
    await this.#core?.close();
  }

  /** The process is about to exit, whatever else happens. */
  killRunsNow(): void {
    this.#core?.sessions.killAllNow();
    this.#core?.terminals.killAllNow();
  }

  async #loadCore(): Promise<Router> {
    const [{ Core }, { createHandlers }, { Router }] = await Promise.all([
      import('./core'),
      import('./ipc/handlers'),
      import('./ipc/router'),
    ]);
    const core = new Core({
      userData: app.getPath('userData'),
      env: process.env,
      demoAgent: path.join(app.getAppPath(), 'resources/demo/agent.mjs'),
      nodePath: process.execPath,
      log: this.#log,
      notices: this.#notices,
      send: (name, payload) => this.#window?.send(name, payload),
    });
    this.#core = core;
    this.#appearance.set(core.settings.value);
    core.settings.onChange((settings) => this.#appearance.set(settings));
    this.#notices.onChange(() => core.publisher.whole('notices.changed', () => [...this.#notices.list]));
    const handlers = createHandlers({
      ...core,
      desktop: this.#desktopActions(),
      claudeFacts: () => core.claudeFacts,
      tryRule: (id, draft) => core.tryRule(id, draft),
      askedFile: (id) => core.askedFile(id),
      continueInTerminal: (session, size) => core.continueInTerminal(session, size),
    });
    const devServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
    return new Router(handlers, devServer ? new URL(devServer).origin : appOrigin, this.#log);
  }

  #desktopActions(): DesktopActions {
    return {
      info: () => ({
        version: app.getVersion(),
        electron: process.versions.electron,
        platform: process.platform,
        dataFolder: app.getPath('userData'),
        notices: [...this.#notices.list],
      }),
      painted: ({ at, contentsAt }) => {
        const since = (time: number): number => Math.round(time - this.#launchedAt);
        this.#log.info('first paint', { at, contentsAt, sinceLaunchMs: since(at), contentsMs: since(contentsAt) });
        this.#listening = true;
        this.#settleIn();
        this.#showOpening();
      },
      failed: (failure) => this.#log.error('window failed', failure),
      openLogs: () => this.#openLogs(),
      openDataFolder: () => this.#openDataFolder(),
      copyDiagnostics: () => this.#copyDiagnostics(),
      copyText: (text) => clipboard.writeText(text),
      openLink: (url) => this.#openLink(url),
      browseFolder: async () => {
        const { filePaths } = await dialog.showOpenDialog({ title: 'Choose a folder', properties: ['openDirectory', 'createDirectory'] });
        return filePaths[0] ?? null;
      },
      takeGivenFolder: () => {
        const folder = this.#givenFolder;
        this.#givenFolder = null;
        return folder;
      },
    };
  }

  #settleIn(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#setMenu();
    // In development they would be given to Electron itself.
    if (app.isPackaged) registerAppLinks(app, process.platform, process.execPath);
    this.#core?.settleIn();
  }

  #setMenu(): void {
    const template = menuTemplate((id) => this.#carryOut(id), { mac: process.platform === 'darwin', development: import.meta.env.DEV });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  /** The window does what the menu says; what helps when the window is in trouble does not need it. */
  #carryOut(id: ActionId): void {
    if (id === 'open-logs') void this.#openLogs();
    else if (id === 'copy-diagnostics') this.#copyDiagnostics();
    else this.#window?.send('window.command', id);
  }

  #tellRuntime(): void {
    const runtime = runtimeNotice(process.execPath);
    if (!runtime) return;
    this.#log.warn('unofficial Electron build');
    this.#notices.set(runtime);
  }

  #openLink(url: string): Promise<void> {
    return openExternalLink(url, (checked) => shell.openExternal(checked));
  }

  async #openLogs(): Promise<void> {
    const problem = await shell.openPath(this.#log.folder);
    if (problem) this.#log.warn('logs could not be opened', { problem });
  }

  async #openDataFolder(): Promise<void> {
    const problem = await shell.openPath(app.getPath('userData'));
    if (problem) throw new AppError('not-opened', `The system could not open the folder: ${problem}`);
  }

  #copyDiagnostics(): void {
    const claude = this.#core?.claude.status;
    clipboard.writeText(
      diagnostics({
        version: app.getVersion(),
        versions: { electron: process.versions.electron, chrome: process.versions.chrome, node: process.versions.node },
        runtime: runtimeNotice(process.execPath) ? 'unofficial build' : 'official build',
        claude: claude?.state === 'found' ? `${claude.version ?? 'unknown version'}, from ${claude.from}` : 'not found',
        system: `${os.type()} ${os.release()} ${os.arch()}`,
        desktop: process.env.XDG_CURRENT_DESKTOP ?? '',
        home: os.homedir(),
        notices: this.#notices.list,
        logTail: this.#log.tail(60),
      }),
    );
  }
}
