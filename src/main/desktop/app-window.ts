import { assertNever } from '../../shared/assert';
import type { EventName, Payload, SentEvent } from '../../shared/contract';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';
import type { OpenTarget } from './app-links';
import type { MainWindow } from './main-window';

/** What a link, the command line or a desktop surface asks to open. */
export type WindowTarget = OpenTarget | { readonly kind: 'ask'; readonly id: AskId; readonly session: SessionId };

type OpenWindow = Pick<MainWindow, 'onClose' | 'onClosed' | 'onFocusChange' | 'isFocused' | 'focus' | 'send' | 'flash' | 'setOverlay'>;

export interface AppWindowOptions {
  readonly createWindow: () => OpenWindow;
  /** macOS may deliver a link before a window can be opened. */
  readonly canOpen: () => boolean;
  /** Activates a session; the id may not exist. */
  readonly activate: (id: string) => void;
  /** The user closes the window; the listener can prevent it. */
  readonly onClose: (event: { preventDefault(): void }) => void;
  readonly onClosed: () => void;
}

/** Owns the app's window while there is one, and shows a target in it once its page is ready. */
export class AppWindow {
  readonly #options: AppWindowOptions;
  readonly #viewChanged = new Emitter<void>();
  #window: OpenWindow | null = null;
  /** Events that are sent before the page is ready are lost. */
  #pageReady = false;
  #target: WindowTarget | null = null;
  /** The folder to open, until the page takes it. */
  #givenFolder: string | null = null;
  /** The ask in the page's dialog. */
  #askInView: AskId | null = null;

  constructor(options: AppWindowOptions) {
    this.#options = options;
  }

  /** Fires when the window gains or loses focus, or shows another ask. */
  readonly onViewChange = this.#viewChanged.on;

  get isFocused(): boolean {
    return this.#window?.isFocused ?? false;
  }

  get askInView(): AskId | null {
    return this.#askInView;
  }

  set askInView(id: AskId | null) {
    this.#askInView = id;
    this.#viewChanged.emit();
  }

  open(): void {
    if (this.#window) {
      this.#window.focus();
      return;
    }
    const window = this.#options.createWindow();
    window.onClose((event) => this.#options.onClose(event));
    window.onFocusChange(() => this.#viewChanged.emit());
    window.onClosed(() => {
      this.#window = null;
      this.#pageReady = false;
      this.#askInView = null;
      this.#options.onClosed();
      this.#viewChanged.emit();
    });
    this.#window = window;
  }

  /** Opens the window for the first time. A target that arrived earlier takes precedence. */
  start(target: WindowTarget | null): void {
    this.#target ??= target;
    this.open();
  }

  /** Opens the window or brings it to the front, and shows the target. */
  show(target: WindowTarget | null): void {
    this.#target = target ?? this.#target;
    if (!this.#options.canOpen()) return;
    this.open();
    if (this.#pageReady) this.#showTarget();
  }

  /** The page receives events from now on. */
  markPageReady(): void {
    this.#pageReady = true;
    this.#showTarget();
  }

  takeGivenFolder(): string | null {
    const folder = this.#givenFolder;
    this.#givenFolder = null;
    return folder;
  }

  send<N extends EventName>(name: N, payload: Payload<N>): void {
    this.sendAll([[name, payload]]);
  }

  sendAll(events: readonly SentEvent[]): void {
    this.#window?.send(events);
  }

  flash(): void {
    this.#window?.flash();
  }

  setOverlay(icon: string | null, description: string): void {
    this.#window?.setOverlay(icon, description);
  }

  #showTarget(): void {
    const target = this.#target;
    this.#target = null;
    switch (target?.kind) {
      case undefined:
        return;
      case 'inbox':
        this.send('window.command', 'open-inbox');
        return;
      case 'new':
        this.#givenFolder = target.folder;
        this.send('window.command', target.folder === null ? 'new-session' : 'open-given-folder');
        return;
      case 'session':
        this.#options.activate(target.id);
        return;
      case 'ask':
        this.#options.activate(target.session);
        this.send('asks.show', target.id);
        return;
      default:
        assertNever(target);
    }
  }
}
