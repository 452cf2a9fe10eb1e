import { expect, it } from 'vitest';
import { keepInboxShortcut } from './inbox-shortcut';
import { MemorySurroundings } from './memory-surroundings';

function setUp() {
  const surroundings = new MemorySurroundings();
  const held = new Map<string, () => void>();
  const refused: (string | null)[] = [];
  const shortcuts = {
    register: (keys: string, pressed: () => void) => {
      if (keys === 'nonsense') throw new Error('no such keys');
      if (keys === 'Taken') return false;
      held.set(keys, pressed);
      return true;
    },
    unregister: (keys: string) => void held.delete(keys),
  };
  const end = keepInboxShortcut(shortcuts, surroundings, (keys) => refused.push(keys));
  const choose = (globalShortcut: string | null) => surroundings.changeSettings({ globalShortcut });
  return { surroundings, held, refused, end, choose };
}

it('holds no keys until some are chosen, then opens the inbox with them, and lets go of the former ones', () => {
  const { surroundings, held, choose, end } = setUp();
  expect([...held.keys()]).toEqual([]);
  choose('Alt+I');
  held.get('Alt+I')?.();
  expect(surroundings.calls).toEqual([['showInbox']]);
  choose('Alt+J');
  expect([...held.keys()]).toEqual(['Alt+J']);
  end();
  choose('Alt+K');
  expect([...held.keys()]).toEqual([]);
});

it('says which keys can’t be had, until others are chosen', () => {
  const { refused, choose } = setUp();
  choose('Taken');
  choose('nonsense');
  choose('Alt+I');
  choose(null);
  expect(refused).toEqual(['Taken', 'nonsense', null, null]);
});
