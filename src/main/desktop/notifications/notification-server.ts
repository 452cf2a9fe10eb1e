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

/** What is asked of the desktop's notification daemon. */
export interface NotificationRequest {
  readonly title: string;
  readonly body: string;
  /** Key and label in turn. */
  readonly actions: readonly string[];
  readonly stays: boolean;
}

/** The desktop's notification daemon, by the freedesktop.org specification. */
export interface NotificationServer {
  capabilities(): Promise<readonly string[]>;
  notify(request: NotificationRequest): Promise<number>;
  close(id: number): Promise<void>;
  onAction(listener: (id: number, key: string) => void): void;
  onClosed(listener: (id: number) => void): void;
  /** The daemon ended or another took its place: its notifications are gone, and their numbers mean nothing any more. */
  onGone(listener: () => void): void;
}

/** The daemon that answers on this bus. `icon` is a name in the desktop's icon theme, or a file. */
export async function notificationServer(bus: SessionBus, icon: string): Promise<NotificationServer> {
  const action: ((id: number, key: string) => void)[] = [];
  const closed: ((id: number) => void)[] = [];
  const gone: (() => void)[] = [];
  // Asked first: the call starts a daemon that is not running yet.
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
    notify: async ({ title, body, actions, stays }) => {
      const hints = { 'desktop-entry': bus.typed('s', 'signalbox'), urgency: bus.typed('y', 1) };
      const args = ['Signalbox', 0, icon, title, body, actions, hints, stays ? 0 : -1];
      return Id.parse(await bus.call(object, 'Notify', 'susssasa{sv}i', args));
    },
    close: async (id) => void (await bus.call(object, 'CloseNotification', 'u', [id])),
    onAction: (listener) => void action.push(listener),
    onClosed: (listener) => void closed.push(listener),
    onGone: (listener) => void gone.push(listener),
  };
}
