import path from 'node:path';
import { app, BrowserWindow, globalShortcut, Menu, Notification, nativeTheme, screen, Tray } from 'electron';
import type { Notice } from '../../shared/notice';
import type { Log } from '../base/log';
import { pagePreferences, pageUrl, windowBackground } from './app-page';
import { AskNotifications, type ToolNotification } from './ask-notifications';
import { appBadge, launcherBadge, overlayBadge, type ShowBadge, syncBadge } from './badge';
import type { DesktopDependencies } from './desktop-dependencies';
import { flashForAsks } from './flash';
import { syncInboxShortcut } from './inbox-shortcut';
import { InboxWindow } from './inbox-window';
import { autostartFile, syncLoginItem, systemLoginItem } from './login-item';
import { chooseNotifier } from './notifications/choose-notifier';
import { onLaunchedByNotification } from './notifications/notification-launch';
import { connectSessionBus, type SessionBus } from './session-bus';
import type { ShownHints } from './shown-hints';
import { AskTray } from './tray';
import { watchTrayHost } from './tray-host';

export interface SurfacesOptions {
  readonly deps: DesktopDependencies;
  readonly log: Log;
  readonly notices: { set(notice: Notice): void; clear(id: string): void };
  readonly hints: ShownHints;
  /** The folder of the tray's images. */
  readonly folder: string;
  readonly launchedAt: number;
  readonly window: { flash(): void; setOverlay(icon: string | null, description: string): void };
  /** Files that the inbox window shares with the main window. */
  readonly page: { readonly icon: string; readonly preload: string };
  /** The inbox window gained or lost focus. */
  readonly onInboxFocusChange: () => void;
}

/** Everything outside the app's window: notifications, tray, badge, shortcut and login item. */
export class Surfaces {
  /** Used only where notifications have no buttons; null otherwise. */
  readonly inbox: InboxWindow | null;
  readonly #options: SurfacesOptions;
  readonly #bus: SessionBus | null;
  readonly #notifications: AskNotifications;
  readonly #disposers: (() => void)[] = [];
  #tray: AskTray<Menu | null> | null = null;

  private constructor(options: SurfacesOptions, bus: SessionBus | null, notifications: AskNotifications, hasButtons: boolean) {
    this.#options = options;
    this.#bus = bus;
    this.#notifications = notifications;
    const inbox = hasButtons ? null : createInboxWindow(options);
    this.inbox = inbox;
    const { deps, window } = options;
    const showInbox = inbox ? () => inbox.show() : deps.showInbox;
    this.#disposers.push(
      syncBadge(deps.asks, this.#badge()),
      flashForAsks(deps, () => (app.dock ? void app.dock.bounce('informational') : window.flash())),
      syncInboxShortcut(globalShortcut, { settings: deps.settings, showInbox }, (keys) => this.#reportShortcut(keys)),
      syncLoginItem(
        { get: () => deps.settings.get().startAtLogin, onChange: deps.settings.onChange },
        process.platform === 'linux' ? autostartFile(process.env, startCommand()) : systemLoginItem(app),
      ),
    );
  }

  static async open(options: SurfacesOptions): Promise<Surfaces> {
    const { deps, log, launchedAt } = options;
    const onFailure = (error: unknown): void => log.warn('the desktop refused', { error });
    const bus = process.platform === 'linux' ? await connectSessionBus(process.env, onFailure) : null;
    // A packaged app uses the icon theme, because other programs can't read files in our archive.
    const icon = app.isPackaged ? 'signalbox' : path.join(app.getAppPath(), 'resources/icon/128.png');
    const notifier = await chooseNotifier({ platform: process.platform, bus, Notification, icon, onFailure });
    const notifications = new AskNotifications({ deps, notifier, startedAt: launchedAt, onFailure });
    const surfaces = new Surfaces(options, bus, notifications, notifier.hasButtons);
    await surfaces.#openTray();
    if (process.platform === 'win32') onLaunchedByNotification(Notification, deps.showInbox);
    log.info('desktop ready', { bus: bus !== null, buttons: notifier.hasButtons, tray: surfaces.#tray !== null });
    return surfaces;
  }

  /** Whether the user can get back to the app after closing its last window. */
  get hasTray(): boolean {
    return this.#tray !== null;
  }

  /** Tells the user, once, that closing the window doesn't quit the app. */
  showTrayHint(): void {
    this.#options.hints.showOnce('stays-in-tray', () =>
      this.#notifications.notify(
        'Signalbox goes on in the tray',
        'Sessions keep running and ask you here. Its menu has Show Signalbox and Quit.',
      ),
    );
  }

  notifyFromTool(notification: ToolNotification): void {
    this.#notifications.notifyFromTool(notification);
  }

  /** Removes everything from the desktop. */
  async close(): Promise<void> {
    for (const dispose of this.#disposers) dispose();
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
    const { notices, hints } = this.#options;
    if (present) notices.clear('no-tray');
    else
      hints.showOnce('no-tray', () =>
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
    const { deps, folder, log } = this.#options;
    return new AskTray({
      electron: { Tray, buildMenu: (template) => Menu.buildFromTemplate(template), nativeTheme },
      deps,
      platform: process.platform,
      folder,
      notify: (title, body) => this.#notifications.notify(title, body),
      onFailure: (error) => log.error('an answer in the tray failed', { error }),
    });
  }

  #badge(): ShowBadge {
    const { folder, window } = this.#options;
    if (this.#bus) return launcherBadge(this.#bus, 'signalbox.desktop');
    if (process.platform === 'win32') return overlayBadge(window.setOverlay, path.join(folder, 'overlay.png'));
    return appBadge(app);
  }

  #reportShortcut(keys: string | null): void {
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

const createInboxWindow = ({ page, log, onInboxFocusChange }: SurfacesOptions): InboxWindow =>
  new InboxWindow({
    create: (options) => new BrowserWindow(options),
    common: { icon: page.icon, webPreferences: pagePreferences(page.preload) },
    url: pageUrl('inbox'),
    background: windowBackground,
    workArea: () => screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea,
    onFocusChange: onInboxFocusChange,
    onFailure: (error) => log.error('the inbox window failed', { error }),
  });

/** The command that starts this app: its executable, and in development also its folder. */
const startCommand = (): readonly string[] => [process.env.APPIMAGE ?? process.execPath, ...(app.isPackaged ? [] : [app.getAppPath()])];
