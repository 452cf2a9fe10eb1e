/** The content of a notification, as plain text. The notifier escapes it. */
export interface NotificationContent {
  readonly title: string;
  readonly body: string;
  readonly buttons: readonly { readonly key: string; readonly label: string }[];
  /** Stays until it is answered or closed, not just for a few seconds. */
  readonly persistent: boolean;
}

/** Receives what happens to a notification. */
export interface NotificationListener {
  pressed(key: string): void;
  /** The notification itself was clicked. */
  opened(): void;
  /** It was dismissed, expired, closed by us, or never shown. Never called before `show` has returned. */
  closed(): void;
}

export interface ShownNotification {
  close(): void;
}

/** Shows notifications. */
export interface Notifier {
  /** Whether the user can answer in the notification itself. */
  readonly hasButtons: boolean;
  show(content: NotificationContent, listener: NotificationListener): ShownNotification;
  /** Closes all notifications, because their buttons would do nothing after the app has quit. */
  closeAll(): Promise<void>;
}
