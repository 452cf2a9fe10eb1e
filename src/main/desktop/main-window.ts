import path from 'node:path';
import { BrowserWindow, nativeImage, nativeTheme, screen } from 'electron';
import type { SentEvent } from '../../shared/contract';
import type { Log } from '../base/log';
import { pagePreferences, pageUrl, windowBackground } from './app-page';
import { sendEvents } from './send-events';
import { displayLayoutKey, minWindowSize, placeWindow } from './window-placement';
import type { WindowStateStore } from './window-state-store';

export interface MainWindowOptions {
  readonly log: Log;
  readonly icon: string;
  readonly preload: string;
  readonly stateStore: WindowStateStore;
}

/** How often a crashed page is reloaded automatically within a minute. */
const reloadsPerMinute = 3;

/** The main window. It appears when its page is ready to be shown. */
export class MainWindow {
  readonly #window: BrowserWindow;
  readonly #log: Log;
  #crashes: number[] = [];

  constructor({ log, icon, preload, stateStore }: MainWindowOptions) {
    this.#log = log;
    const remembered = stateStore.read(currentLayoutKey());
    this.#window = new BrowserWindow({
      ...placeWindow(
        remembered,
        [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea),
      ),
      minWidth: minWindowSize.width,
      minHeight: minWindowSize.height,
      show: false,
      title: 'Signalbox',
      icon,
      autoHideMenuBar: true,
      backgroundColor: windowBackground(),
      ...(process.platform === 'darwin' ? { titleBarStyle: 'hiddenInset' as const } : {}),
      webPreferences: pagePreferences(preload),
    });
    this.#trackWindowState(stateStore);
    this.#watchForCrashes();
    this.#followTheme();
    this.#window.once('ready-to-show', () => {
      // Maximizing earlier would show the window before its page is ready.
      if (remembered?.maximized) this.#window.maximize();
      this.#window.show();
    });
    // 'did-fail-load' reports a failed load already.
    this.#window.loadURL(pageUrl()).catch(() => undefined);
  }

  onClosed(listener: () => void): void {
    this.#window.on('closed', listener);
  }

  /** The user closes the window; the listener can prevent it. */
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

  /** Flashes until the window gets focus. */
  flash(): void {
    if (!this.isFocused) this.#window.flashFrame(true);
  }

  /** Shows a small image over the taskbar icon, on Windows only. */
  setOverlay(icon: string | null, description: string): void {
    this.#window.setOverlayIcon(icon ? nativeImage.createFromPath(icon) : null, description);
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
    const follow = (): void => this.#window.setBackgroundColor(windowBackground());
    nativeTheme.on('updated', follow);
    this.#window.on('closed', () => nativeTheme.off('updated', follow));
  }

  #trackWindowState(stateStore: WindowStateStore): void {
    let timer: NodeJS.Timeout | undefined;
    const save = (): void => {
      clearTimeout(timer);
      if (this.#window.isDestroyed()) return;
      stateStore.write(currentLayoutKey(), { bounds: this.#window.getNormalBounds(), maximized: this.#window.isMaximized() });
    };
    // Dragging sends many events; only the last position matters.
    const saveSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(save, 400);
    };
    this.#window.on('resize', saveSoon);
    this.#window.on('move', saveSoon);
    this.#window.on('close', save);
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
      const reload = this.#crashes.length <= reloadsPerMinute;
      this.#log.error('page process gone', { reason, exitCode, reload });
      if (reload && !this.#window.isDestroyed()) contents.reload();
    });
  }
}

const currentLayoutKey = (): string => displayLayoutKey(screen.getAllDisplays().map(({ bounds }) => bounds));
