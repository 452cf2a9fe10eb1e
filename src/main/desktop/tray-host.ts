import type { BusObject, SessionBus } from './session-bus';

const watcher: BusObject = {
  service: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};

/**
 * Reports whether a panel shows tray icons, now and on each change, because Electron doesn't. At login, the panel may start
 * after us.
 */
export async function watchTrayHost(bus: SessionBus, listener: (present: boolean) => void): Promise<void> {
  const check = async (): Promise<void> => {
    const present = await bus.property(watcher, 'IsStatusNotifierHostRegistered').catch(() => false);
    listener(present === true);
  };
  const checkAgain = (): void => void check().catch(() => undefined);
  await bus.listen(watcher, (member) => {
    if (member === 'StatusNotifierHostRegistered' || member === 'StatusNotifierHostUnregistered') checkAgain();
  });
  await bus.watchOwner(watcher.service, checkAgain);
  await check();
}
