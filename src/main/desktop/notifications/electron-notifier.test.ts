import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import { beforeEach, expect, it } from 'vitest';
import { ElectronNotifier } from './electron-notifier';

/** Replaces Electron's Notification. */
class Notification extends EventEmitter {
  static all: Notification[] = [];
  /** Fails as on a desktop without a notification daemon. */
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
  const events: string[] = [];
  const listener = { pressed: (key: string) => events.push(key), opened: () => events.push('opened'), closed: () => events.push('closed') };
  const shown = notifier.show({ title: 'Bash', body: 'a <b>', buttons, persistent: true }, listener);
  const [notification] = Notification.all;
  if (!notification) throw new Error('nothing was shown');
  return { notifier, events, shown, notification };
}

it.each(['darwin', 'win32'] as const)('shows buttons on %s, and reports which one was pressed', (platform) => {
  const { notifier, events, notification } = show(platform);
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
  expect(events).toEqual(['closed', 'deny', 'opened']);
});

it('shows no buttons on Linux, where Electron drops them, and reports clicks', () => {
  const { notifier, events, notification } = show('linux');
  expect(notifier.hasButtons).toBe(false);
  expect(notification.options).not.toHaveProperty('actions');
  notification.emit('click', {});
  expect(events).toEqual(['closed', 'opened']);
});

it('closes one notification, or all', async () => {
  const { notifier, shown, notification } = show('darwin');
  shown.close();
  expect(notification.state).toBe('closed');
  notifier.show(
    { title: 'Second', body: '', buttons: [], persistent: false },
    { pressed: () => undefined, opened: () => undefined, closed: () => undefined },
  );
  await notifier.closeAll();
  expect(Notification.all.map(({ state }) => state)).toEqual(['closed', 'closed']);
});

it('reports a notification that could not be shown only after `show` returned', async () => {
  Notification.fails = true;
  const { events } = show('linux');
  expect(events).toEqual([]);
  await Promise.resolve();
  expect(events).toEqual(['closed']);
});
