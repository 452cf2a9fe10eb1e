import { z } from 'zod';
import type { SessionBus } from '../session-bus';

const object = {
  service: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
};

const Capabilities = z.array(z.string());
const Id = z.number();
const ActionInvoked = z.tuple([Id, z.string()]);
const NotificationClosed = z.tuple([Id], z.unknown());

export interface NotificationRequest {
  readonly title: string;
  readonly body: string;
  /** Keys and labels in turn. */
  readonly actions: readonly string[];
  readonly persistent: boolean;
}

/** A notification daemon as specified by freedesktop.org. */
export interface NotificationServer {
  capabilities(): Promise<readonly string[]>;
  notify(request: NotificationRequest): Promise<number>;
  close(id: number): Promise<void>;
  onAction(listener: (id: number, key: string) => void): void;
  onClosed(listener: (id: number) => void): void;
  /** The daemon exited or was replaced, so its notifications and their ids are no longer valid. */
  onGone(listener: () => void): void;
}

/** Connects to the notification daemon on this bus. `icon` is a name in the icon theme, or a file. */
export async function connectNotificationServer(bus: SessionBus, icon: string): Promise<NotificationServer> {
  const action: ((id: number, key: string) => void)[] = [];
  const closed: ((id: number) => void)[] = [];
  const gone: (() => void)[] = [];
  // This call comes first, because it starts a daemon that is not running yet.
  const capabilities = Capabilities.parse(await bus.call(object, 'GetCapabilities'));
  await bus.listen(object, (member, body) => {
    if (member === 'ActionInvoked') {
      const { data } = ActionInvoked.safeParse(body);
      if (data) for (const listener of action) listener(...data);
    }
    if (member === 'NotificationClosed') {
      const { data } = NotificationClosed.safeParse(body);
      if (data) for (const listener of closed) listener(data[0]);
    }
  });
  await bus.watchOwner(object.service, () => {
    for (const listener of gone) listener();
  });
  return {
    capabilities: async () => capabilities,
    notify: async ({ title, body, actions, persistent }) => {
      const hints = { 'desktop-entry': bus.variant('s', 'signalbox'), urgency: bus.variant('y', 1) };
      const args = ['Signalbox', 0, icon, title, body, actions, hints, persistent ? 0 : -1];
      return Id.parse(await bus.call(object, 'Notify', 'susssasa{sv}i', args));
    },
    close: async (id) => void (await bus.call(object, 'CloseNotification', 'u', [id])),
    onAction: (listener) => void action.push(listener),
    onClosed: (listener) => void closed.push(listener),
    onGone: (listener) => void gone.push(listener),
  };
}
