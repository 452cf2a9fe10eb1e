import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo } from './support/demo';
import { runProcesses } from './support/processes';
import { permissionDialog } from './support/window';

test.skip(process.platform !== 'linux', 'finds processes by their environment in /proc');

/** The demo agent's transcripts. */
function transcripts(userData: string): string[] {
  const folder = path.join(userData, 'demo', 'claude');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return files.filter((file) => file.endsWith('.jsonl')).map((file) => path.join(folder, file));
}

test('an ask that waited when the app was killed is there again, and allowing it makes the same call', async ({ launch, userData }) => {
  const env = demoEnv('asks');
  const first = await launch({ env });
  const id = await startDemo(first.window, 'ask Bash touch after-the-crash.txt');
  await expect(permissionDialog(first.window)).toBeVisible();
  const [asked] = await request(first.window, 'asks.list');
  // Like the CLI, the agent writes a call to its transcript a moment after it asks. A call that it never wrote can't be made again.
  await expect
    .poll(() => transcripts(userData).some((file) => readFileSync(file, 'utf8').includes(asked?.toolUseId ?? 'no call')))
    .toBe(true);
  first.process.kill('SIGKILL');
  await expect.poll(() => runProcesses(userData)).toEqual([]);

  const { window } = await launch({ env });
  await expect(window.getByRole('tab', { name: /waiting for you, 1 waiting/ })).toBeVisible();
  const again = permissionDialog(window);
  await expect(again).toContainText('The app restarted while this waited');
  expect((await request(window, 'asks.list'))[0]?.id).toBe(asked?.id);
  expect(runProcesses(userData)).toEqual([]);
  await again.getByRole('button', { name: 'Allow once' }).click();
  await expect(window.getByRole('tab', { name: /idle/ })).toBeVisible();
  expect(existsSync(path.join(await folderOf(window, id), 'after-the-crash.txt'))).toBe(true);
});
