import type { NotificationConstructorOptions } from 'electron';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifier';

/** The part of Electron's Notification that is used. */
export interface ElectronNotification {
  on(event: 'action', listener: (details: { readonly actionIndex: number }) => void): unknown;
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown;
  show(): void;
  close(): void;
}
export type NotificationConstructor = new (options: NotificationConstructorOptions) => ElectronNotification;

/** macOS and Windows show the buttons; on Linux this Electron drops them, and a click opens the window. */
export class ElectronNotifier implements Notifier {
  readonly hasButtons: boolean;
  readonly #Notification: NotificationConstructor;
  /** Held, because a notification that is collected as garbage no longer hears its clicks. */
  readonly #shown = new Set<ElectronNotification>();

  constructor(Notification: NotificationConstructor, platform: NodeJS.Platform) {
    this.#Notification = Notification;
    this.hasButtons = platform !== 'linux';
  }

  show({ title, body, buttons, stays }: NotificationContent, listener: NotificationListener): ShownNotification {
    const notification = new this.#Notification({
      title,
      body,
      timeoutType: stays ? 'never' : 'default',
      ...(this.hasButtons ? { actions: buttons.map(({ label }) => ({ type: 'button' as const, text: label })) } : {}),
    });
    let handedOver = false;
    const forget = (): void => {
      if (!this.#shown.delete(notification)) return;
      if (handedOver) listener.closed();
      // Where no daemon runs, showing fails at once: who shows it has nothing yet that could be closed.
      else queueMicrotask(() => listener.closed());
    };
    notification.on('action', (details) => {
      forget();
      const button = buttons[details.actionIndex];
      if (button) listener.pressed(button.key);
    });
    notification.on('click', () => {
      forget();
      listener.opened();
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#shown.add(notification);
    notification.show();
    handedOver = true;
    return {
      close: () => {
        forget();
        notification.close();
      },
    };
  }

  async closeAll(): Promise<void> {
    for (const notification of this.#shown) notification.close();
    this.#shown.clear();
  }
}
