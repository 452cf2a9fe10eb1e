import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { electronPath } from '../scripts/electron-runtime.mjs';
import { expect, root, test } from './support/app';
import { demoEnv, folderOf, startDemo } from './support/demo';

interface Ran {
  readonly exit: number;
  readonly out: string;
}

/** Runs the built command as `npm run -s signalbox` does. */
const signalbox = (userData: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', SIGNALBOX_USER_DATA: userData };
    execFile(electronPath(), [path.join(root, 'out/main/command.js'), ...args], { env }, (error, out) =>
      resolve({ exit: error === null ? 0 : Number(error.code), out }),
    );
  });

test('the command finds the app, answers what waits in the window, and says when it does not run', async ({ launch, userData }) => {
  expect(await signalbox(userData, 'status', '--json')).toEqual({
    exit: 3,
    out: '{"running":false,"socket":null,"http":null,"version":null}\n',
  });
  const { window, close } = await launch({ env: demoEnv('asks') });
  await expect.poll(async () => (await signalbox(userData, 'status')).exit).toBe(0);
  const running = { running: true, socket: path.join(userData, 'signalbox.sock'), http: null, version: expect.any(String) };
  expect(JSON.parse((await signalbox(userData, 'status', '--json')).out)).toEqual(running);

  const id = await startDemo(window, 'ask Bash touch x.txt');
  await expect(window.getByRole('alertdialog', { name: 'Permission required' })).toBeVisible();
  const { pending } = JSON.parse((await signalbox(userData, 'pending', '--json')).out);
  expect(await signalbox(userData, 'allow', pending[0].requestId)).toEqual({ exit: 0, out: 'Allowed.\n' });
  await expect(window.getByRole('alertdialog', { name: 'Permission required' })).toHaveCount(0);
  await expect(window.getByText('on the command line')).toBeVisible();
  expect(existsSync(path.join(await folderOf(window, id), 'x.txt'))).toBe(true);
  expect((await signalbox(userData, 'allow', pending[0].requestId)).exit).toBe(4);

  expect((await signalbox(userData, 'open', '/tmp')).exit).toBe(0);
  await expect(window.getByRole('dialog', { name: 'New session' }).getByRole('textbox', { name: 'Folder' })).toHaveValue('/tmp');
  await close();
  expect((await signalbox(userData, 'pending')).exit).toBe(3);
  expect(existsSync(path.join(userData, 'signalbox.sock'))).toBe(false);
});
