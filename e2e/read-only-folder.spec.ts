import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, isRoot, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { runProcesses } from './support/processes';
import { startScriptedApi, text, tool } from './support/scripted-api';
import { permissionDialog } from './support/window';

test.skip(process.platform !== 'linux', 'mounts a folder, and finds processes by their environment in /proc');

/** A folder that can be made read-only. File modes don't stop root, so for root it is a file system of its own. */
function makeFolder(folder: string) {
  mkdirSync(folder);
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  return {
    /** Fails while any process still writes there. */
    close: () => (isRoot ? spawnSync('mount', ['-o', 'remount,ro', folder]) : spawnSync('chmod', ['a-w', folder])).status,
    remove: () => (isRoot ? execFileSync('umount', ['-l', folder]) : execFileSync('chmod', ['u+w', folder])),
  };
}

test('with a data folder that can’t be written the app starts, says so, has what waited, and asks go on in memory', async ({
  launch,
  userData,
}) => {
  const api = await startScriptedApi({
    plays: { touch: [(name) => tool('Bash', { command: `touch ${name}`, description: 'Make it' }), text('Made.')] },
  });
  const home = claudeHome({ apiUrl: api.url });
  const folder = path.join(userData, 'data');
  const disk = makeFolder(folder);
  const options = { userData: folder, env: home.env };
  const start = (name: string) => ({
    folder: home.project,
    message: { text: `[[touch:${name}]]`, images: [] },
    model: null,
    planFirst: false,
    trust: true,
    demo: false,
  });
  try {
    const first = await launch(options);
    await request(first.window, 'sessions.create', start('before'));
    await expect(permissionDialog(first.window)).toContainText('touch before');
    first.process.kill('SIGKILL');
    await expect.poll(() => runProcesses(folder)).toEqual([]);
    await expect.poll(() => disk.close()).toBe(0);
    const asks = readFileSync(path.join(folder, 'asks.json'), 'utf8');

    const { window, close } = await launch(options);
    const permission = permissionDialog(window);
    await expect(permission).toContainText('The app restarted while this waited');
    await expect(window.getByRole('contentinfo').getByRole('button', { name: 'What waits for you can’t be saved' })).toBeVisible();
    await permission.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(permission).toHaveCount(0);
    await request(window, 'sessions.create', start('after'));
    await expect(permission).toContainText('touch after');
    await permission.getByRole('button', { name: 'Allow once' }).click();
    await expect.poll(() => existsSync(path.join(home.project, 'after'))).toBe(true);
    expect(existsSync(path.join(home.project, 'before'))).toBe(false);
    expect(readFileSync(path.join(folder, 'asks.json'), 'utf8')).toBe(asks);
    await close();
  } finally {
    disk.remove();
    await api.close();
    await home.remove();
  }
});
