/** The part of Electron's Notification that Windows uses to start an app. */
export interface Activations {
  handleActivation(callback: () => void): void;
}

/**
 * Windows keeps the notifications of an app that ended without taking them back, and a click on one starts it again. What was
 * clicked is not known any more, so nothing is decided: the person sees what waits.
 */
export function whenStartedByNotification(notifications: Activations, listener: () => void): void {
  let starting = true;
  // Called at once for the click that started the app; later clicks reach their own notifications.
  notifications.handleActivation(() => {
    if (starting) listener();
  });
  starting = false;
}
