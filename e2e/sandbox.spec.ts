import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, isRoot, root, test } from './support/app';

/** Debian's nobody. */
const person = 65_534;

test.skip(process.platform !== 'linux', 'reads the sandbox from /proc, which only Linux has');

test('for a person who is not root the sandbox is on', async ({ launch, userData }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-sandbox-'));
  try {
    // As root, everything is copied to a folder that another user can read, and started as that user.
    const runtime = path.join(folder, 'runtime');
    const app = path.join(folder, 'app');
    await cp(path.join(root, 'node_modules/electron/dist'), runtime, { recursive: true });
    for (const part of ['out', 'resources', 'package.json']) await cp(path.join(root, part), path.join(app, part), { recursive: true });
    const starter = path.join(folder, 'electron');
    const asPerson = `setpriv --reuid=${person} --regid=${person} --clear-groups`;
    await writeFile(starter, `#!/bin/sh\nexec ${isRoot ? asPerson : ''} ${runtime}/electron "$@"\n`, { mode: 0o755 });
    if (isRoot) {
      execFileSync('chown', ['-R', `${person}:${person}`, folder, userData]);
      // The same mode as in an installed package, for systems on which only root may create user namespaces.
      const helper = path.join(runtime, 'chrome-sandbox');
      execFileSync('chown', ['root:root', helper]);
      execFileSync('chmod', ['4755', helper]);
    }

    const { window, electron } = await launch({ executablePath: starter, appPath: app, sandbox: true, env: { HOME: folder } });
    await expect(window.getByRole('button', { name: 'New session' })).toBeVisible();

    const facts = await electron.evaluate(({ BrowserWindow }) => ({
      user: process.getuid?.(),
      arguments: process.argv,
      page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    }));
    expect(facts.user).toBe(isRoot ? person : process.getuid?.());
    expect(facts.arguments).not.toContain('--no-sandbox');
    // 2 means that seccomp filters system calls; without the sandbox it is 0.
    expect(readFileSync(`/proc/${facts.page}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
