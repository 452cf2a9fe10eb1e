import os from 'node:os';
import path from 'node:path';
import { app, clipboard, dialog, ipcMain, Menu, nativeTheme, powerMonitor, protocol, session, shell } from 'electron';
import type { ActionId } from '../shared/action';
import { assertNever } from '../shared/assert';
import { AppError } from '../shared/errors';
import type { AskId, SessionId } from '../shared/ids';
import { Emitter } from './base/emitter';
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
import { QuitQuestion } from './desktop/quit-question';
import { runtimeNotice } from './desktop/runtime-source';
import type { Surfaces } from './desktop/surfaces';
import type { Surroundings } from './desktop/surroundings';
import { ToldOnce } from './desktop/told-once';
import { WindowMemory } from './desktop/window-memory';
import type { DesktopActions } from './ipc/handlers';
import type { Router } from './ipc/router';
import { Notices } from './notices';

/** What a link, the command line or a surface on the desktop wants to see. */
type ToOpen = Opening | { readonly kind: 'ask'; readonly id: AskId; readonly session: SessionId };

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
  readonly #looking = new Emitter<void>();
  readonly quitQuestion = new QuitQuestion({
    sessions: () => this.#core?.sessions.list.sessions ?? [],
    ask: async (detail) => {
      const buttons = ['Quit', 'Cancel'];
      const { response } = await dialog.showMessageBox({ type: 'question', message: 'Quit Signalbox?', detail, buttons, cancelId: 1 });
      return response === 0;
    },
  });
  #core: Core | null = null;
  #window: MainWindow | null = null;
  /** Whether the page listens: what is sent to it earlier is lost. */
  #listening = false;
  #toOpen: ToOpen | null = null;
  /** In the window's dialog. */
  #askInView: AskId | null = null;
  #opening: Promise<void> = Promise.resolve();
  #surfaces: Surfaces | null = null;
  #closing = false;
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
      memory: this.#windowMemory,
    });
    window.onClose((event) => this.#onClose(event));
    window.onFocusChange(() => this.#looking.emit());
    window.onClosed(() => {
      this.#window = null;
      this.#listening = false;
      this.#askInView = null;
      this.#core?.publisher.watch(null);
      this.#core?.terminals.detachAll();
      this.#looking.emit();
    });
    this.#window = window;
  }

  /** Whether the app goes on, and can be found again, when its last window is closed. */
  get staysWithoutWindow(): boolean {
    return process.platform === 'darwin' || this.#surfaces?.hasTray === true;
  }

  /** The person wants to quit: where that would interrupt something, they are told first. */
  async quit(): Promise<void> {
    if (await this.quitQuestion.mayQuit()) app.quit();
  }

  /** Shows the window and, once its page listens, what is to be seen in it. */
  open(opening: ToOpen | null): void {
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
        return;
      case 'inbox':
        this.#window?.send('window.command', 'open-inbox');
        return;
      case 'new':
        this.#givenFolder = opening.folder;
        this.#window?.send('window.command', opening.folder === null ? 'new-session' : 'open-given-folder');
        return;
      case 'session':
        this.#activate(opening.id);
        return;
      case 'ask':
        this.#activate(opening.session);
        this.#window?.send('asks.show', opening.id);
        return;
      default:
        assertNever(opening);
    }
  }

  #activate(id: string): void {
    const known = this.#core?.sessions.list.sessions.find((session) => session.id === id);
    if (known) this.#core?.sessions.activate(known.id);
  }

  /** Where nothing would be left to find the app by, closing its window means quitting it. */
  #onClose(event: { preventDefault(): void }): void {
    if (this.#closing) return;
    if (this.staysWithoutWindow) this.#surfaces?.tellStays();
    else if (this.quitQuestion.isNeeded) {
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
    this.quitQuestion.agree();
    await Promise.all([this.#opening.then(() => this.#surfaces?.close()), this.#core?.close()]);
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
      askInView: (id) => {
        this.#askInView = id;
        this.#looking.emit();
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
    powerMonitor.on('resume', () => this.#core?.wake());
    if (this.#core) this.#opening = this.#openSurfaces(this.#core);
  }

  async #openSurfaces(core: Core): Promise<void> {
    try {
      const { Surfaces } = await import('./desktop/surfaces');
      this.#surfaces = await Surfaces.open({
        surroundings: this.#surroundings(core),
        log: this.#log,
        notices: this.#notices,
        told: new ToldOnce(app.getPath('userData')),
        folder: path.join(app.getAppPath(), 'resources/tray'),
        launchedAt: this.#launchedAt,
        window: {
          flash: () => this.#window?.flash(),
          setOverlay: (icon, words) => this.#window?.setOverlay(icon, words),
        },
      });
    } catch (error) {
      // The window has everything that they have.
      this.#log.error('no surfaces on the desktop', { error });
    }
  }

  #surroundings({ desk, sessions, settings }: Core): Surroundings {
    const nothing = { session: null, ask: null };
    return {
      asks: { now: () => desk.list, onChange: desk.onChange },
      sessions: { now: () => sessions.list, onChange: sessions.onChange },
      settings: { now: () => settings.value, onChange: settings.onChange },
      inView: {
        now: () => (this.#window?.isFocused ? { session: sessions.list.active, ask: this.#askInView } : nothing),
        onChange: this.#looking.on,
      },
      decide: (id, decision, surface) => desk.decide(id, decision, surface),
      changeSettings: (change) => settings.change(change),
      showSession: (id) => this.open({ kind: 'session', id }),
      showAsk: ({ id, sessionId }) => this.open({ kind: 'ask', id, session: sessionId }),
      showWindow: () => this.openWindow(),
      showInbox: () => this.open({ kind: 'inbox' }),
      newSession: () => this.open({ kind: 'new', folder: null }),
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
