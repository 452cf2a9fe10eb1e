import { expect, it } from 'vitest';
import type { McpHints } from '../../shared/mcp-hints';
import { McpToolHints } from './mcp-tool-hints';

const reads: McpHints = { readOnly: true, openWorld: false, destructive: false };
const aPeer = (...names: string[]) => ({ mcpToolHints: async () => new Map(names.map((name) => [name, reads])) });

it('takes a server’s word for the run in which it was given, and for no other', async () => {
  const tools = new McpToolHints();
  const first = aPeer('mcp__things__look');
  expect([await tools.learn('mcp__things__look', first), await tools.learn('mcp__things__look', first)]).toEqual([true, false]);
  const second = aPeer();
  expect([first, second, null].map((peer) => tools.of('mcp__things__look', peer))).toEqual([reads, null, null]);
});
