import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { needsLook } from '../../shared/needs-look';
import type { Surroundings } from './surroundings';
import { trayMenu, waitingWords } from './tray-menu';

/** The part of Electron's Tray that is used. */
export interface TrayIcon<M> {
  setImage(image: string): void;
  setToolTip(text: string): void;
  setContextMenu(menu: M): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

/** The parts of Electron that a tray needs, with its kind of menu. */
export interface TrayElectron<M> {
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
  readonly surroundings: Surroundings;
  readonly platform: NodeJS.Platform;
  /** Where the pictures are. */
  readonly folder: string;
  /** Says that an answer did nothing, and why. */
  readonly tell: (title: string, body: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The icon beside the clock: how many wait, and their answers in its menu. */
export class AskTray<M> {
  readonly #options: AskTrayOptions<M>;
  readonly #tray: TrayIcon<M>;
  readonly #ends: readonly (() => void)[];
  /** What the menu was made of; it is made again only when that changes. */
  #menuFacts = '';
  #image = '';

  constructor(options: AskTrayOptions<M>) {
    const { electron, surroundings, platform } = options;
    this.#options = options;
    this.#image = this.#imageNow();
    this.#tray = new electron.Tray(this.#image);
    // On macOS a click opens the menu.
    if (platform !== 'darwin') this.#tray.on('click', () => surroundings.showWindow());
    const update = (): void => this.#update();
    electron.nativeTheme.on('updated', update);
    this.#ends = [
      surroundings.asks.onChange(update),
      surroundings.sessions.onChange(update),
      surroundings.settings.onChange(update),
      () => electron.nativeTheme.off('updated', update),
    ];
    this.#update();
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#tray.destroy();
  }

  #update(): void {
    const { surroundings, electron } = this.#options;
    const image = this.#imageNow();
    if (image !== this.#image) {
      this.#image = image;
      this.#tray.setImage(image);
    }
    const asks = surroundings.asks.now();
    const { sessions } = surroundings.sessions.now();
    const { doNotDisturb } = surroundings.settings.now();
    const titles = new Map(sessions.map(({ id, title }) => [id, title]));
    const menuFacts = JSON.stringify([
      asks.map((ask) => [titles.get(ask.sessionId), ask.id, ask.summary, ask.note, ask.likeness, needsLook(ask), ask.askedBy]),
      doNotDisturb,
    ]);
    if (menuFacts === this.#menuFacts) return;
    this.#menuFacts = menuFacts;
    this.#tray.setToolTip(asks.length === 0 ? 'Signalbox' : `Signalbox: ${waitingWords(asks.length)}`);
    this.#tray.setContextMenu(
      electron.buildMenu(
        trayMenu(
          { asks, sessions, doNotDisturb },
          {
            allow: (ask) => this.#decide(ask, { answer: 'allow' }),
            deny: (ask) => this.#decide(ask, { answer: 'deny' }),
            show: (ask) => surroundings.showAsk(ask),
            newSession: () => surroundings.newSession(),
            doNotDisturb: (on) => surroundings.changeSettings({ doNotDisturb: on }),
            showWindow: () => surroundings.showWindow(),
            quit: () => surroundings.quit(),
          },
        ),
      ),
    );
  }

  #decide(ask: Ask, decision: Decision): void {
    const { surroundings, tell, onFailure } = this.#options;
    surroundings.decide(ask, decision, 'tray').catch((error: unknown) => {
      if (error instanceof AppError) tell('Nothing was done', error.message);
      else onFailure(error);
    });
  }

  /** macOS colours a template image itself; elsewhere there is one for light and one for dark panels. */
  #imageNow(): string {
    const { folder, platform, surroundings, electron } = this.#options;
    const state = surroundings.asks.now().length > 0 ? 'waiting' : 'idle';
    const look = platform === 'darwin' ? 'Template' : electron.nativeTheme.shouldUseDarkColors ? '-dark' : '-light';
    return path.join(folder, `${state}${look}.png`);
  }
}
