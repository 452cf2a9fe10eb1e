import { assertNever } from '../../shared/assert';
import type { EventName, Payload, SentEvent } from '../../shared/contract';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';
import type { Opening } from './app-links';
import type { MainWindow } from './main-window';

/** What a link, the command line or a surface on the desktop wants to see. */
export type ToOpen = Opening | { readonly kind: 'ask'; readonly id: AskId; readonly session: SessionId };

type OpenWindow = Pick<MainWindow, 'onClose' | 'onClosed' | 'onFocusChange' | 'isFocused' | 'focus' | 'send' | 'flash' | 'setOverlay'>;

export interface AppWindowOptions {
  readonly make: () => OpenWindow;
  /** macOS sends a link before there can be a window. */
  readonly canOpen: () => boolean;
  /** Brings a session to the front; the id may be nobody's. */
  readonly activate: (id: string) => void;
  /** The person closes it, which can be prevented. */
  readonly onClose: (event: { preventDefault(): void }) => void;
  readonly onClosed: () => void;
}

/** The app's window while there is one, and what is to be seen in it once its page listens. */
export class AppWindow {
  readonly #options: AppWindowOptions;
  readonly #looking = new Emitter<void>();
  #window: OpenWindow | null = null;
  /** What is sent to a page earlier is lost. */
  #listening = false;
  #toOpen: ToOpen | null = null;
  /** Until the page takes it. */
  #givenFolder: string | null = null;
  /** In the page's dialog. */
  #askInView: AskId | null = null;

  constructor(options: AppWindowOptions) {
    this.#options = options;
  }

  /** It has the focus or lost it, or shows another ask. */
  readonly onLook = this.#looking.on;

  get isFocused(): boolean {
    return this.#window?.isFocused ?? false;
  }

  get askInView(): AskId | null {
    return this.#askInView;
  }

  set askInView(id: AskId | null) {
    this.#askInView = id;
    this.#looking.emit();
  }

  open(): void {
    if (this.#window) {
      this.#window.focus();
      return;
    }
    const window = this.#options.make();
    window.onClose((event) => this.#options.onClose(event));
    window.onFocusChange(() => this.#looking.emit());
    window.onClosed(() => {
      this.#window = null;
      this.#listening = false;
      this.#askInView = null;
      this.#options.onClosed();
      this.#looking.emit();
    });
    this.#window = window;
  }

  /** Opens it for the first time, at what was wanted before that, if anything was. */
  start(opening: ToOpen | null): void {
    this.#toOpen ??= opening;
    this.open();
  }

  /** Opens it, or brings it to the front, and shows in it what is to be seen. */
  show(opening: ToOpen | null): void {
    this.#toOpen = opening ?? this.#toOpen;
    if (!this.#options.canOpen()) return;
    this.open();
    if (this.#listening) this.#showOpening();
  }

  /** From now on its page hears what it is sent. */
  listens(): void {
    this.#listening = true;
    this.#showOpening();
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

  setOverlay(icon: string | null, words: string): void {
    this.#window?.setOverlay(icon, words);
  }

  #showOpening(): void {
    const opening = this.#toOpen;
    this.#toOpen = null;
    switch (opening?.kind) {
      case undefined:
        return;
      case 'inbox':
        this.send('window.command', 'open-inbox');
        return;
      case 'new':
        this.#givenFolder = opening.folder;
        this.send('window.command', opening.folder === null ? 'new-session' : 'open-given-folder');
        return;
      case 'session':
        this.#options.activate(opening.id);
        return;
      case 'ask':
        this.#options.activate(opening.session);
        this.send('asks.show', opening.id);
        return;
      default:
        assertNever(opening);
    }
  }
}
