import type { NotificationContent, NotificationListener, Notifier, ShownNotification } from '../src/main/desktop/notifications/notifier';

export interface MemoryNotification extends NotificationContent, NotificationListener {
  open: boolean;
}

/** Records notifications in memory, for tests. */
export class MemoryNotifier implements Notifier {
  readonly hasButtons = true;
  /** All notifications that were shown, oldest first. */
  readonly shown: MemoryNotification[] = [];

  get open(): readonly MemoryNotification[] {
    return this.shown.filter(({ open }) => open);
  }

  show(content: NotificationContent, listener: NotificationListener): ShownNotification {
    const notification = { ...content, ...listener, open: true };
    this.shown.push(notification);
    return {
      close: () => {
        notification.open = false;
        listener.closed();
      },
    };
  }

  async closeAll(): Promise<void> {
    for (const notification of this.shown) notification.open = false;
  }
}
