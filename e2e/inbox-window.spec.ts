import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startVirtualDisplay } from '../scripts/display.mjs';
import type { RunningApp } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { type DesktopFixtures, expect, test as onDesktop } from './support/desktop';
import { permissionDialog, transcriptLog } from './support/window';

interface Fixtures {
  /** Its own display, because apps on one display take keys and focus from each other. */
  readonly display: string;
  /** The bus has no notification daemon, so nothing could be answered in a notification. */
  readonly start: DesktopFixtures['onBus'];
  /** Presses keys like a real keyboard, whichever window is in front. */
  readonly press: (keys: string) => void;
}

const test = onDesktop.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  display: async ({}, use) => {
    const { name, stop } = await startVirtualDisplay();
    await use(name);
    stop();
  },
  start: async ({ display, onBus }, use) => use((options = {}) => onBus({ ...options, env: { DISPLAY: display, ...options.env } })),
  press: async ({ display }, use) =>
    use((keys) => void execFileSync('xdotool', ['key', keys], { env: { ...process.env, DISPLAY: display } })),
});

test.skip(process.platform !== 'linux', 'notifications of macOS and Windows have buttons');

/** The system's facts about the window of a page. */
async function seen({ electron }: RunningApp, page: Page) {
  const window = await electron.browserWindow(page);
  return window.evaluate((one) => ({ visible: one.isVisible(), focused: one.isFocused(), onTop: one.isAlwaysOnTop() }));
}
const inFront = { visible: true, focused: true, onTop: true };
const isVisible = async (app: RunningApp, page: Page) => (await seen(app, page)).visible;

async function chooseKeys({ electron, window }: RunningApp): Promise<void> {
  await request(window, 'settings.change', { globalShortcut: 'Control+Alt+J' });
  await expect.poll(() => electron.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+J'))).toBe(true);
}

/** Presses the keys for the first time. */
async function openInbox(app: RunningApp, press: Fixtures['press']): Promise<Page> {
  const opened = app.electron.waitForEvent('window');
  press('ctrl+alt+j');
  const inbox = await opened;
  await expect(inbox.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
  await expect.poll(() => seen(app, inbox)).toEqual(inFront);
  // It fills the window: its styles are there.
  expect(await inbox.getByRole('region').boundingBox()).toEqual({ x: 0, y: 0, width: 480, height: 600 });
  return inbox;
}

const hideMain = async ({ electron, window }: RunningApp) => (await electron.browserWindow(window)).evaluate((one) => one.hide());

test('the shortcut opens the inbox on top; A allows the oldest, the tool runs, and the window goes when nothing is left', async ({
  start,
  press,
}) => {
  const app = await start({ env: demoEnv('asks') });
  await chooseKeys(app);
  const first = await startDemo(app.window, 'ask Bash touch one.txt');
  await expect.poll(() => stateOf(app.window, first)).toBe('waiting');
  const second = await startDemo(app.window, 'ask Bash touch two.txt');
  await expect.poll(() => stateOf(app.window, second)).toBe('waiting');
  await hideMain(app);

  const inbox = await openInbox(app, press);
  const rows = inbox.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole('button')).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await inbox.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page: inbox }).setLegacyMode(true).analyze()).violations).toEqual([]);
  }
  expect(await isVisible(app, app.window)).toBe(false);
  press('a');
  const folder = await folderOf(app.window, first);
  await expect.poll(() => existsSync(path.join(folder, 'one.txt'))).toBe(true);
  await expect(rows).toHaveCount(1);
  expect(await seen(app, inbox)).toEqual(inFront);

  await expect(rows.first()).toContainText('two.txt');
  await expect
    .poll(async () => {
      // A row that has just moved under the keys is not answered yet.
      if (await rows.count()) press('d');
      return stateOf(app.window, second);
    })
    .toBe('idle');
  await expect.poll(() => isVisible(app, inbox)).toBe(false);
  const decided = await request(app.window, 'ledger.decisions', { limit: 10 });
  expect(decided.map(({ decision, surface }) => [decision, surface])).toEqual([
    ['deny', 'inbox'],
    ['allow', 'inbox'],
  ]);
});

test('Esc puts it away, the keys bring the same window back with what was begun, and Show session goes to the main window', async ({
  start,
  press,
}) => {
  const app = await start({ env: demoEnv('asks') });
  await chooseKeys(app);
  const marked = await startDemo(app.window, 'ask Bash rm -rf build');
  await expect.poll(() => stateOf(app.window, marked)).toBe('waiting');
  await startDemo(app.window, 'hello');
  await hideMain(app);

  const inbox = await openInbox(app, press);
  const row = inbox.getByRole('listitem');
  // For a marked call, the key for Allow only opens the row.
  await expect
    .poll(async () => {
      if ((await row.getByRole('textbox').count()) === 0) press('a');
      return row.getByRole('textbox', { name: 'Reason for denial (optional)' }).isVisible();
    })
    .toBe(true);
  expect(await stateOf(app.window, marked)).toBe('waiting');
  await inbox.getByRole('textbox', { name: 'Reason for denial (optional)' }).fill('not that one');
  press('Escape');
  await expect(row.getByRole('button', { name: /rm -rf/ })).toBeFocused();
  press('Escape');
  await expect.poll(() => isVisible(app, inbox)).toBe(false);

  press('ctrl+alt+j');
  await expect.poll(() => seen(app, inbox)).toEqual(inFront);
  await expect(row.getByRole('button', { expanded: true })).toHaveCount(0);
  await row.getByRole('button', { name: /rm -rf/ }).click();
  await expect(inbox.getByRole('textbox', { name: 'Reason for denial (optional)' })).toHaveValue('not that one');
  await expect(async () => {
    if (!(await isVisible(app, app.window))) await inbox.getByRole('button', { name: 'Show session' }).click({ timeout: 1_000 });
    expect(await isVisible(app, app.window)).toBe(true);
  }).toPass();
  await expect.poll(() => isVisible(app, inbox)).toBe(false);
  await expect.poll(async () => (await request(app.window, 'sessions.list')).active).toBe(marked);
  await expect(permissionDialog(app.window)).toContainText('rm -rf build');
  // The second window did not change the state of the first one.
  await expect(transcriptLog(app.window)).toContainText('rm -rf build');
});

test('it goes when another window gets the focus, and does not keep the app alive when the main one is closed', async ({
  start,
  press,
}) => {
  const app = await start({ env: demoEnv('asks') });
  await chooseKeys(app);
  const inbox = await openInbox(app, press);
  await expect(inbox.getByText('Nothing waits for you.')).toBeVisible();
  await (await app.electron.browserWindow(app.window)).evaluate((one) => one.focus());
  await expect.poll(() => isVisible(app, inbox)).toBe(false);
  await (await app.electron.browserWindow(app.window)).evaluate((one) => one.close());
  await expect.poll(() => app.process.exitCode).toBe(0);
});
