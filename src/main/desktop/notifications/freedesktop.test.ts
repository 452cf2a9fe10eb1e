import { expect, it } from 'vitest';
import { FreedesktopNotifier } from './freedesktop';
import type { NotificationRequest, NotificationServer } from './notification-server';
import type { NotificationContent } from './notifier';

/** A daemon that keeps what it is asked for. */
class Daemon implements NotificationServer {
  readonly asked: NotificationRequest[] = [];
  readonly closed: number[] = [];
  action: (id: number, key: string) => void = () => undefined;
  said: (id: number) => void = () => undefined;
  gone: () => void = () => undefined;
  fails = false;

  constructor(readonly caps: readonly string[]) {}

  capabilities = async () => this.caps;
  notify = async (request: NotificationRequest) => {
    if (this.fails) throw new Error('no daemon');
    return this.asked.push(request);
  };
  close = async (id: number) => {
    this.closed.push(id);
    this.said(id);
  };
  onAction = (listener: (id: number, key: string) => void) => {
    this.action = listener;
  };
  onClosed = (listener: (id: number) => void) => {
    this.said = listener;
  };
  onGone = (listener: () => void) => {
    this.gone = listener;
  };
}

const content: NotificationContent = {
  title: 'Bash <b>',
  body: 'echo <a> && true',
  buttons: [{ key: 'allow', label: 'Allow' }],
  stays: true,
};

function setUp(caps: readonly string[]) {
  const daemon = new Daemon(caps);
  const failures: unknown[] = [];
  const notifier = new FreedesktopNotifier(daemon, caps, (error) => failures.push(error));
  const heard: string[] = [];
  const show = () =>
    notifier.show(content, { pressed: (key) => heard.push(key), opened: () => heard.push('opened'), closed: () => heard.push('closed') });
  return { daemon, notifier, heard, show, failures };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('sends its buttons, and hears them and the click', async () => {
  const { daemon, show, heard } = setUp(['actions', 'body-markup']);
  show();
  await settled();
  expect(daemon.asked).toEqual([
    { title: 'Bash <b>', body: 'echo &lt;a&gt; &amp;&amp; true', actions: ['default', '', 'allow', 'Allow'], stays: true },
  ]);
  daemon.action(1, 'allow');
  daemon.action(1, 'default');
  daemon.action(2, 'allow');
  expect(heard).toEqual(['allow', 'opened']);
});

it('sends a plain notification to a daemon without buttons, and plain text to one without markup', async () => {
  const { daemon, notifier, show } = setUp(['body']);
  show();
  expect(notifier.hasButtons).toBe(false);
  expect(daemon.asked).toEqual([{ title: 'Bash <b>', body: 'echo <a> && true', actions: [], stays: true }]);
});

it('closes also what the daemon has not shown yet, and nothing twice', async () => {
  const { daemon, show, notifier } = setUp(['actions']);
  const shown = show();
  shown.close();
  await settled();
  shown.close();
  await settled();
  await notifier.closeAll();
  expect(daemon.closed).toEqual([1]);
});

it('hears a button until the daemon says that the notification is closed', async () => {
  const { daemon, show, heard } = setUp(['actions']);
  daemon.close = async () => undefined;
  const shown = show();
  await settled();
  shown.close();
  await settled();
  daemon.action(1, 'allow');
  daemon.said(1);
  daemon.action(1, 'allow');
  expect(heard).toEqual(['allow', 'closed']);
});

it('forgets the notifications of a daemon that is gone: their numbers are another’s now', async () => {
  const { daemon, show, heard } = setUp(['actions']);
  const shown = show();
  await settled();
  daemon.gone();
  daemon.action(1, 'allow');
  shown.close();
  await settled();
  expect([heard, daemon.closed]).toEqual([['closed'], []]);
});

it('reports a daemon that fails, once, and goes on', async () => {
  const { daemon, show, failures } = setUp(['actions']);
  daemon.fails = true;
  show().close();
  await settled();
  expect(failures).toEqual([new Error('no daemon')]);
});
