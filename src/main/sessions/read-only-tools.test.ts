import { expect, it } from 'vitest';
import { ReadOnlyTools } from './read-only-tools';

const aPeer = (...names: string[]) => ({ readOnlyTools: async () => names });

it('takes a server’s word for the run in which it was given, and for no other', async () => {
  const tools = new ReadOnlyTools();
  const first = aPeer('mcp__things__look');
  expect([await tools.learn('mcp__things__look', first), await tools.learn('mcp__things__look', first)]).toEqual([true, false]);
  const second = aPeer();
  expect([first, second, null].map((peer) => tools.has('mcp__things__look', peer))).toEqual([true, false, false]);
});
