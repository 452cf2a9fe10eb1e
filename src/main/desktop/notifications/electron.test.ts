import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import { beforeEach, expect, it } from 'vitest';
import { ElectronNotifier } from './electron';

/** In place of Electron's own. */
class Notification extends EventEmitter {
  static all: Notification[] = [];
  /** As on a desktop without a notification daemon. */
  static fails = false;
  state: 'new' | 'shown' | 'closed' = 'new';

  constructor(readonly options: NotificationConstructorOptions) {
    super();
    Notification.all.push(this);
  }

  show(): void {
    this.state = 'shown';
    if (Notification.fails) this.emit('failed', {});
  }

  close(): void {
    this.state = 'closed';
    this.emit('close', {});
  }
}
beforeEach(() => {
  Notification.all = [];
  Notification.fails = false;
});

const buttons = [
  { key: 'allow', label: 'Allow' },
  { key: 'deny', label: 'Deny' },
];

function show(platform: NodeJS.Platform) {
  const notifier = new ElectronNotifier(Notification, platform);
  const heard: string[] = [];
  const listener = { pressed: (key: string) => heard.push(key), opened: () => heard.push('opened'), closed: () => heard.push('closed') };
  const shown = notifier.show({ title: 'Bash', body: 'a <b>', buttons, stays: true }, listener);
  const [notification] = Notification.all;
  if (!notification) throw new Error('nothing was shown');
  return { notifier, heard, shown, notification };
}

it.each(['darwin', 'win32'] as const)('shows the buttons on %s, and says which was pressed', (platform) => {
  const { notifier, heard, notification } = show(platform);
  expect(notifier.hasButtons).toBe(true);
  expect(notification.state).toBe('shown');
  expect(notification.options).toMatchObject({
    title: 'Bash',
    body: 'a <b>',
    timeoutType: 'never',
    actions: [
      { type: 'button', text: 'Allow' },
      { type: 'button', text: 'Deny' },
    ],
  });
  notification.emit('action', { actionIndex: 1 });
  notification.emit('action', { actionIndex: 7 });
  notification.emit('click', {});
  expect(heard).toEqual(['closed', 'deny', 'opened']);
});

it('shows no buttons on Linux, where Electron drops them, and hears the click', () => {
  const { notifier, heard, notification } = show('linux');
  expect(notifier.hasButtons).toBe(false);
  expect(notification.options).not.toHaveProperty('actions');
  notification.emit('click', {});
  expect(heard).toEqual(['closed', 'opened']);
});

it('closes one, and all that are left', async () => {
  const { notifier, shown, notification } = show('darwin');
  shown.close();
  expect(notification.state).toBe('closed');
  notifier.show(
    { title: 'Second', body: '', buttons: [], stays: false },
    { pressed: () => undefined, opened: () => undefined, closed: () => undefined },
  );
  await notifier.closeAll();
  expect(Notification.all.map(({ state }) => state)).toEqual(['closed', 'closed']);
});

it('says that one could not be shown once it is handed over, and not before', async () => {
  Notification.fails = true;
  const { heard } = show('linux');
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(['closed']);
});
