import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, isRoot, type RunningApp, root, test } from './support/app';

const log = (userData: string): string => readFileSync(path.join(userData, 'logs/signalbox.log'), 'utf8');

const bounds = ({ electron }: RunningApp) => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());

test('the window opens again where it was left, in its size', async ({ launch }) => {
  const first = await launch();
  const left = { x: 120, y: 90, width: 900, height: 620 };
  await first.electron.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), left);
  await expect.poll(() => bounds(first)).toEqual(left);
  await first.close();
  const second = await launch();
  expect(await bounds(second)).toEqual(left);
});

test('a settings file that can’t be read is put aside, and the person is told', async ({ launch, userData }) => {
  writeFileSync(path.join(userData, 'settings.json'), '{"window":');
  const { window } = await launch();
  const notice = window.getByRole('button', { name: 'The settings file was damaged' });
  await notice.click();
  await expect(window.getByText(/was put aside as .*settings\.json\.unreadable-/)).toBeVisible();
});

test('a second start brings the first to the front and ends by itself', async ({ launch, userData }) => {
  const { electron, process: first, window } = await launch();
  const second = spawn(first.spawnfile, [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', root], {
    env: { ...process.env, SIGNALBOX_USER_DATA: userData },
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => second.on('exit', resolve));
  expect(code).toBe(0);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
});

test('another user data folder is another instance', async ({ launch, userData }) => {
  await launch();
  const other = await launch({ userData: path.join(userData, 'other') });
  await expect(other.window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
});

test('the log tells the start, the first paint and what failed in the window, without secrets', async ({
  signalbox: { window, userData },
}) => {
  await expect.poll(() => log(userData)).toContain('first paint');
  await window.evaluate(() => {
    setTimeout(() => {
      throw new Error('window broke with key sk-ant-api03-abcdefghijkl');
    });
  });
  await expect.poll(() => log(userData)).toContain('window broke with key [redacted]');
  expect(log(userData)).not.toContain('sk-ant-api03');
});

test('a page that crashes is loaded again, and the log says so', async ({ signalbox: { electron, window, userData } }) => {
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => log(userData)).toContain('page process gone');
  await expect
    .poll(() =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript('document.querySelector("h1")?.textContent')
          .catch(() => null),
      ),
    )
    .toBe('No sessions yet');
  expect(window.isClosed()).toBe(false);
});

test('an exception in the main process is logged and told, and the app goes on', async ({ signalbox: { electron, window, userData } }) => {
  await electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('main broke');
    });
  });
  await window.getByRole('button', { name: 'Something failed inside Signalbox' }).click();
  await expect(window.getByText(/main broke/)).toBeVisible();
  expect(log(userData)).toContain('uncaught exception');
});

/** Chooses an item of the menu bar, once it is there: it comes after the first paint. */
async function choose({ electron }: RunningApp, label: string): Promise<void> {
  const click = () =>
    electron.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
      const item = items.find((one) => one.label === wanted);
      item?.click();
      return item !== undefined;
    }, label);
  await expect.poll(click).toBe(true);
}

test('Copy Diagnostics in the Help menu puts a report on the clipboard', async ({ signalbox }) => {
  await choose(signalbox, 'Copy Diagnostics');
  const text = await signalbox.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toMatch(/^Signalbox \d/);
  expect(text).toContain('Log:\n');
});

test('New Session in the File menu opens the dialog', async ({ signalbox }) => {
  await choose(signalbox, 'New Session…');
  await expect(signalbox.window.getByRole('dialog', { name: 'New session' })).toBeVisible();
});
