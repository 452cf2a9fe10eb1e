/** What a notification says. Plain text: whoever shows it escapes what has to be. */
export interface NotificationContent {
  readonly title: string;
  readonly body: string;
  readonly buttons: readonly { readonly key: string; readonly label: string }[];
  /** Until it is answered or closed, not for a few seconds. */
  readonly stays: boolean;
}

/** What a person did with a notification. */
export interface NotificationListener {
  pressed(key: string): void;
  /** The notification itself was clicked. */
  opened(): void;
  /** It is gone: put away by the person, run out, closed by us, or never seen. Not heard before `show` has returned. */
  closed(): void;
}

export interface ShownNotification {
  close(): void;
}

/** One way of showing notifications. */
export interface Notifier {
  /** Whether a person can answer in the notification itself. */
  readonly hasButtons: boolean;
  show(content: NotificationContent, listener: NotificationListener): ShownNotification;
  /** Takes back all that are shown: their buttons would do nothing once the app is gone. */
  closeAll(): Promise<void>;
}
