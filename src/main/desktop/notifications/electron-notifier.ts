import type { NotificationConstructorOptions } from 'electron';
import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from './notifier';

/** The part of Electron's Notification that we use. */
export interface ElectronNotification {
  on(event: 'action', listener: (details: { readonly actionIndex: number }) => void): unknown;
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown;
  show(): void;
  close(): void;
}
export type NotificationConstructor = new (options: NotificationConstructorOptions) => ElectronNotification;

/** Shows notifications with Electron, which drops the buttons on Linux. */
export class ElectronNotifier implements Notifier {
  readonly hasButtons: boolean;
  readonly #Notification: NotificationConstructor;
  /** Keeps references, because a garbage-collected notification gets no clicks. */
  readonly #shown = new Set<ElectronNotification>();

  constructor(Notification: NotificationConstructor, platform: NodeJS.Platform) {
    this.#Notification = Notification;
    this.hasButtons = platform !== 'linux';
  }

  show({ title, body, buttons, persistent }: NotificationContent, listener: NotificationListener): ShownNotification {
    const notification = new this.#Notification({
      title,
      body,
      timeoutType: persistent ? 'never' : 'default',
      ...(this.hasButtons ? { actions: buttons.map(({ label }) => ({ type: 'button' as const, text: label })) } : {}),
    });
    let returned = false;
    const forget = (): void => {
      if (!this.#shown.delete(notification)) return;
      if (returned) listener.closed();
      // Without a daemon `show` fails synchronously, before our caller has the notification.
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
    returned = true;
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
