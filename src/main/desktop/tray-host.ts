import type { BusObject, SessionBus } from './session-bus';

const watcher: BusObject = {
  service: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};

/**
 * Says whether a panel shows tray icons, now and whenever that changes: Electron itself does not tell.
 * A panel may come after us, as at a login.
 */
export async function watchTrayHost(bus: SessionBus, listener: (present: boolean) => void): Promise<void> {
  const look = async (): Promise<void> => {
    const present = await bus.property(watcher, 'IsStatusNotifierHostRegistered').catch(() => false);
    listener(present === true);
  };
  const lookAgain = (): void => void look().catch(() => undefined);
  await bus.listen(watcher, (member) => {
    if (member === 'StatusNotifierHostRegistered' || member === 'StatusNotifierHostUnregistered') lookAgain();
  });
  await bus.watchOwner(watcher.service, lookAgain);
  await look();
}
