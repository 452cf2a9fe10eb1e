import { expect, it } from 'vitest';
import { FreedesktopNotifier } from './freedesktop-notifier';
import type { NotificationRequest, NotificationServer } from './notification-server';
import type { NotificationContent } from './notifier';

/** A daemon that records its calls. */
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
  persistent: true,
};

function setUp(caps: readonly string[]) {
  const daemon = new Daemon(caps);
  const failures: unknown[] = [];
  const notifier = new FreedesktopNotifier(daemon, caps, (error) => failures.push(error));
  const events: string[] = [];
  const show = () =>
    notifier.show(content, {
      pressed: (key) => events.push(key),
      opened: () => events.push('opened'),
      closed: () => events.push('closed'),
    });
  return { daemon, notifier, events, show, failures };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('sends its buttons, and reports presses and clicks', async () => {
  const { daemon, show, events } = setUp(['actions', 'body-markup']);
  show();
  await settled();
  expect(daemon.asked).toEqual([
    { title: 'Bash <b>', body: 'echo &lt;a&gt; &amp;&amp; true', actions: ['default', '', 'allow', 'Allow'], persistent: true },
  ]);
  daemon.action(1, 'allow');
  daemon.action(1, 'default');
  daemon.action(2, 'allow');
  expect(events).toEqual(['allow', 'opened']);
});

it('sends no buttons to a daemon without actions, and plain text to one without markup', async () => {
  const { daemon, notifier, show } = setUp(['body']);
  show();
  expect(notifier.hasButtons).toBe(false);
  expect(daemon.asked).toEqual([{ title: 'Bash <b>', body: 'echo <a> && true', actions: [], persistent: true }]);
});

it('closes a notification that the daemon has not shown yet, and closes it only once', async () => {
  const { daemon, show, notifier } = setUp(['actions']);
  const shown = show();
  shown.close();
  await settled();
  shown.close();
  await settled();
  await notifier.closeAll();
  expect(daemon.closed).toEqual([1]);
});

it('reports button presses until the daemon confirms that the notification is closed', async () => {
  const { daemon, show, events } = setUp(['actions']);
  daemon.close = async () => undefined;
  const shown = show();
  await settled();
  shown.close();
  await settled();
  daemon.action(1, 'allow');
  daemon.said(1);
  daemon.action(1, 'allow');
  expect(events).toEqual(['allow', 'closed']);
});

it('forgets the notifications of a daemon that exited, because their ids may be reused', async () => {
  const { daemon, show, events } = setUp(['actions']);
  const shown = show();
  await settled();
  daemon.gone();
  daemon.action(1, 'allow');
  shown.close();
  await settled();
  expect([events, daemon.closed]).toEqual([['closed'], []]);
});

it('reports a failure of the daemon once', async () => {
  const { daemon, show, failures } = setUp(['actions']);
  daemon.fails = true;
  show().close();
  await settled();
  expect(failures).toEqual([new Error('no daemon')]);
});
