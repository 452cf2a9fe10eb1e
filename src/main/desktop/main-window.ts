import path from 'node:path';
import { BrowserWindow, nativeImage, nativeTheme, screen } from 'electron';
import type { SentEvent } from '../../shared/contract';
import type { Log } from '../base/log';
import { groundNow, pagePreferences, pageUrl } from './app-page';
import { sendEvents } from './send-events';
import type { WindowMemory } from './window-memory';
import { arrangementOf, placeWindow, smallestWindow } from './window-place';

export interface MainWindowOptions {
  readonly log: Log;
  readonly icon: string;
  readonly preload: string;
  readonly memory: WindowMemory;
}

/** How often a crashed page is loaded again by itself within a minute. */
const reloadsPerMinute = 3;

/** The one main window. It shows itself when there is something to see. */
export class MainWindow {
  readonly #window: BrowserWindow;
  readonly #log: Log;
  #crashes: number[] = [];

  constructor({ log, icon, preload, memory }: MainWindowOptions) {
    this.#log = log;
    const remembered = memory.read(arrangementNow());
    this.#window = new BrowserWindow({
      ...placeWindow(
        remembered,
        [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea),
      ),
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      show: false,
      title: 'Signalbox',
      icon,
      autoHideMenuBar: true,
      backgroundColor: groundNow(),
      ...(process.platform === 'darwin' ? { titleBarStyle: 'hiddenInset' as const } : {}),
      webPreferences: pagePreferences(preload),
    });
    this.#rememberPlace(memory);
    this.#watchForCrashes();
    this.#followTheme();
    this.#window.once('ready-to-show', () => {
      // Not earlier: it shows a hidden window at once.
      if (remembered?.maximized) this.#window.maximize();
      this.#window.show();
    });
    // A failed load is reported by 'did-fail-load'; the promise would only say it twice.
    this.#window.loadURL(pageUrl()).catch(() => undefined);
  }

  onClosed(listener: () => void): void {
    this.#window.on('closed', listener);
  }

  /** The person closes it; the listener may keep it open. */
  onClose(listener: (event: { preventDefault(): void }) => void): void {
    this.#window.on('close', listener);
  }

  onFocusChange(listener: () => void): void {
    this.#window.on('focus', () => {
      this.#window.flashFrame(false);
      listener();
    });
    this.#window.on('blur', listener);
  }

  get isFocused(): boolean {
    const window = this.#window;
    return !window.isDestroyed() && window.isFocused() && window.isVisible() && !window.isMinimized();
  }

  /** Until the window has the focus. */
  flash(): void {
    if (!this.isFocused) this.#window.flashFrame(true);
  }

  /** Windows only: a small picture over the taskbar's icon. */
  setOverlay(icon: string | null, words: string): void {
    this.#window.setOverlayIcon(icon ? nativeImage.createFromPath(icon) : null, words);
  }

  focus(): void {
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  send(events: readonly SentEvent[]): void {
    if (!this.#window.isDestroyed()) sendEvents(this.#window.webContents, events);
  }

  #followTheme(): void {
    const follow = (): void => this.#window.setBackgroundColor(groundNow());
    nativeTheme.on('updated', follow);
    this.#window.on('closed', () => nativeTheme.off('updated', follow));
  }

  #rememberPlace(memory: WindowMemory): void {
    let timer: NodeJS.Timeout | undefined;
    const report = (): void => {
      clearTimeout(timer);
      if (this.#window.isDestroyed()) return;
      memory.write(arrangementNow(), { bounds: this.#window.getNormalBounds(), maximized: this.#window.isMaximized() });
    };
    // Dragging sends a stream of these; only where it ends matters.
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(report, 400);
    };
    this.#window.on('resize', soon);
    this.#window.on('move', soon);
    this.#window.on('close', report);
  }

  #watchForCrashes(): void {
    const contents = this.#window.webContents;
    contents.on('did-fail-load', (_event, code, description, url) => this.#log.error('page failed to load', { code, description, url }));
    contents.on('preload-error', (_event, file, error) => this.#log.error('preload failed', { file: path.basename(file), error }));
    contents.on('unresponsive', () => this.#log.warn('page unresponsive'));
    contents.on('responsive', () => this.#log.info('page responsive again'));
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return;
      const now = Date.now();
      this.#crashes = [...this.#crashes.filter((at) => now - at < 60_000), now];
      const again = this.#crashes.length <= reloadsPerMinute;
      this.#log.error('page process gone', { reason, exitCode, again });
      if (again && !this.#window.isDestroyed()) contents.reload();
    });
  }
}

const arrangementNow = (): string => arrangementOf(screen.getAllDisplays().map(({ bounds }) => bounds));
