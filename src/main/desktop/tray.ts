import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { needsLook } from '../../shared/needs-look';
import { type DesktopDependencies, isInteractive } from './desktop-dependencies';
import { trayMenu, waitingLabel } from './tray-menu';

/** The part of Electron's Tray that we use. */
export interface TrayIcon<M> {
  setImage(image: string): void;
  setToolTip(text: string): void;
  setContextMenu(menu: M): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

/** The parts of Electron that the tray needs. `M` is the type of a menu. */
interface TrayElectron<M> {
  readonly Tray: new (image: string) => TrayIcon<M>;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => M;
  readonly nativeTheme: {
    readonly shouldUseDarkColors: boolean;
    on(event: 'updated', listener: () => void): unknown;
    off(event: 'updated', listener: () => void): unknown;
  };
}

export interface AskTrayOptions<M> {
  readonly electron: TrayElectron<M>;
  readonly deps: DesktopDependencies;
  readonly platform: NodeJS.Platform;
  /** The folder of the images. */
  readonly folder: string;
  /** Tells the user that an answer had no effect, and why. */
  readonly notify: (title: string, body: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The tray icon. It shows whether asks are pending, and its menu answers them. */
export class AskTray<M> {
  readonly #options: AskTrayOptions<M>;
  readonly #tray: TrayIcon<M>;
  readonly #disposers: readonly (() => void)[];
  /** The serialized content of the menu, which is rebuilt only when this changes. */
  #menuKey = '';
  #image = '';

  constructor(options: AskTrayOptions<M>) {
    const { electron, deps, platform } = options;
    this.#options = options;
    this.#image = this.#currentImage();
    this.#tray = new electron.Tray(this.#image);
    // On macOS a click opens the menu.
    if (platform !== 'darwin') this.#tray.on('click', () => deps.showWindow());
    const update = (): void => this.#update();
    electron.nativeTheme.on('updated', update);
    this.#disposers = [
      deps.asks.onChange(update),
      deps.sessions.onChange(update),
      deps.settings.onChange(update),
      () => electron.nativeTheme.off('updated', update),
    ];
    this.#update();
  }

  close(): void {
    for (const dispose of this.#disposers) dispose();
    this.#tray.destroy();
  }

  #update(): void {
    const { deps, electron } = this.#options;
    const image = this.#currentImage();
    if (image !== this.#image) {
      this.#image = image;
      this.#tray.setImage(image);
    }
    const asks = deps.asks.get();
    const { sessions } = deps.sessions.get();
    const { doNotDisturb } = deps.settings.get();
    const titles = new Map(sessions.map(({ id, title }) => [id, title]));
    const menuKey = JSON.stringify([
      asks.map((ask) => [
        ...[titles.get(ask.sessionId), ask.id, ask.summary, ask.note, ask.fingerprint, needsLook(ask), ask.askedBy],
        ...[ask.interaction?.id, isInteractive(ask, deps)],
      ]),
      doNotDisturb,
    ]);
    if (menuKey === this.#menuKey) return;
    this.#menuKey = menuKey;
    this.#tray.setToolTip(asks.length === 0 ? 'Signalbox' : `Signalbox: ${waitingLabel(asks.length)}`);
    this.#tray.setContextMenu(
      electron.buildMenu(
        trayMenu(
          { asks, sessions, doNotDisturb, isInteractive: (ask) => isInteractive(ask, deps) },
          {
            allow: (ask, approvalScope) => this.#decide(ask, { answer: 'allow', ...(approvalScope ? { approvalScope } : {}) }),
            deny: (ask) => this.#decide(ask, { answer: 'deny' }),
            show: (ask) => deps.showAsk(ask),
            newSession: () => deps.newSession(),
            doNotDisturb: (on) => deps.changeSettings({ doNotDisturb: on }),
            showWindow: () => deps.showWindow(),
            quit: () => deps.quit(),
          },
        ),
      ),
    );
  }

  #decide(ask: Ask, decision: Decision): void {
    const { deps, notify, onFailure } = this.#options;
    deps.decide(ask, decision, 'tray').catch((error: unknown) => {
      if (error instanceof AppError) notify('Nothing was done', error.message);
      else onFailure(error);
    });
  }

  /** macOS colors template images itself; other systems have one image for light and one for dark panels. */
  #currentImage(): string {
    const { folder, platform, deps, electron } = this.#options;
    const state = deps.asks.get().length > 0 ? 'waiting' : 'idle';
    const suffix = platform === 'darwin' ? 'Template' : electron.nativeTheme.shouldUseDarkColors ? '-dark' : '-light';
    return path.join(folder, `${state}${suffix}.png`);
  }
}
