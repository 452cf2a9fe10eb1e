/** The part of Electron's Notification that handles the launch by a click on Windows. */
export interface Activations {
  handleActivation(callback: () => void): void;
}

/**
 * Windows keeps the notifications of an app that ended without closing them, and a click on one starts the app again. We no
 * longer know what was clicked, so nothing is decided, and the caller shows the pending asks.
 */
export function onLaunchedByNotification(notifications: Activations, listener: () => void): void {
  let starting = true;
  // The callback runs immediately for the click that started the app; later clicks go to their own notifications.
  notifications.handleActivation(() => {
    if (starting) listener();
  });
  starting = false;
}
