import { expect, it } from 'vitest';
import { MemoryDependencies } from '../../../test/memory-dependencies';
import { syncInboxShortcut } from './inbox-shortcut';

function setUp() {
  const deps = new MemoryDependencies();
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
  const dispose = syncInboxShortcut(shortcuts, deps, (keys) => refused.push(keys));
  const choose = (globalShortcut: string | null) => deps.changeSettings({ globalShortcut });
  return { deps, held, refused, dispose, choose };
}

it('registers the chosen keys to open the inbox, and unregisters the former ones', () => {
  const { deps, held, choose, dispose } = setUp();
  expect([...held.keys()]).toEqual([]);
  choose('Alt+I');
  held.get('Alt+I')?.();
  expect(deps.calls).toEqual([['showInbox']]);
  choose('Alt+J');
  expect([...held.keys()]).toEqual(['Alt+J']);
  dispose();
  choose('Alt+K');
  expect([...held.keys()]).toEqual([]);
});

it('reports keys that can’t be registered, until others are chosen', () => {
  const { refused, choose } = setUp();
  choose('Taken');
  choose('nonsense');
  choose('Alt+I');
  choose(null);
  expect(refused).toEqual(['Taken', 'nonsense', null, null]);
});
