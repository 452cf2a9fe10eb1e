import type { BrowserWindowConstructorOptions } from 'electron';
import type { EventName, Payload, SentEvent } from '../../shared/contract';
import { sendEvents } from './send-events';
import type { Rectangle } from './window-place';

/** The part of Electron's BrowserWindow that is used. */
export interface SmallWindow {
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
  setBackgroundColor(colour: string): void;
  setBounds(bounds: Rectangle): void;
  show(): void;
  focus(): void;
  hide(): void;
  isFocused(): boolean;
  isVisible(): boolean;
  destroy(): void;
}

export interface InboxWindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => SmallWindow;
  /** What it has in common with the main window: the icon, and what its page may do. */
  readonly common: Pick<BrowserWindowConstructorOptions, 'icon' | 'webPreferences'>;
  /** The page that draws only the inbox. */
  readonly url: string;
  readonly ground: () => string;
  /** What can be used of the display that the person is at. */
  readonly workArea: () => Rectangle;
  /** It came before the person's eyes, or went. */
  readonly onLook: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Transcripts and terminals are not in it, and they are most of what is sent. */
const copied: ReadonlySet<EventName> = new Set<EventName>(['asks.changed', 'sessions.changed', 'settings.changed']);

const size = { width: 480, height: 600 } as const;

/** In the middle, a little above it, where a person looks first; never larger than the display. */
export function placeInbox(area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return { x: area.x + Math.round((area.width - width) / 2), y: area.y + Math.round((area.height - height) / 3), width, height };
}

/**
 * The inbox over whatever is in front. It is made when it is first wanted and hidden, not closed, when the person turns to
 * something else, so that what they began to write is still there.
 */
export class InboxWindow {
  readonly #options: InboxWindowOptions;
  #window: SmallWindow | null = null;

  constructor(options: InboxWindowOptions) {
    this.#options = options;
  }

  show(): void {
    if (!this.#window) this.#open();
    else if (this.#window.isVisible()) this.#window.focus();
    else this.#bringUp(this.#window);
  }

  hide(): void {
    if (this.#window?.isVisible()) this.#window.hide();
  }

  /** Hidden, it would keep an app without any other window alive. */
  close(): void {
    this.#window?.destroy();
  }

  get isFocused(): boolean {
    return this.#window?.isVisible() === true && this.#window.isFocused();
  }

  sendAll(events: readonly SentEvent[]): void {
    const wanted = events.filter(([name]) => copied.has(name));
    if (this.#window && wanted.length > 0) sendEvents(this.#window.webContents, wanted);
  }

  #open(): void {
    const { create, common, url, ground, workArea, onLook, onFailure } = this.#options;
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
      backgroundColor: ground(),
    });
    // The keys of the menu bar speak to the session in the main window.
    window.removeMenu();
    window.on('focus', onLook);
    window.on('blur', () => {
      this.hide();
      onLook();
    });
    window.on('closed', () => {
      this.#window = null;
      onLook();
    });
    const fail = (error: unknown): void => {
      // It may have been closed while it was loading.
      if (this.#window !== window) return;
      onFailure(error);
      // The next time a new one is made.
      window.destroy();
    };
    window.webContents.on('render-process-gone', (_event, details) => fail(details));
    window.once('ready-to-show', () => this.#bringUp(window));
    this.#window = window;
    window.loadURL(url).catch(fail);
  }

  #bringUp(window: SmallWindow): void {
    const command: Payload<'window.command'> = 'open-inbox';
    sendEvents(window.webContents, [['window.command', command]]);
    window.setBackgroundColor(this.#options.ground());
    window.setBounds(placeInbox(this.#options.workArea()));
    window.show();
    window.focus();
  }
}
