import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRoot, type RunningApp, root } from './support/app';
import { request } from './support/bridge';
import { startPanel } from './support/dbus-tray';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { expect, test } from './support/desktop';
import { runProcesses } from './support/processes';

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

test('many notices at once stay in their one line, each to be opened', async ({ launch, userData }) => {
  for (const name of ['settings', 'sessions', 'drafts', 'rules', 'asks', 'window']) writeFileSync(path.join(userData, `${name}.json`), '{');
  const { window } = await launch();
  const damaged = window.getByRole('contentinfo').getByRole('button', { name: /file was damaged$/ });
  await expect.poll(() => damaged.count()).toBeGreaterThan(4);
  const fits = (element: Element) => element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth;
  expect(await window.getByRole('contentinfo').evaluate(fits)).toBe(true);
  expect(await damaged.evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight))).not.toContain(
    false,
  );
  await damaged.last().click();
  await expect(window.getByText(/was put aside as .*\.json\.unreadable-/).filter({ visible: true })).toHaveCount(1);
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

/** Chooses an item of the menu bar. The menu appears after the first paint. */
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

/** Closes the window as the button in the title bar does. */
const closeWindow = ({ electron }: RunningApp) => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const windows = ({ electron }: RunningApp) => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const ended = ({ process }: RunningApp) => process.exitCode !== null || process.signalCode !== null;

/** From now on answers the system's own dialogs, and records their texts. */
async function answerDialogs({ electron }: RunningApp, response: number): Promise<() => Promise<readonly string[]>> {
  const said = await electron.evaluateHandle(({ dialog }, answer) => {
    const details: string[] = [];
    dialog.showMessageBox = async (...args: unknown[]) => {
      const options = Object(args.at(-1));
      details.push(String(options.detail));
      return { response: answer, checkboxChecked: false };
    };
    return details;
  }, response);
  return () => said.jsonValue();
}

test.describe('on a Linux desktop', () => {
  test.skip(process.platform !== 'linux', 'with a session bus of its own');

  test('closing the window leaves sessions running in the tray, says so once, and the tray brings it back', async ({
    notifications,
    panel,
    onBus,
    userData,
  }) => {
    const app = await onBus({ env: demoEnv('asks') });
    await startDemo(app.window, 'ask Bash touch a.txt');
    await expect.poll(async () => (await panel.menu())[0]?.label).toBe('1 waiting');
    await closeWindow(app);
    await expect.poll(() => windows(app)).toBe(0);
    const told = () => notifications.asked.filter(({ title }) => title === 'Signalbox goes on in the tray').length;
    await expect.poll(told).toBe(1);
    expect(runProcesses(userData)).toHaveLength(1);

    const opened = app.electron.waitForEvent('window');
    await panel.click('New session…');
    const again = await opened;
    await expect(again.getByRole('dialog', { name: 'New session' })).toBeVisible();
    await closeWindow(app);
    await expect.poll(() => windows(app)).toBe(0);
    expect(told()).toBe(1);
  });

  test('without a tray that is said once, and closing the window quits', async ({ onBus }) => {
    const first = await onBus();
    await expect(first.window.getByRole('button', { name: 'No tray on this desktop' })).toBeVisible();
    await closeWindow(first);
    await expect.poll(() => ended(first)).toBe(true);
    const second = await onBus();
    await expect.poll(() => log(second.userData).match(/desktop ready/g)?.length).toBe(2);
    await expect(second.window.getByRole('button', { name: 'No tray on this desktop' })).toHaveCount(0);
  });

  test('a tray that comes later is used', async ({ bus, onBus }) => {
    const { window } = await onBus();
    await expect(window.getByRole('button', { name: 'No tray on this desktop' })).toBeVisible();
    const panel = await startPanel(bus);
    await expect.poll(async () => (await panel.menu())[0]?.label).toBe('0 waiting');
    await expect(window.getByRole('button', { name: 'No tray on this desktop' })).toHaveCount(0);
  });

  test('quitting with sessions at work says what will happen, and can be thought better of', async ({ panel, onBus }) => {
    const app = await onBus({ env: demoEnv('asks') });
    const waiting = await startDemo(app.window, 'ask Bash touch a.txt');
    await expect.poll(() => stateOf(app.window, waiting)).toBe('waiting');
    await expect.poll(async () => (await panel.menu())[0]?.label).toBe('1 waiting');
    const said = await answerDialogs(app, 1);
    await panel.click('Quit');
    await expect.poll(said).toEqual(['1 request is waiting for your answer. It comes back at the next start.']);
    expect(await stateOf(app.window, waiting)).toBe('waiting');
    await answerDialogs(app, 0);
    await panel.click('Quit');
    await expect.poll(() => ended(app)).toBe(true);
  });

  test('closing the only window of a desktop without a tray asks too', async ({ onBus }) => {
    const app = await onBus({ env: demoEnv('asks') });
    const waiting = await startDemo(app.window, 'ask Bash touch a.txt');
    await expect.poll(() => stateOf(app.window, waiting)).toBe('waiting');
    const said = await answerDialogs(app, 1);
    await closeWindow(app);
    await expect.poll(async () => (await said()).length).toBe(1);
    expect(await windows(app)).toBe(1);
    await answerDialogs(app, 0);
    await closeWindow(app);
    await expect.poll(() => ended(app)).toBe(true);
  });

  test('the chosen keys bring the inbox to the front, and keys that can’t be had are named', async ({ notifications, onBus }) => {
    const app = await onBus();
    await request(app.window, 'settings.change', { globalShortcut: 'Control+Alt+J' });
    await expect.poll(() => app.electron.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+J'))).toBe(true);
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    execFileSync('xdotool', ['key', 'ctrl+alt+j']);
    await expect.poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await expect(app.window.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
    expect([await windows(app), notifications.asked]).toEqual([1, []]);
    await request(app.window, 'settings.change', { globalShortcut: 'no such keys' });
    await expect(app.window.getByRole('button', { name: 'no such keys can’t be used' })).toBeVisible();
    await request(app.window, 'settings.change', { globalShortcut: null });
    await expect(app.window.getByRole('button', { name: 'no such keys can’t be used' })).toHaveCount(0);
  });

  test('starting at login is an entry in the autostart folder, as long as it is wanted', async ({ launch, userData }) => {
    const { window } = await launch({ env: { XDG_CONFIG_HOME: userData } });
    const entry = path.join(userData, 'autostart/signalbox.desktop');
    await expect.poll(() => log(userData)).toContain('desktop ready');
    await request(window, 'settings.change', { startAtLogin: true });
    expect(readFileSync(entry, 'utf8')).toContain(`Exec="`);
    await request(window, 'settings.change', { startAtLogin: false });
    expect(existsSync(entry)).toBe(false);
  });
});
