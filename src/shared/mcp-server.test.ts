import { expect, it } from 'vitest';
import { mcpServerWords } from './mcp-server';

it.each([
  ['project', 'MCP server things, from the project’s .mcp.json'],
  ['user', 'MCP server things, from your own Claude settings'],
  ['local', 'MCP server things, that you added for this folder'],
  ['plugin', 'MCP server things, from a plugin'],
  ['enterprise', 'MCP server things, from your organization'],
  ['constructor', 'MCP server things, from a place that Claude Code calls “constructor”'],
])('a server of the source %s is “%s”', (source, words) => {
  expect(mcpServerWords({ name: 'things', source })).toBe(words);
});
