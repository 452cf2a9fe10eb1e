import type { SessionBus } from '../session-bus';
import { ElectronNotifier, type NotificationConstructor } from './electron-notifier';
import { FreedesktopNotifier } from './freedesktop-notifier';
import { connectNotificationServer } from './notification-server';
import type { Notifier } from './notifier';

export interface NotifierChoice {
  readonly platform: NodeJS.Platform;
  /** Null if there is no session bus. */
  readonly bus: SessionBus | null;
  readonly Notification: NotificationConstructor;
  /** A name in the icon theme, or a file. */
  readonly icon: string;
  readonly onFailure: (error: unknown) => void;
}

/** Chooses the best notifier that this desktop supports. */
export async function chooseNotifier({ platform, bus, Notification, icon, onFailure }: NotifierChoice): Promise<Notifier> {
  if (bus) {
    try {
      const server = await connectNotificationServer(bus, icon);
      return new FreedesktopNotifier(server, await server.capabilities(), onFailure);
    } catch (error) {
      // No daemon answered. Electron's notifications may still work, and do no harm.
      onFailure(error);
    }
  }
  return new ElectronNotifier(Notification, platform);
}
