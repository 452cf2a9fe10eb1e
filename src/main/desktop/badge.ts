import type { App } from 'electron';
import type { Observable } from './desktop-dependencies';
import type { SessionBus } from './session-bus';

/** Shows a number on the app's icon, or removes it for 0. */
export type ShowBadge = (count: number) => void;

/** Keeps the number on the icon equal to the number of pending asks. */
export function syncBadge(waiting: Observable<readonly unknown[]>, show: ShowBadge): () => void {
  let shown = 0;
  const update = (): void => {
    const { length } = waiting.get();
    if (length === shown) return;
    shown = length;
    show(length);
  };
  const dispose = waiting.onChange(update);
  update();
  return () => {
    dispose();
    if (shown > 0) show(0);
  };
}

/** Used on macOS, and on Linux without a session bus, where it has no effect. */
export const appBadge =
  (app: Pick<App, 'setBadgeCount'>): ShowBadge =>
  (count) =>
    void app.setBadgeCount(count);

/** Shows a small image over the taskbar icon on Windows, with a description for screen readers. */
export const overlayBadge =
  (setOverlay: (icon: string | null, description: string) => void, icon: string): ShowBadge =>
  (count) =>
    setOverlay(count > 0 ? icon : null, count > 0 ? `${count} waiting` : '');

/** Sends the signal that Linux docks and taskbars listen to. Electron sends it only if libunity is installed. */
export const launcherBadge =
  (bus: Pick<SessionBus, 'signal' | 'variant'>, desktopFile: string): ShowBadge =>
  (count) =>
    bus.signal('/com/canonical/unity/launcherentry/signalbox', 'com.canonical.Unity.LauncherEntry', 'Update', 'sa{sv}', [
      `application://${desktopFile}`,
      { count: bus.variant('x', count), 'count-visible': bus.variant('b', count > 0) },
    ]);
