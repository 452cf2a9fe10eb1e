import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inspectFolder, isTrusted, realFolder } from './folder-inspection';

let box: string;
beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-inspection-')));
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
  expect(await inspectFolder(folder, ['/'])).toEqual({ real: null, trusted: false, wouldRun: [] });
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
  write('.signalbox/tools/deploy/tool.ts', '');
  expect(await inspectFolder(box, [])).toEqual({
    real: box,
    trusted: false,
    wouldRun: [
      'Hooks in .claude/settings.json: SessionStart, PreToolUse',
      'Commands in .claude/settings.json: apiKeyHelper',
      'Rules in .claude/settings.json that allow without asking: Bash(npm test)',
      'Environment variables set by .claude/settings.json: NODE_OPTIONS',
      'Rules in .claude/settings.local.json that allow without asking: WebFetch',
      'MCP servers in .mcp.json: database',
      'Tools of the folder, which Signalbox runs: deploy',
    ],
  });
});

it('trusts a folder whose real path is below a trusted one', async () => {
  mkdirSync(path.join(box, 'project/src'), { recursive: true });
  symlinkSync(path.join(box, 'project/src'), path.join(box, 'elsewhere'));
  const trusted = [path.join(box, 'project')];
  expect((await inspectFolder(path.join(box, 'elsewhere'), trusted)).trusted).toBe(true);
  expect((await inspectFolder(box, trusted)).trusted).toBe(false);
});

it.each(['', ' \n', '[]', 'null', '7', '{}', '{"permissions":{"deny":["Read(.env)"]},"theme":"dark","model":"opus"}'])(
  'has nothing to tell of settings that do nothing: %s',
  async (text) => {
    write('.claude/settings.json', text);
    write('.mcp.json', text);
    expect((await inspectFolder(box, [])).wouldRun).toEqual([]);
  },
);

it.each([
  ['{"hooks":', 'it is not valid JSON'],
  [JSON.stringify({ hooks: { SessionStart: [] }, padding: ' '.repeat(1_000_000) }), 'it is very big'],
])('says which settings it can’t check: Claude Code may read them all the same', async (text, why) => {
  write('.claude/settings.json', text);
  write('.mcp.json', text);
  expect((await inspectFolder(box, [])).wouldRun).toEqual([
    `.claude/settings.json can’t be checked: ${why}`,
    `.mcp.json can’t be checked: ${why}`,
  ]);
});

it.runIf(process.platform === 'linux')('waits for no pipe and reads no device that stands in place of settings', async () => {
  mkdirSync(path.join(box, '.claude'));
  execFileSync('mkfifo', [path.join(box, '.claude/settings.json')]);
  symlinkSync('/dev/zero', path.join(box, '.mcp.json'));
  expect((await inspectFolder(box, [])).wouldRun).toEqual([
    '.claude/settings.json can’t be checked: it is not a file',
    '.mcp.json can’t be checked: it is not a file',
  ]);
});

it('tells of skills, agents and the like, which can bring hooks and permissions along', async () => {
  write('.claude/skills/deploy/SKILL.md', '');
  write('.claude/agents/helper.md', '');
  mkdirSync(path.join(box, '.claude/commands'));
  expect((await inspectFolder(box, [])).wouldRun).toEqual(['Files that Claude Code loads from .claude: agents, skills']);
});

it('finds nothing where .claude is a file', async () => {
  write('.claude', 'x');
  expect((await inspectFolder(box, [])).wouldRun).toEqual([]);
});

const trusted = ['/home/ann/project'];

it.each(['/home/ann/project', '/home/ann/project/src', '/home/ann/project/.worktrees/one/deep', '/home/ann/project/..odd'])(
  'covers %s',
  (folder) => {
    expect(isTrusted(trusted, folder)).toBe(true);
  },
);

it.each(['/home/ann', '/', '/home/ann/project-two', '/home/ann/projec', '/home/ann/other', '/home/ann/project/../other'])(
  'does not cover %s',
  (folder) => {
    expect(isTrusted(trusted, folder)).toBe(false);
  },
);

it('covers nothing while nothing is trusted, and everything below the root if that is', () => {
  expect(isTrusted([], '/home/ann/project')).toBe(false);
  expect(isTrusted(['/'], '/home/ann/project')).toBe(true);
});
