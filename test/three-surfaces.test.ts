import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AskNotifications } from '../src/main/desktop/ask-notifications';
import type { DesktopDependencies } from '../src/main/desktop/desktop-dependencies';
import { FreedesktopNotifier } from '../src/main/desktop/notifications/freedesktop-notifier';
import type { NotificationServer } from '../src/main/desktop/notifications/notification-server';
import { AskTray } from '../src/main/desktop/tray';
import type { Decision } from '../src/shared/decision';
import { AppError } from '../src/shared/errors';
import { defaultSettings } from '../src/shared/settings';
import { aSession } from './a-session';
import { anAsk } from './an-ask';
import { createObservable } from './memory-dependencies';
import { memoryDesk } from './memory-desk';

const rounds = 500;
const gathered = () => vi.advanceTimersByTimeAsync(200);
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A desktop with the real desk, tray and notifications; only the daemon and Electron's constructors are stand-ins. */
function aDesktop() {
  const delivered = new Map<string, Decision[]>();
  const refusals: string[] = [];
  const desk = memoryDesk();
  const deps: DesktopDependencies = {
    asks: { get: () => desk.list, onChange: desk.onChange },
    sessions: createObservable({ sessions: [aSession('Race')] }),
    settings: createObservable(defaultSettings),
    inView: createObservable({ session: null, ask: null, inbox: false }),
    decide: ({ id, fingerprint }, decision, surface) => desk.decide(id, decision, surface, { seen: fingerprint }),
    changeSettings: () => undefined,
    showSession: () => undefined,
    showAsk: () => undefined,
    showWindow: () => undefined,
    showInbox: () => undefined,
    newSession: () => undefined,
    quit: () => undefined,
  };

  let invoke: (id: number, key: string) => void = () => undefined;
  let closed: (id: number) => void = () => undefined;
  const open = new Map<number, string>();
  let last = 0;
  const daemon: NotificationServer = {
    capabilities: async () => ['actions'],
    notify: async ({ title, body }) => {
      last += 1;
      if (title.startsWith('Nothing was done')) refusals.push(body);
      else open.set(last, body);
      return last;
    },
    close: async (id) => {
      open.delete(id);
      closed(id);
    },
    onAction: (listener) => {
      invoke = listener;
    },
    onClosed: (listener) => {
      closed = listener;
    },
    onGone: () => undefined,
  };
  const onFailure = (error: unknown) => void refusals.push(String(error));
  const notifier = new FreedesktopNotifier(daemon, ['actions'], onFailure);
  const notifications = new AskNotifications({ deps, notifier, startedAt: 0, onFailure });

  let menu: MenuItemConstructorOptions[] = [];
  const Tray = class {
    on(): void {}
    setImage(): void {}
    setToolTip(): void {}
    setContextMenu(template: MenuItemConstructorOptions[]): void {
      menu = template;
    }
    destroy(): void {}
  };
  const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
  const tray = new AskTray({
    electron: { Tray, buildMenu: (template) => template, nativeTheme },
    deps,
    platform: 'linux',
    folder: '/',
    notify: (_title, body) => void refusals.push(body),
    onFailure,
  });

  return {
    desk,
    open,
    refusals,
    delivered,
    put: (name: string) => {
      const answers: Decision[] = [];
      delivered.set(name, answers);
      desk.ask({ ask: anAsk(name), input: {}, suggestions: [], folder: null }, new AbortController().signal, async ({ decision }) => {
        answers.push(decision);
      });
    },
    inNotification: (name: string, key: string) => {
      for (const [id, body] of open) if (body === name) invoke(id, key);
    },
    inTray: (name: string, label: string) => {
      const item = menu.find((one) => one.label === `Race: ${name}`);
      const items = Array.isArray(item?.submenu) ? item.submenu : [];
      const found = items.find((one) => one.label === label);
      Reflect.apply(found?.click ?? (() => undefined), found, []);
    },
    inWindow: async (name: string, decision: Decision) => {
      try {
        await desk.decide(anAsk(name).id, decision, 'dialog');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusals.push(error.message);
      }
    },
    close: async () => {
      tray.close();
      await notifications.close();
    },
  };
}

it(`lets exactly one of three surfaces decide, ${rounds} times, and tells the other two`, async () => {
  const desktop = aDesktop();
  const winners: Decision['answer'][] = [];
  // Three at a time, because no more than three get notifications of their own.
  for (let round = 0; round < rounds; round += 3) {
    const names = [round, round + 1, round + 2].filter((number) => number < rounds).map((number) => `echo ${number}`);
    for (const name of names) desktop.put(name);
    await gathered();
    expect([...desktop.open.values()].sort()).toEqual([...names].sort());
    for (const [index, name] of names.entries()) {
      const surfaces = [
        () => desktop.inNotification(name, 'allow'),
        () => desktop.inTray(name, 'Deny'),
        () => void desktop.inWindow(name, { answer: 'allow' }),
      ];
      // Each surface gets a turn to be first.
      for (let step = 0; step < 3; step += 1) surfaces[(round / 3 + index + step) % 3]?.();
    }
    await turn();
    for (const name of names) {
      const answers = desktop.delivered.get(name) ?? [];
      expect(answers).toHaveLength(1);
      winners.push(...answers.map(({ answer }) => answer));
    }
    desktop.desk.turnEnded(anAsk('any').sessionId);
  }
  await turn();
  expect(winners).toHaveLength(rounds);
  expect(new Set(winners)).toEqual(new Set(['allow', 'deny']));
  expect(desktop.refusals).toHaveLength(2 * rounds);
  expect(desktop.refusals.every((text) => text.startsWith('Already answered in the '))).toBe(true);
  expect(desktop.desk.outcomes).toHaveLength(rounds);
  expect(desktop.open.size).toBe(0);
  await desktop.close();
});
