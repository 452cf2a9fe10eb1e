import path from 'node:path';
import { app, clipboard, dialog, ipcMain, Menu, nativeTheme, powerMonitor, protocol, session, shell } from 'electron';
import type { ActionId } from '../shared/action';
import { batchEvents } from './base/batch-events';
import { closeAll } from './base/close-all';
import { Emitter } from './base/emitter';
import type { Log } from './base/log';
import type { Core } from './core';
import { type OpenTarget, registerAppLinks } from './desktop/app-links';
import { appOrigin, serveAppScheme } from './desktop/app-scheme';
import { AppWindow } from './desktop/app-window';
import { WindowAppearance } from './desktop/appearance';
import type { DesktopDependencies } from './desktop/desktop-dependencies';
import { lockDown, lockDownSession } from './desktop/lockdown';
import { MainWindow } from './desktop/main-window';
import { menuTemplate } from './desktop/menu';
import { QuitConfirmation } from './desktop/quit-confirmation';
import { runtimeNotice } from './desktop/runtime-notice';
import { ShownHints } from './desktop/shown-hints';
import type { Surfaces } from './desktop/surfaces';
import { SystemShell } from './desktop/system-shell';
import { utilityToolProcess } from './desktop/utility-tool-process';
import { WindowStateStore } from './desktop/window-state-store';
import type { LocalServer } from './http/local-server';
import type { DesktopActions } from './ipc/handlers';
import type { Router } from './ipc/router';
import { Notices } from './notices';

/** How long to wait for the first paint. */
const firstPaintTimeoutMs = 3_000;

/** The composition root: creates all parts and connects them. */
export class SignalboxApp {
  readonly #log: Log;
  readonly #launchedAt: number;
  /** Called if the core can't be loaded, because nothing works without it. */
  readonly #onFatal: (error: unknown) => void;
  readonly #notices = new Notices();
  readonly #windowState = new WindowStateStore(app.getPath('userData'));
  readonly #appearance = new WindowAppearance(app.getPath('userData'), nativeTheme);
  /** The files that every window needs. */
  readonly #page = {
    icon: path.join(app.getAppPath(), 'resources/icon/256.png'),
    preload: path.join(import.meta.dirname, '../preload/index.cjs'),
  };
  readonly #inboxFocusChanged = new Emitter<void>();
  readonly #window = new AppWindow({
    createWindow: () => new MainWindow({ log: this.#log, ...this.#page, stateStore: this.#windowState }),
    canOpen: () => app.isReady(),
    activate: (id) => this.#activate(id),
    onClose: (event) => this.#onClose(event),
    onClosed: () => {
      this.#core?.publisher.watch(null);
      this.#core?.terminals.detachAll();
      if (!this.staysWithoutWindow) this.#surfaces?.inbox?.close();
    },
  });
  readonly #systemShell: SystemShell;
  readonly quitConfirmation = new QuitConfirmation({
    sessions: () => this.#core?.sessions.list.sessions ?? [],
    ask: async (detail) => {
      const buttons = ['Quit', 'Cancel'];
      const { response } = await dialog.showMessageBox({ type: 'question', message: 'Quit Signalbox?', detail, buttons, cancelId: 1 });
      return response === 0;
    },
  });
  #core: Core | null = null;
  #opening: Promise<void> = Promise.resolve();
  #surfaces: Surfaces | null = null;
  #server: LocalServer | null = null;
  #closing = false;
  #deferredWorkStarted = false;
  #loading: Promise<Router> | null = null;

  constructor(log: Log, launchedAt: number, onFatal: (error: unknown) => void) {
    this.#log = log;
    this.#onFatal = onFatal;
    this.#launchedAt = launchedAt;
    this.#systemShell = new SystemShell({
      shell,
      clipboard,
      log,
      version: app.getVersion(),
      dataFolder: app.getPath('userData'),
      claude: () => this.#claudeWords,
      notices: () => this.#notices.list,
    });
    lockDown(app, log, (url) => void this.#systemShell.openLink(url).catch(() => undefined));
  }

  /** Called when Electron is ready. Opens the window before anything else. */
  start(target: OpenTarget | null): void {
    lockDownSession(session.defaultSession);
    this.#appearance.set();
    serveAppScheme(protocol, path.join(import.meta.dirname, '../renderer'), () => this.#appearance.value);
    ipcMain.handle('signalbox:request', async ({ senderFrame, sender }, name: unknown, params: unknown) => {
      const from = { origin: senderFrame?.origin ?? '', isMainFrame: senderFrame === sender.mainFrame };
      return (await this.#router()).handle(from, name, params);
    });
    this.#window.start(target);
    this.#tellRuntime();
    // A fallback for a window that never paints: the rest must work all the same.
    setTimeout(() => void this.#router().then(() => this.#startDeferredWork()), firstPaintTimeoutMs).unref();
  }

  /** Loads the core on the first request. Loading it earlier would block this thread from serving the page. */
  #router(): Promise<Router> {
    this.#loading ??= this.#loadCore().catch((error: unknown) => {
      this.#onFatal(error);
      throw error;
    });
    return this.#loading;
  }

  openWindow(): void {
    this.#window.open();
  }

  /** Shows the window and, once its page listens, the target in it. */
  open(target: OpenTarget | null): void {
    this.#window.show(target);
  }

  /** Whether the app keeps running without a window: only where the dock or the tray can bring it back. */
  get staysWithoutWindow(): boolean {
    return process.platform === 'darwin' || this.#surfaces?.hasTray === true;
  }

  /** Quits, and asks the person first if that would interrupt something. */
  async quit(): Promise<void> {
    if (await this.quitConfirmation.confirm()) app.quit();
  }

  #activate(id: string): void {
    const known = this.#core?.sessions.list.sessions.find((session) => session.id === id);
    if (known) this.#core?.sessions.activate(known.id);
  }

  /** Where nothing could bring the window back, closing it quits the app. */
  #onClose(event: { preventDefault(): void }): void {
    if (this.#closing) return;
    if (this.staysWithoutWindow) this.#surfaces?.showTrayHint();
    else if (this.quitConfirmation.isNeeded) {
      event.preventDefault();
      void this.quit();
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
    this.#closing = true;
    this.quitConfirmation.markConfirmed();
    await closeAll({
      surfaces: () => this.#opening.then(() => this.#surfaces?.close()),
      server: () => this.#opening.then(() => this.#server?.close()),
      core: () => this.#core?.close(),
    });
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
      version: app.getVersion(),
      demoAgent: path.join(app.getAppPath(), 'resources/demo/agent.mjs'),
      nodePath: process.execPath,
      log: this.#log,
      notices: this.#notices,
      notify: (notification) => this.#surfaces?.notifyFromTool(notification),
      startToolProcess: utilityToolProcess(path.join(import.meta.dirname, 'tool-process.js')),
      send: (events) => {
        for (const window of [this.#window, this.#surfaces?.inbox]) window?.sendAll(events);
      },
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
        this.#startDeferredWork();
        this.#window.markPageReady();
      },
      askInView: (id) => {
        this.#window.askInView = id;
      },
      showAsk: (id) => {
        this.#surfaces?.inbox?.hide();
        const ask = this.#core?.desk.list.find((one) => one.id === id);
        this.#window.show(ask ? { kind: 'ask', id, session: ask.sessionId } : null);
      },
      hideInbox: () => this.#surfaces?.inbox?.hide(),
      failed: (failure) => this.#log.error('window failed', failure),
      openLogs: () => this.#systemShell.openLogs(),
      openDataFolder: () => this.#systemShell.openDataFolder(),
      openToolFolder: () => this.#systemShell.openToolFolder(),
      copyDiagnostics: () => this.#systemShell.copyDiagnostics(),
      copyText: (text) => this.#systemShell.copyText(text),
      openLink: (url) => this.#systemShell.openLink(url),
      showFile: (file) => this.#systemShell.showFile(file),
      browseFolder: async () => {
        const { filePaths } = await dialog.showOpenDialog({ title: 'Choose a folder', properties: ['openDirectory', 'createDirectory'] });
        return filePaths[0] ?? null;
      },
      takeGivenFolder: () => this.#window.takeGivenFolder(),
    };
  }

  #startDeferredWork(): void {
    if (this.#deferredWorkStarted) return;
    this.#deferredWorkStarted = true;
    this.#setMenu();
    // In development the links would be registered for Electron itself.
    if (app.isPackaged) registerAppLinks(app, process.platform, process.execPath);
    this.#core?.startDeferredWork();
    powerMonitor.on('resume', () => this.#core?.wake());
    const core = this.#core;
    if (core) this.#opening = this.#openSurfaces(core).then(() => this.#openServer(core));
  }

  async #openSurfaces(core: Core): Promise<void> {
    try {
      const { Surfaces } = await import('./desktop/surfaces');
      this.#surfaces = await Surfaces.open({
        deps: this.#desktopDependencies(core),
        log: this.#log,
        notices: this.#notices,
        hints: new ShownHints(app.getPath('userData')),
        folder: path.join(app.getAppPath(), 'resources/tray'),
        launchedAt: this.#launchedAt,
        window: {
          flash: () => this.#window.flash(),
          setOverlay: (icon, words) => this.#window.setOverlay(icon, words),
        },
        page: this.#page,
        onInboxFocusChange: () => this.#inboxFocusChanged.emit(),
      });
    } catch (error) {
      // The window offers everything that the other surfaces do.
      this.#log.error('no surfaces on the desktop', { error });
    }
  }

  /** Opens the local server last, because nobody at the window waits for it. */
  async #openServer(core: Core): Promise<void> {
    if (this.#closing) return;
    try {
      const { LocalServer } = await import('./http/local-server');
      this.#server = new LocalServer({
        owners: { ...core, openFolder: (folder) => this.#window.show({ kind: 'new', folder }) },
        userData: app.getPath('userData'),
        env: process.env,
        version: app.getVersion(),
        log: this.#log,
        notices: this.#notices,
      });
      await this.#server.open();
    } catch (error) {
      this.#log.error('no local server', { error });
    }
  }

  #desktopDependencies({ desk, sessions, settings }: Core): DesktopDependencies {
    return {
      // The window hears first: updating a badge or a menu takes as long as showing an ask.
      asks: { get: () => desk.list, onChange: batchEvents(desk.onChange) },
      sessions: { get: () => sessions.list, onChange: batchEvents(sessions.onChange) },
      settings: { get: () => settings.value, onChange: settings.onChange },
      inView: {
        get: () => ({
          ...(this.#window.isFocused ? { session: sessions.list.active, ask: this.#window.askInView } : { session: null, ask: null }),
          inbox: this.#surfaces?.inbox?.isFocused === true,
        }),
        onChange: (listener) => {
          const ends = [this.#window.onViewChange(listener), this.#inboxFocusChanged.on(listener)];
          return () => {
            for (const end of ends) end();
          };
        },
      },
      decide: ({ id, fingerprint, interaction }, decision, surface) =>
        desk.decide(id, decision, surface, { seen: fingerprint, interactionId: interaction?.id }),
      changeSettings: (change) => settings.change(change),
      showSession: (id) => this.#window.show({ kind: 'session', id }),
      showAsk: ({ id, sessionId }) => this.#window.show({ kind: 'ask', id, session: sessionId }),
      showWindow: () => this.#window.open(),
      showInbox: () => this.#window.show({ kind: 'inbox' }),
      newSession: () => this.#window.show({ kind: 'new', folder: null }),
      quit: () => void this.quit(),
    };
  }

  #setMenu(): void {
    const template = menuTemplate(
      (id) => this.#carryOut(id),
      () => void this.quit(),
      { mac: process.platform === 'darwin', development: import.meta.env.DEV },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  /** Sends menu actions to the window, except those that must work when the window has failed. */
  #carryOut(id: ActionId): void {
    if (id === 'open-logs') void this.#systemShell.openLogs();
    else if (id === 'copy-diagnostics') this.#systemShell.copyDiagnostics();
    else this.#window.send('window.command', id);
  }

  #tellRuntime(): void {
    const runtime = runtimeNotice(process.execPath);
    if (!runtime) return;
    this.#log.warn('unofficial Electron build');
    this.#notices.set(runtime);
  }

  get #claudeWords(): string {
    const claude = this.#core?.claude.status;
    return claude?.state === 'found' ? `${claude.version ?? 'unknown version'}, from ${claude.from}` : 'not found';
  }
}
