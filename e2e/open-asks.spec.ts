import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo } from './support/demo';
import { runProcesses } from './support/processes';

test.skip(process.platform !== 'linux', 'finds processes by their environment in /proc');

test('an ask that waited when the app was killed is there again, and allowing it makes the same call', async ({ launch, userData }) => {
  const env = demoEnv('asks');
  const first = await launch({ env });
  const id = await startDemo(first.window, 'ask Bash touch after-the-crash.txt');
  await expect(first.window.getByRole('alertdialog', { name: 'Permission required' })).toBeVisible();
  const [asked] = await request(first.window, 'asks.list');
  first.process.kill('SIGKILL');
  await expect.poll(() => runProcesses(userData)).toEqual([]);

  const { window } = await launch({ env });
  await expect(window.getByRole('tab', { name: /waiting for you, 1 waiting/ })).toBeVisible();
  const again = window.getByRole('alertdialog', { name: 'Permission required' });
  await expect(again).toContainText('The app restarted while this waited');
  expect((await request(window, 'asks.list'))[0]?.id).toBe(asked?.id);
  expect(runProcesses(userData)).toEqual([]);
  await again.getByRole('button', { name: 'Allow once' }).click();
  await expect(window.getByRole('tab', { name: /idle/ })).toBeVisible();
  expect(existsSync(path.join(await folderOf(window, id), 'after-the-crash.txt'))).toBe(true);
});
