import { expect, it } from 'vitest';
import { readMcpServers, readSignInPage } from './mcp-servers';

it('reads the state of each server, and nothing of its configuration', () => {
  const servers = readMcpServers({
    mcpServers: [
      {
        name: 'things',
        status: 'connected',
        serverInfo: { name: 'things', version: '1.2' },
        config: { type: 'http', url: 'https://example.com', headers: { authorization: 'secret' } },
        scope: 'project',
        tools: [
          { name: 'look', annotations: { readOnly: true } },
          { name: 'change', description: 'Changes it', annotations: {} },
        ],
      },
      { name: 'broken', status: 'failed', error: 'Connection closed', scope: 'dynamic', source: 'plugin' },
      { status: 'nameless' },
    ],
  });
  expect(servers).toEqual([
    {
      name: 'things',
      status: 'connected',
      source: 'project',
      error: null,
      version: '1.2',
      tools: [
        { name: 'look', description: '', readOnly: true },
        { name: 'change', description: 'Changes it', readOnly: false },
      ],
    },
    { name: 'broken', status: 'failed', source: 'plugin', error: 'Connection closed', version: null, tools: [] },
  ]);
  expect(JSON.stringify(servers)).not.toContain('secret');
});

it('reads an answer that it does not understand as no servers', () => {
  expect(readMcpServers({ mcpServers: 'none' })).toEqual([]);
});

it('reads the page to sign in on', () => {
  expect(readSignInPage({ authUrl: 'https://example.com/authorize', requiresUserAction: true })).toBe('https://example.com/authorize');
  expect(readSignInPage({})).toBeNull();
});
