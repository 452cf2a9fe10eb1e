import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookAtFolder, realFolder } from './folder-look';

let box: string;
beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-look-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(box, { recursive: true, force: true });
});

function write(file: string, contents: unknown): void {
  mkdirSync(path.dirname(path.join(box, file)), { recursive: true });
  writeFileSync(path.join(box, file), typeof contents === 'string' ? contents : JSON.stringify(contents));
}

it('resolves symbolic links and the home folder', async () => {
  mkdirSync(path.join(box, 'real'));
  symlinkSync(path.join(box, 'real'), path.join(box, 'link'));
  expect(await realFolder(path.join(box, 'link'))).toBe(path.join(box, 'real'));
  vi.stubEnv('HOME', box);
  expect([await realFolder('~'), await realFolder('~/link')]).toEqual([box, path.join(box, 'real')]);
});

it.each(['', 'relative', '.', '~ann', '/nowhere/at/all', '/dev/null', '/a\0b'])('finds no folder at %j', async (folder) => {
  expect(await lookAtFolder(folder, ['/'])).toEqual({ real: null, trusted: false, wouldRun: [] });
});

it('tells what the folder’s own files would run or allow', async () => {
  write('.claude/settings.json', {
    hooks: { SessionStart: [{}], PreToolUse: [{}] },
    permissions: { allow: ['Bash(npm test)'], deny: ['Read(.env)'] },
    env: { NODE_OPTIONS: '--require ./x.js' },
    apiKeyHelper: './key.sh',
  });
  write('.claude/settings.local.json', { permissions: { allow: ['WebFetch'] } });
  write('.mcp.json', { mcpServers: { database: { command: './server' } } });
  expect(await lookAtFolder(box, [])).toEqual({
    real: box,
    trusted: false,
    wouldRun: [
      'Hooks in .claude/settings.json: SessionStart, PreToolUse',
      'Commands in .claude/settings.json: apiKeyHelper',
      'Rules in .claude/settings.json that allow without asking: Bash(npm test)',
      'Environment variables set by .claude/settings.json: NODE_OPTIONS',
      'Rules in .claude/settings.local.json that allow without asking: WebFetch',
      'MCP servers in .mcp.json: database',
    ],
  });
});

it('trusts a folder whose real path is below a trusted one', async () => {
  mkdirSync(path.join(box, 'project/src'), { recursive: true });
  symlinkSync(path.join(box, 'project/src'), path.join(box, 'elsewhere'));
  const trusted = [path.join(box, 'project')];
  expect((await lookAtFolder(path.join(box, 'elsewhere'), trusted)).trusted).toBe(true);
  expect((await lookAtFolder(box, trusted)).trusted).toBe(false);
});

it.each([
  'not JSON',
  '[]',
  'null',
  '{"hooks":7,"permissions":{"allow":"all"},"env":[]}',
  JSON.stringify({ hooks: { SessionStart: [] }, padding: ' '.repeat(1_000_000) }),
])('takes settings that make no sense, or are huge, for none', async (text) => {
  write('.claude/settings.json', text);
  write('.mcp.json', text);
  expect((await lookAtFolder(box, [])).wouldRun).toEqual([]);
});

it('still tells of the hooks in settings that are odd elsewhere', async () => {
  write('.claude/settings.json', { hooks: { Stop: [{}] }, permissions: 'none', env: 7 });
  expect((await lookAtFolder(box, [])).wouldRun).toEqual(['Hooks in .claude/settings.json: Stop']);
});
