import { expect, it } from 'vitest';
import { AskId, SessionId } from '../../shared/ids';
import { AppWindow } from './app-window';

const ask = { kind: 'ask', id: AskId.parse('s/a'), session: SessionId.parse('s') } as const;

function setUp() {
  const did: unknown[] = [];
  const closed: (() => void)[] = [];
  const focus: (() => void)[] = [];
  let ready = true;
  const window = new AppWindow({
    createWindow: () => {
      did.push('make');
      return {
        onClose: () => undefined,
        onClosed: (listener) => void closed.push(listener),
        onFocusChange: (listener) => void focus.push(listener),
        isFocused: true,
        focus: () => void did.push('focus'),
        send: (events) => void did.push(...events),
        flash: () => undefined,
        setOverlay: () => undefined,
      };
    },
    canOpen: () => ready,
    activate: (id) => void did.push(['activate', id]),
    onClose: () => undefined,
    onClosed: () => void did.push('closed'),
  });
  return {
    window,
    did,
    notReady: () => {
      ready = false;
    },
    ready: () => {
      ready = true;
    },
    close: () => closed.at(-1)?.(),
    focusChanges: () => focus.at(-1)?.(),
  };
}

it('shows its target once, when the page is ready', () => {
  const { window, did } = setUp();
  window.start({ kind: 'inbox' });
  expect(did).toEqual(['make']);
  window.markPageReady();
  window.markPageReady();
  expect(did).toEqual(['make', ['window.command', 'open-inbox']]);
});

it('prefers a link that arrived before the app was ready to the command line', () => {
  const { window, did, notReady, ready } = setUp();
  notReady();
  window.show(ask);
  expect(did).toEqual([]);
  ready();
  window.start({ kind: 'inbox' });
  window.markPageReady();
  expect(did).toEqual(['make', ['activate', 's'], ['asks.show', 's/a']]);
});

it('comes to the front when it is open, and hands a folder to the page once', () => {
  const { window, did } = setUp();
  window.start(null);
  window.markPageReady();
  window.show({ kind: 'new', folder: '/project' });
  expect(did).toEqual(['make', 'focus', ['window.command', 'open-given-folder']]);
  expect([window.takeGivenFolder(), window.takeGivenFolder()]).toEqual(['/project', null]);
});

it('creates a new window after it was closed, and waits for its page', () => {
  const { window, did, close } = setUp();
  window.start(null);
  window.markPageReady();
  window.askInView = ask.id;
  close();
  expect([window.askInView, window.isFocused]).toEqual([null, false]);
  window.show({ kind: 'new', folder: null });
  expect(did).toEqual(['make', 'closed', 'make']);
  window.markPageReady();
  expect(did.at(-1)).toEqual(['window.command', 'new-session']);
});

it('fires when the focus or the ask in view changes', () => {
  const { window, focusChanges, close } = setUp();
  let changes = 0;
  window.onViewChange(() => changes++);
  window.start(null);
  focusChanges();
  window.askInView = ask.id;
  close();
  expect(changes).toBe(3);
});
