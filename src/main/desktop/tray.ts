import path from 'node:path';
import type { Menu, MenuItemConstructorOptions, NativeImage, NativeTheme, Tray } from 'electron';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import type { Surroundings } from './surroundings';
import { trayMenu, waitingWords } from './tray-menu';

/** The parts of Electron that a tray needs. */
export interface TrayElectron {
  readonly Tray: new (image: NativeImage | string) => Pick<Tray, 'setImage' | 'setToolTip' | 'setContextMenu' | 'on' | 'destroy'>;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors' | 'on' | 'off'>;
}

export interface AskTrayOptions {
  readonly electron: TrayElectron;
  readonly surroundings: Surroundings;
  readonly platform: NodeJS.Platform;
  /** Where the pictures are. */
  readonly folder: string;
  /** Says that an answer did nothing, and why. */
  readonly tell: (title: string, body: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The icon beside the clock: how many wait, and their answers in its menu. */
export class AskTray {
  readonly #options: AskTrayOptions;
  readonly #tray: InstanceType<TrayElectron['Tray']>;
  readonly #ends: readonly (() => void)[];
  /** What the menu was made of; it is made again only when that changes. */
  #menuFacts = '';
  #image = '';

  constructor(options: AskTrayOptions) {
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
    const menuFacts = JSON.stringify([asks.map((ask) => [ask.id, titles.get(ask.sessionId), ask.summary, ask.note]), doNotDisturb]);
    if (menuFacts === this.#menuFacts) return;
    this.#menuFacts = menuFacts;
    this.#tray.setToolTip(asks.length === 0 ? 'Signalbox' : `Signalbox: ${waitingWords(asks.length)}`);
    this.#tray.setContextMenu(
      electron.buildMenu(
        trayMenu(
          { asks, sessions, doNotDisturb },
          {
            allow: (id) => this.#decide(id, { answer: 'allow' }),
            deny: (id) => this.#decide(id, { answer: 'deny' }),
            show: ({ sessionId }) => surroundings.showSession(sessionId),
            newSession: () => surroundings.newSession(),
            doNotDisturb: (on) => surroundings.changeSettings({ doNotDisturb: on }),
            showWindow: () => surroundings.showWindow(),
            quit: () => surroundings.quit(),
          },
        ),
      ),
    );
  }

  #decide(id: AskId, decision: Decision): void {
    const { surroundings, tell, onFailure } = this.#options;
    surroundings.decide(id, decision, 'tray').catch((error: unknown) => {
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
