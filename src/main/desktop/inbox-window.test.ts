import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { type ElectronWindow, InboxWindow, placeInbox } from './inbox-window';

/** Replaces Electron's BrowserWindow. It has focus while it is shown. */
class MemoryWindow extends EventEmitter implements ElectronWindow {
  readonly sent: unknown[][] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    send: (channel: string, sent: string): void => void this.sent.push([channel, JSON.parse(sent)]),
  });
  state: 'hidden' | 'shown' | 'gone' = 'hidden';
  loading = Promise.resolve();
  bounds: unknown = null;
  color = '';
  hasMenu = true;

  constructor(readonly options: BrowserWindowConstructorOptions) {
    super();
  }

  loadURL = (): Promise<void> => this.loading;
  removeMenu(): void {
    this.hasMenu = false;
  }
  setBackgroundColor(color: string): void {
    this.color = color;
  }
  setBounds(bounds: unknown): void {
    this.bounds = bounds;
  }
  show(): void {
    this.state = 'shown';
  }
  focus(): void {
    this.emit('focus');
  }
  hide(): void {
    this.state = 'hidden';
  }
  isFocused = (): boolean => this.state === 'shown';
  isVisible = (): boolean => this.state === 'shown';
  destroy(): void {
    this.state = 'gone';
    this.emit('closed');
  }
}

function setUp({ loading = Promise.resolve() } = {}) {
  const made: MemoryWindow[] = [];
  const events: unknown[] = [];
  let area = { x: 0, y: 0, width: 1280, height: 900 };
  const webPreferences = { sandbox: true };
  const inbox: InboxWindow = new InboxWindow({
    create: (options) => {
      const window = new MemoryWindow(options);
      window.loading = loading;
      made.push(window);
      return window;
    },
    common: { icon: 'icon.png', webPreferences },
    url: 'app://signalbox/index.html?view=inbox',
    background: () => '#000000',
    workArea: () => area,
    onFocusChange: () => events.push(inbox.isFocused ? 'in view' : 'away'),
    onFailure: (error) => events.push(error),
  });
  const open = (): MemoryWindow => {
    inbox.show();
    const window = made.at(-1);
    if (!window) throw new Error('no window was made');
    window.emit('ready-to-show');
    return window;
  };
  return { inbox, made, events, webPreferences, open, moveTo: (next: typeof area) => (area = next) };
}

it('creates its window on first use: on top, with the page’s preferences and without a menu', () => {
  const { inbox, made, events, webPreferences, open } = setUp();
  inbox.hide();
  inbox.close();
  expect([made, inbox.isFocused]).toEqual([[], false]);
  const window = open();
  expect(window.options).toMatchObject({ alwaysOnTop: true, show: false, width: 480, height: 600, icon: 'icon.png', webPreferences });
  expect([window.state, window.hasMenu, inbox.isFocused, events]).toEqual(['shown', false, true, ['in view']]);
});

it('hides when it loses focus, and comes back as the same window on the current display', () => {
  const { inbox, made, events, open, moveTo } = setUp();
  const window = open();
  window.emit('blur');
  expect([window.state, events]).toEqual(['hidden', ['in view', 'away']]);
  const display = { x: 1280, y: 0, width: 400, height: 500 };
  moveTo(display);
  inbox.show();
  inbox.show();
  expect([window.state, window.bounds, made.length]).toEqual(['shown', display, 1]);
  // It starts over each time it is shown, unless it is visible already.
  expect(window.sent.map(([, sent]) => sent)).toEqual([[['window.command', 'open-inbox']], [['window.command', 'open-inbox']]]);
});

it('gets only the events that it shows, no transcripts and terminals', () => {
  const { inbox, open } = setUp();
  inbox.sendAll([['asks.changed', []]]);
  const window = open();
  inbox.sendAll([
    ['costs.changed', []],
    ['asks.changed', []],
  ]);
  inbox.sendAll([['terminals.changed', []]]);
  expect(window.sent).toEqual([
    ['signalbox:events', [['window.command', 'open-inbox']]],
    ['signalbox:events', [['asks.changed', []]]],
  ]);
});

it('creates a new window after its page failed or it was closed', async () => {
  const { inbox, made, events, open } = setUp();
  open().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect([inbox.isFocused, events]).toEqual([false, ['in view', { reason: 'crashed' }, 'away']]);
  open();
  inbox.close();
  open();
  expect(made.map(({ state }) => state)).toEqual(['gone', 'gone', 'shown']);
});

it('reports that its page could not be loaded, unless it was closed in the meantime', async () => {
  const failure = new Error('not loaded');
  const failing = setUp({ loading: Promise.reject(failure) });
  failing.inbox.show();
  await new Promise(setImmediate);
  expect([failing.made[0]?.state, failing.events]).toEqual(['gone', [failure, 'away']]);
  const closed = setUp({ loading: Promise.reject(failure) });
  closed.inbox.show();
  closed.inbox.close();
  await new Promise(setImmediate);
  expect(closed.events).toEqual(['away']);
});

it('opens slightly above the center, and fits on a small display', () => {
  expect(placeInbox({ x: 100, y: 20, width: 1280, height: 900 })).toEqual({ x: 500, y: 120, width: 480, height: 600 });
  expect(placeInbox({ x: 0, y: 0, width: 320, height: 400 })).toEqual({ x: 0, y: 0, width: 320, height: 400 });
});
