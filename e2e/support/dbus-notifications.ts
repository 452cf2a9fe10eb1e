import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Message } from 'dbus-native';
import { connect, type PrivateBus } from './dbus-session';

/** A notification as the daemon received it. */
interface AskedNotification {
  readonly title: string;
  readonly body: string;
  /** Labels by key. */
  readonly actions: Readonly<Record<string, string>>;
}

/** The notification daemon dunst, and a record of its notifications. */
export interface NotificationDaemon {
  /** All requested notifications, oldest first. */
  readonly asked: readonly AskedNotification[];
  /** How many are on the screen. */
  shown(): Promise<number>;
  /** Presses a button of a visible notification through dunst's own menu of actions. Resolves with everything the menu offered. */
  press(label: string): Promise<readonly string[]>;
}

const service = 'org.freedesktop.Notifications';
const dunst = { destination: service, path: '/org/freedesktop/Notifications' };

/** Dunst asks a menu program which action to invoke. This one returns what the test wants. */
const menuProgram = (folder: string) => `#!/bin/sh
cat > '${folder}/offered'
grep -F -m 1 -f '${folder}/choice' '${folder}/offered'
touch '${folder}/chosen'
`;

const settings = (menu: string) => `[global]
markup = full
dmenu = ${menu}
[urgency_normal]
timeout = 0
`;

export async function startDunst(session: PrivateBus): Promise<NotificationDaemon> {
  const file = (name: string): string => path.join(session.folder, name);
  writeFileSync(file('menu'), menuProgram(session.folder));
  chmodSync(file('menu'), 0o755);
  writeFileSync(file('dunstrc'), settings(file('menu')));
  const asked = await watchRequests(session);
  session.start('dunst', ['-conf', file('dunstrc')]);
  await session.owned(service);
  const property = (name: string) =>
    session.bus.invoke<number>({
      ...dunst,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.dunstproject.cmd0', name],
    });
  return {
    asked,
    shown: () => property('displayedLength').then(Number),
    press: async (label) => {
      writeFileSync(file('choice'), `${label}\n`);
      rmSync(file('chosen'), { force: true });
      await session.bus.invoke({ ...dunst, interface: 'org.dunstproject.cmd0', member: 'ContextMenuCall' });
      await expect.poll(() => existsSync(file('chosen'))).toBe(true);
      return readFileSync(file('offered'), 'utf8').split('\n').filter(Boolean);
    },
  };
}

/** Observes every notification request on the bus. */
async function watchRequests(session: PrivateBus): Promise<readonly AskedNotification[]> {
  const asked: AskedNotification[] = [];
  const monitor = connect(session.address);
  monitor.connection.on('message', ({ member, body }: Message) => {
    if (member === 'Notify' && body) asked.push(toNotification(body));
  });
  await monitor.invoke({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus.Monitoring',
    member: 'BecomeMonitor',
    signature: 'asu',
    body: [[`type='method_call',interface='${service}',member='Notify'`], 0],
  });
  return asked;
}

function toNotification(body: readonly unknown[]): AskedNotification {
  const flat = Array.isArray(body[5]) ? body[5].map(String) : [];
  const keys = flat.filter((_, index) => index % 2 === 0);
  return {
    title: String(body[3]),
    body: String(body[4]),
    actions: Object.fromEntries(keys.map((key, index) => [key, flat[index * 2 + 1] ?? ''])),
  };
}
