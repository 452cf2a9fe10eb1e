import type { BrowserWindowConstructorOptions } from 'electron';
import type { EventName, Payload, SentEvent } from '../../shared/contract';
import { sendEvents } from './send-events';
import type { Rectangle } from './window-placement';

/** The part of Electron's BrowserWindow that we use. */
export interface ElectronWindow {
  readonly webContents: {
    send(channel: string, events: string): void;
    on(event: 'render-process-gone', listener: (event: unknown, details: unknown) => void): unknown;
  };
  on(event: 'focus', listener: () => void): unknown;
  on(event: 'blur', listener: () => void): unknown;
  on(event: 'closed', listener: () => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
  loadURL(url: string): Promise<void>;
  removeMenu(): void;
  setBackgroundColor(color: string): void;
  setBounds(bounds: Rectangle): void;
  show(): void;
  focus(): void;
  hide(): void;
  isFocused(): boolean;
  isVisible(): boolean;
  destroy(): void;
}

export interface InboxWindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => ElectronWindow;
  /** The options that it shares with the main window. */
  readonly common: Pick<BrowserWindowConstructorOptions, 'icon' | 'webPreferences'>;
  /** The page that draws only the inbox. */
  readonly url: string;
  readonly background: () => string;
  /** The work area of the display that the user is at. */
  readonly workArea: () => Rectangle;
  readonly onFocusChange: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** The inbox shows no transcripts and terminals, which are most of the traffic. */
const forwardedEvents: ReadonlySet<EventName> = new Set<EventName>(['asks.changed', 'sessions.changed', 'settings.changed']);

const size = { width: 480, height: 600 } as const;

/** Places the window slightly above the center, and never larger than the display. */
export function placeInbox(area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return { x: area.x + Math.round((area.width - width) / 2), y: area.y + Math.round((area.height - height) / 3), width, height };
}

/**
 * The inbox in a small window on top of other apps. It is created on first use. When it loses focus it is hidden, not closed, so
 * that an unfinished answer is kept.
 */
export class InboxWindow {
  readonly #options: InboxWindowOptions;
  #window: ElectronWindow | null = null;

  constructor(options: InboxWindowOptions) {
    this.#options = options;
  }

  show(): void {
    if (!this.#window) this.#open();
    else if (this.#window.isVisible()) this.#window.focus();
    else this.#present(this.#window);
  }

  hide(): void {
    if (this.#window?.isVisible()) this.#window.hide();
  }

  /** Even a hidden window would keep the app running without other windows. */
  close(): void {
    this.#window?.destroy();
  }

  get isFocused(): boolean {
    return this.#window?.isVisible() === true && this.#window.isFocused();
  }

  sendAll(events: readonly SentEvent[]): void {
    const wanted = events.filter(([name]) => forwardedEvents.has(name));
    if (this.#window && wanted.length > 0) sendEvents(this.#window.webContents, wanted);
  }

  #open(): void {
    const { create, common, url, background, workArea, onFocusChange, onFailure } = this.#options;
    const window = create({
      ...placeInbox(workArea()),
      ...common,
      show: false,
      frame: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: 'Waiting for you',
      backgroundColor: background(),
    });
    // The menu's shortcuts act on the session in the main window.
    window.removeMenu();
    window.on('focus', onFocusChange);
    window.on('blur', () => {
      this.hide();
      onFocusChange();
    });
    window.on('closed', () => {
      this.#window = null;
      onFocusChange();
    });
    const fail = (error: unknown): void => {
      // The window may have been closed while it was loading.
      if (this.#window !== window) return;
      onFailure(error);
      // The next `show` creates a new window.
      window.destroy();
    };
    window.webContents.on('render-process-gone', (_event, details) => fail(details));
    window.once('ready-to-show', () => this.#present(window));
    this.#window = window;
    window.loadURL(url).catch(fail);
  }

  #present(window: ElectronWindow): void {
    const command: Payload<'window.command'> = 'open-inbox';
    sendEvents(window.webContents, [['window.command', command]]);
    window.setBackgroundColor(this.#options.background());
    window.setBounds(placeInbox(this.#options.workArea()));
    window.show();
    window.focus();
  }
}
