import path from 'node:path';
import { app, BrowserWindow, globalShortcut, Menu, Notification, nativeTheme, screen, Tray } from 'electron';
import type { Notice } from '../../shared/notice';
import type { Log } from '../base/log';
import { groundNow, pagePreferences, pageUrl } from './app-page';
import { AskNotifications } from './ask-notifications';
import { appBadge, keepBadge, launcherBadge, overlayBadge, type ShowBadge } from './badge';
import { flashForAsks } from './flash';
import { keepInboxShortcut } from './inbox-shortcut';
import { InboxWindow } from './inbox-window';
import { autostartFile, keepLoginItem, systemLoginItem } from './login-item';
import { chooseNotifier } from './notifications/choose-notifier';
import { whenStartedByNotification } from './notifications/cold-start';
import { connectSessionBus, type SessionBus } from './session-bus';
import type { Surroundings } from './surroundings';
import type { ToldOnce } from './told-once';
import { AskTray } from './tray';
import { watchTrayHost } from './tray-host';

export interface SurfacesOptions {
  readonly surroundings: Surroundings;
  readonly log: Log;
  readonly notices: { set(notice: Notice): void; clear(id: string): void };
  readonly told: ToldOnce;
  /** Where the tray's pictures are. */
  readonly folder: string;
  readonly launchedAt: number;
  readonly window: { flash(): void; setOverlay(icon: string | null, words: string): void };
  /** What the inbox window has in common with the main one. */
  readonly page: { readonly icon: string; readonly preload: string };
  /** The inbox window came before the person's eyes, or went. */
  readonly onLook: () => void;
}

/** Everything of the app that is outside its window: notifications, tray, badge, shortcut, start at login. */
export class Surfaces {
  /** Where a person can't answer in a notification; null where they can. */
  readonly inbox: InboxWindow | null;
  readonly #options: SurfacesOptions;
  readonly #bus: SessionBus | null;
  readonly #notifications: AskNotifications;
  readonly #ends: (() => void)[] = [];
  #tray: AskTray<Menu | null> | null = null;

  private constructor(options: SurfacesOptions, bus: SessionBus | null, notifications: AskNotifications, hasButtons: boolean) {
    this.#options = options;
    this.#bus = bus;
    this.#notifications = notifications;
    const inbox = hasButtons ? null : smallInbox(options);
    this.inbox = inbox;
    const { surroundings, window } = options;
    const showInbox = inbox ? () => inbox.show() : surroundings.showInbox;
    this.#ends.push(
      keepBadge(surroundings.asks, this.#badge()),
      flashForAsks(surroundings, () => (app.dock ? void app.dock.bounce('informational') : window.flash())),
      keepInboxShortcut(globalShortcut, { settings: surroundings.settings, showInbox }, (keys) => this.#tellShortcut(keys)),
      keepLoginItem(
        { now: () => surroundings.settings.now().startAtLogin, onChange: surroundings.settings.onChange },
        process.platform === 'linux' ? autostartFile(process.env, startCommand()) : systemLoginItem(app),
      ),
    );
  }

  static async open(options: SurfacesOptions): Promise<Surfaces> {
    const { surroundings, log, launchedAt } = options;
    const onFailure = (error: unknown): void => log.warn('the desktop refused', { error });
    const bus = process.platform === 'linux' ? await connectSessionBus(process.env, onFailure) : null;
    // Once installed, the icon is in the desktop's theme; other programs can't read a file in our archive.
    const icon = app.isPackaged ? 'signalbox' : path.join(app.getAppPath(), 'resources/icon/128.png');
    const notifier = await chooseNotifier({ platform: process.platform, bus, Notification, icon, onFailure });
    const notifications = new AskNotifications({ surroundings, notifier, startedAt: launchedAt, onFailure });
    const surfaces = new Surfaces(options, bus, notifications, notifier.hasButtons);
    await surfaces.#openTray();
    if (process.platform === 'win32') whenStartedByNotification(Notification, surroundings.showInbox);
    log.info('desktop ready', { bus: bus !== null, buttons: notifier.hasButtons, tray: surfaces.#tray !== null });
    return surfaces;
  }

  /** Whether the app can be found again when its last window is closed. */
  get hasTray(): boolean {
    return this.#tray !== null;
  }

  /** The window is about to be closed, and the app goes on. */
  tellStays(): void {
    this.#options.told.tell('stays-in-tray', () =>
      this.#notifications.tell(
        'Signalbox goes on in the tray',
        'Sessions keep running and ask you here. Its menu has Show Signalbox and Quit.',
      ),
    );
  }

  /** Nothing of it is left on the desktop when this resolves. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.inbox?.close();
    this.#setTray(false);
    await this.#notifications.close();
    await this.#bus?.close();
  }

  async #openTray(): Promise<void> {
    if (process.platform !== 'linux') this.#setTray(true);
    else if (this.#bus) await watchTrayHost(this.#bus, (present) => this.#onTrayHost(present));
    else this.#onTrayHost(false);
  }

  #onTrayHost(present: boolean): void {
    this.#setTray(present);
    const { notices, told } = this.#options;
    if (present) notices.clear('no-tray');
    else
      told.tell('no-tray', () =>
        notices.set({
          id: 'no-tray',
          level: 'info',
          text: 'No tray on this desktop',
          detail: 'Nothing here shows tray icons, so closing the window quits Signalbox. On GNOME the AppIndicator extension shows them.',
        }),
      );
  }

  #setTray(wanted: boolean): void {
    if (wanted === this.hasTray) return;
    this.#tray?.close();
    this.#tray = wanted ? this.#newTray() : null;
  }

  #newTray(): AskTray<Menu | null> {
    const { surroundings, folder, log } = this.#options;
    return new AskTray({
      electron: { Tray, buildMenu: (template) => Menu.buildFromTemplate(template), nativeTheme },
      surroundings,
      platform: process.platform,
      folder,
      tell: (title, body) => this.#notifications.tell(title, body),
      onFailure: (error) => log.error('an answer in the tray failed', { error }),
    });
  }

  #badge(): ShowBadge {
    const { folder, window } = this.#options;
    if (this.#bus) return launcherBadge(this.#bus, 'signalbox.desktop');
    if (process.platform === 'win32') return overlayBadge(window.setOverlay, path.join(folder, 'overlay.png'));
    return appBadge(app);
  }

  #tellShortcut(keys: string | null): void {
    const { notices } = this.#options;
    if (keys === null) notices.clear('shortcut');
    else
      notices.set({
        id: 'shortcut',
        level: 'warning',
        text: `${keys} can’t be used`,
        detail: 'Another program may hold these keys, or they are no keys that this system knows. Choose others in Settings.',
      });
  }
}

const smallInbox = ({ page, log, onLook }: SurfacesOptions): InboxWindow =>
  new InboxWindow({
    create: (options) => new BrowserWindow(options),
    common: { icon: page.icon, webPreferences: pagePreferences(page.preload) },
    url: pageUrl('inbox'),
    ground: groundNow,
    workArea: () => screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea,
    onLook,
    onFailure: (error) => log.error('the inbox window failed', { error }),
  });

/** What starts this app: its executable, and in development the folder it runs from. */
const startCommand = (): readonly string[] => [process.env.APPIMAGE ?? process.execPath, ...(app.isPackaged ? [] : [app.getAppPath()])];
