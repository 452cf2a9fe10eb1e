import type { SessionBus } from '../session-bus';
import { ElectronNotifier, type NotificationConstructor } from './electron';
import { FreedesktopNotifier } from './freedesktop';
import { notificationServer } from './notification-server';
import type { Notifier } from './notifier';

export interface NotifierChoice {
  readonly platform: NodeJS.Platform;
  /** Null where there is none. */
  readonly bus: SessionBus | null;
  readonly Notification: NotificationConstructor;
  /** A name in the desktop's icon theme, or a file. */
  readonly icon: string;
  readonly onFailure: (error: unknown) => void;
}

/** The best way of showing notifications that this desktop has. */
export async function chooseNotifier({ platform, bus, Notification, icon, onFailure }: NotifierChoice): Promise<Notifier> {
  if (bus) {
    try {
      const server = await notificationServer(bus, icon);
      return new FreedesktopNotifier(server, await server.capabilities(), onFailure);
    } catch (error) {
      // No daemon answers: Electron's own may still find a way, and does no harm.
      onFailure(error);
    }
  }
  return new ElectronNotifier(Notification, platform);
}
