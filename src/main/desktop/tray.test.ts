import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { aFormAsk, anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { MemoryDependencies } from '../../../test/memory-dependencies';
import { AppError } from '../../shared/errors';
import { AskTray } from './tray';

/** Replaces Electron's Tray. */
class Tray extends EventEmitter {
  tooltip = '';
  menus = 0;
  menu: MenuItemConstructorOptions[] = [];
  destroyed = false;

  constructor(public image: string) {
    super();
  }

  setImage(image: string): void {
    this.image = image;
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: MenuItemConstructorOptions[]): void {
    this.menu = menu;
    this.menus += 1;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

class Theme extends EventEmitter {
  shouldUseDarkColors = true;
}

function setUp(platform: NodeJS.Platform) {
  const deps = new MemoryDependencies();
  deps.sessions.set({ sessions: [aSession('Fix & run')] });
  const trays: Tray[] = [];
  const theme = new Theme();
  const notified: string[][] = [];
  const Recorded = class extends Tray {
    constructor(image: string) {
      super(image);
      trays.push(this);
    }
  };
  const tray = new AskTray({
    electron: { Tray: Recorded, buildMenu: (template) => template, nativeTheme: theme },
    deps,
    platform,
    folder: '/tray',
    notify: (...words) => notified.push(words),
    onFailure: (error) => notified.push(['failure', String(error)]),
  });
  const [shown] = trays;
  if (!shown) throw new Error('no tray was made');
  const submenu = (index: number): MenuItemConstructorOptions[] => {
    const items = shown.menu[index]?.submenu;
    return Array.isArray(items) ? items : [];
  };
  const labels = (items: readonly MenuItemConstructorOptions[]) => items.map(({ label, type }) => label ?? type);
  const click = (items: readonly MenuItemConstructorOptions[], label: string) => {
    const item = items.find((one) => one.label === label);
    Reflect.apply(item?.click ?? (() => undefined), item, []);
  };
  return { deps, tray, shown, theme, notified, menu: () => shown.menu, submenu, labels, click };
}

it('contains the standard items, and a submenu with answers for each ask', () => {
  const { deps, shown, menu, submenu, labels } = setUp('linux');
  const usual = ['separator', 'New session…', 'Do not disturb', 'Show Signalbox', 'Quit'];
  expect([labels(menu()), shown.tooltip]).toEqual([['0 waiting', ...usual], 'Signalbox']);
  const marks = [{ kind: 'sudo', text: 'Runs as root', grave: true }] as const;
  deps.asks.set([anAsk('npm test'), anAsk('sudo ls', { marks: [...marks] }), anAsk('q', { kind: 'question', summary: 'Which?' })]);
  expect(labels(menu())).toEqual(['3 waiting', 'Fix && run: npm test', 'Fix && run: sudo ls', 'Fix && run: Which?', ...usual]);
  expect([1, 2, 3].map((index) => labels(submenu(index)))).toEqual([
    ['Allow once', 'Deny', 'Show'],
    ['Deny', 'Show'],
    ['Deny', 'Show'],
  ]);
  expect(shown.tooltip).toBe('Signalbox: 3 waiting');
});

it('shows who wants the user to decide', () => {
  const { deps, submenu, labels } = setUp('linux');
  const askedBy = { kind: 'rule', rule: 'Bash(npm:*)', source: null, certain: true } as const;
  deps.asks.set([anAsk('npm test')]);
  deps.asks.set([anAsk('npm test', { askedBy })]);
  expect(labels(submenu(1))).toEqual(['Your rule Bash(npm:*) asks', 'Allow once', 'Deny', 'Show']);
});

it('offers the scopes of a tool’s approval, and only opens a form', () => {
  const { deps, submenu, labels, click } = setUp('linux');
  const approval = anApprovalAsk('call');
  deps.asks.set([approval, aFormAsk('form', [{ id: 'name', type: 'text', label: 'Name' }])]);
  expect([1, 2].map((index) => labels(submenu(index)))).toEqual([
    ['Allow once', 'Allow for session', 'Always allow', 'Deny', 'Show'],
    ['Open'],
  ]);
  click(submenu(1), 'Allow for session');
  click(submenu(2), 'Open');
  expect(deps.calls).toEqual([
    ['decide', approval.id, { answer: 'allow', approvalScope: 'session' }, 'tray'],
    ['showAsk', deps.asks.get()[1]?.id],
  ]);
});

it('only opens a prompt that can’t go on, needs a look, or that the user turned off', () => {
  const { deps, submenu, labels } = setUp('linux');
  const ended = aPrompt('over', { survivesRestart: false });
  deps.asks.set([
    anApprovalAsk('over', { interaction: ended, note: 'app-restarted' }),
    anApprovalAsk('long', { summaryIsComplete: false }),
  ]);
  expect([1, 2].map((index) => labels(submenu(index)))).toEqual([['Open'], ['Deny', 'Show']]);
  deps.asks.set([anApprovalAsk('call')]);
  deps.changeSettings({ interactive: false });
  expect(labels(submenu(1))).toEqual(['Open']);
});

it('runs the action of each item', () => {
  const { deps, menu, submenu, click } = setUp('linux');
  const ask = anAsk('npm test');
  deps.asks.set([ask]);
  for (const label of ['Allow once', 'Deny', 'Show']) click(submenu(1), label);
  for (const label of ['New session…', 'Show Signalbox', 'Quit']) click(menu(), label);
  expect(deps.calls).toEqual([
    ['decide', ask.id, { answer: 'allow' }, 'tray'],
    ['decide', ask.id, { answer: 'deny' }, 'tray'],
    ['showAsk', ask.id],
    ['newSession'],
    ['showWindow'],
    ['quit'],
  ]);
  click(menu(), 'Do not disturb');
  expect(deps.settings.get().doNotDisturb).toBe(true);
  expect(menu().find(({ label }) => label === 'Do not disturb')?.checked).toBe(true);
});

it('rebuilds its menu only when something in it changes', () => {
  const { deps, shown } = setUp('linux');
  deps.asks.set([anAsk('one')]);
  expect(shown.menus).toBe(2);
  deps.sessions.set({ sessions: [aSession('Fix & run', { state: 'waiting', items: 7 })] });
  deps.settings.set({ ...deps.settings.get(), fontSize: 15 });
  expect(shown.menus).toBe(2);
  deps.sessions.set({ sessions: [aSession('Renamed')] });
  expect(shown.menus).toBe(3);
});

it.each([
  ['darwin', '/tray/idleTemplate.png', '/tray/waitingTemplate.png', '/tray/waitingTemplate.png'],
  ['win32', '/tray/idle-dark.png', '/tray/waiting-dark.png', '/tray/waiting-light.png'],
  ['linux', '/tray/idle-dark.png', '/tray/waiting-dark.png', '/tray/waiting-light.png'],
] as const)('uses images on %s that match the state and the panel', (platform, idle, waiting, light) => {
  const { deps, shown, theme } = setUp(platform);
  expect(shown.image).toBe(idle);
  deps.asks.set([anAsk('one')]);
  expect(shown.image).toBe(waiting);
  theme.shouldUseDarkColors = false;
  theme.emit('updated');
  expect(shown.image).toBe(light);
});

it('opens the window on click, except on macOS, where a click opens the menu', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const { deps, shown } = setUp(platform);
    shown.emit('click');
    expect(deps.calls).toEqual(platform === 'darwin' ? [] : [['showWindow']]);
  }
});

it('notifies the user when an answer had no effect', async () => {
  const { deps, submenu, click, notified } = setUp('linux');
  deps.asks.set([anAsk('one')]);
  deps.answer = () => Promise.reject(new AppError('ask-gone', 'This request is no longer waiting for an answer.'));
  click(submenu(1), 'Deny');
  await Promise.resolve();
  await Promise.resolve();
  expect(notified).toEqual([['Nothing was done', 'This request is no longer waiting for an answer.']]);
});

it('removes the icon and its listeners when it is closed', () => {
  const { deps, tray, shown, theme } = setUp('linux');
  tray.close();
  deps.asks.set([anAsk('one')]);
  expect([shown.destroyed, shown.menus, theme.listenerCount('updated')]).toEqual([true, 1, 0]);
});

it('escapes bidirectional overrides, and characters that would crash the app in a menu', () => {
  const { deps, menu, labels } = setUp('linux');
  deps.sessions.set({ sessions: [aSession('Fix\ufffe\nit')] });
  deps.asks.set([anAsk('one', { summary: 'Writes a\u202eb\u0000\uffff' }), anAsk('two', { summary: `${'x'.repeat(118)}😀y` })]);
  expect(labels(menu()).slice(1, 3)).toEqual(['Fix⟨U+FFFE⟩ it: Writes a⟨U+202E⟩b⟨U+0000⟩⟨U+FFFF⟩', `Fix⟨U+FFFE⟩ it: ${'x'.repeat(118)}…`]);
});

it('shows the whole summary where it offers Allow, however long the title is, and offers no Allow for a truncated one', () => {
  const { deps, menu, submenu, labels } = setUp('linux');
  deps.sessions.set({ sessions: [aSession('t'.repeat(200))] });
  const [whole, long] = [`${'x'.repeat(110)}; rm a`, `${'x'.repeat(120)}; rm a`];
  deps.asks.set([anAsk('one', { summary: whole }), anAsk('two', { summary: long })]);
  expect([menu()[1]?.label?.endsWith(`…: ${whole}`), labels(submenu(1))]).toEqual([true, ['Allow once', 'Deny', 'Show']]);
  expect([menu()[2]?.label?.endsWith('x…'), labels(submenu(2))]).toEqual([true, ['Deny', 'Show']]);
});

it('answers the current call after it changed under the same summary', () => {
  const { deps, submenu, click } = setUp('linux');
  const seen: string[] = [];
  Object.assign(deps, { decide: async ({ fingerprint }: { fingerprint: string }) => void seen.push(fingerprint) });
  deps.asks.set([anAsk('write a.txt', { fingerprint: 'before' })]);
  deps.asks.set([anAsk('write a.txt', { fingerprint: 'now' })]);
  click(submenu(1), 'Allow once');
  expect(seen).toEqual(['now']);
});
