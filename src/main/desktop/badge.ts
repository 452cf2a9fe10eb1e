import type { App } from 'electron';
import type { SessionBus } from './session-bus';
import type { Watched } from './surroundings';

/** Shows a number on the app's icon, or none for 0. */
export type ShowBadge = (count: number) => void;

/** Keeps the number on the icon the number of what waits. */
export function keepBadge(waiting: Watched<readonly unknown[]>, show: ShowBadge): () => void {
  let shown = 0;
  const update = (): void => {
    const { length } = waiting.now();
    if (length === shown) return;
    shown = length;
    show(length);
  };
  const end = waiting.onChange(update);
  update();
  return () => {
    end();
    if (shown > 0) show(0);
  };
}

/** macOS, and Linux without a session bus, where it does nothing. */
export const appBadge =
  (app: Pick<App, 'setBadgeCount'>): ShowBadge =>
  (count) =>
    void app.setBadgeCount(count);

/** Windows shows a small picture over the taskbar's icon, with words for those who can't see it. */
export const overlayBadge =
  (setOverlay: (icon: string | null, words: string) => void, icon: string): ShowBadge =>
  (count) =>
    setOverlay(count > 0 ? icon : null, count > 0 ? `${count} waiting` : '');

/**
 * The docks and taskbars of Linux listen to this signal. Electron would send it too, but only where libunity is installed.
 */
export const launcherBadge =
  (bus: Pick<SessionBus, 'signal' | 'typed'>, desktopFile: string): ShowBadge =>
  (count) =>
    bus.signal('/com/canonical/unity/launcherentry/signalbox', 'com.canonical.Unity.LauncherEntry', 'Update', 'sa{sv}', [
      `application://${desktopFile}`,
      { count: bus.typed('x', count), 'count-visible': bus.typed('b', count > 0) },
    ]);
