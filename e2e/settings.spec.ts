import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { oldVersion, presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { expect, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { permissionDialog, transcriptLog } from './support/window';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

async function open(page: Page, section = 'General') {
  await page.getByRole('button', { name: 'Settings' }).click();
  await dialog(page).getByRole('tab', { name: section }).click();
  return dialog(page);
}

/** The theme of the window and of the native parts around it. */
async function themes({ electron, window }: RunningApp) {
  const native = await electron.evaluate(({ BrowserWindow, nativeTheme }) => ({
    source: nativeTheme.themeSource,
    background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
  }));
  const page = await window.evaluate(() => ({
    attribute: document.documentElement.dataset.theme,
    ground: getComputedStyle(document.body).backgroundColor,
  }));
  return { ...native, ...page };
}
const dark = { source: 'dark', background: '#16181d', attribute: 'dark', ground: 'rgb(22, 24, 29)' };
const light = { source: 'light', background: '#fbfbfc', attribute: 'light', ground: 'rgb(251, 251, 252)' };

test('the theme and the size of text change at once, and the next start has them from its first frame', async ({ launch }) => {
  const first = await launch();
  const settings = await open(first.window);
  await settings.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(() => themes(first)).toEqual(light);
  await settings.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(() => themes(first)).toEqual(dark);
  const fontSize = settings.getByRole('spinbutton', { name: 'Font size' });
  await fontSize.fill('16');
  await expect(first.window.locator('body')).toHaveCSS('font-size', '16px');
  await fontSize.fill('99');
  await expect(settings.getByRole('alert')).toHaveText('A whole number from 11 to 20, please.');
  await fontSize.blur();
  await expect(fontSize).toHaveValue('16');
  await first.close();

  const second = await launch();
  // The page as served, before any script runs in it.
  const served = await second.window.evaluate(async () => (await fetch(location.href)).text());
  expect(served).toContain('<html lang="en" data-theme="dark" data-font-size="16">');
  expect(await themes(second)).toEqual(dark);
  await expect(second.window.locator('body')).toHaveCSS('font-size', '16px');
});

test('the menu opens Settings, the arrow keys go through its sections, and Esc gives the focus back', async ({ signalbox }) => {
  const { electron, window } = signalbox;
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await window.getByRole('button', { name: 'Settings' }).focus();
  const settingsInMenu = () =>
    electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      const item = items.find(({ label }) => label === 'Settings…');
      item?.click();
      return item?.accelerator;
    });
  await expect.poll(settingsInMenu).toBe('CmdOrCtrl+,');
  await expect(dialog(window).getByRole('tab', { name: 'General' })).toBeFocused();
  await window.keyboard.press('ArrowDown');
  await expect(dialog(window).getByRole('tabpanel', { name: 'Claude' })).toBeVisible();
  await window.keyboard.press('End');
  await expect(dialog(window).getByRole('tabpanel', { name: 'Data' })).toContainText(signalbox.userData);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toHaveCount(0);
  await expect(window.getByRole('button', { name: 'Settings' })).toBeFocused();
});

test('a path of claude is tried before it is needed, and found as soon as it is chosen', async ({ launch, userData }) => {
  const real = presentClaudeVersions()[oldVersion] ?? '';
  const { window } = await launch({ env: { SIGNALBOX_CLAUDE: '', PATH: userData, HOME: userData, SHELL: '/bin/false' } });
  const settings = await open(window, 'Claude');
  await expect(settings).toContainText('Claude Code was not found on this computer');
  const field = settings.getByRole('textbox', { name: 'Path of claude' });
  await field.fill('/no/such/claude');
  await settings.getByRole('button', { name: 'Test' }).click();
  await expect(settings.getByText('/no/such/claude does not exist.', { exact: true })).toBeVisible();
  await expect(settings).toContainText('The claude named in Settings can’t be run');
  await field.fill(real);
  await settings.getByRole('button', { name: 'Test' }).click();
  await expect(settings.getByText(`It works: Claude Code ${oldVersion}.`)).toBeVisible();
  await expect(settings.getByRole('definition').filter({ hasText: real })).toBeVisible();
  await expect(settings.getByRole('definition').filter({ hasText: 'The path below' })).toBeVisible();
});

test('a version that was never seen is tried; if it lacks an option, the session says what to update', async ({ launch, userData }) => {
  const claude = path.join(userData, 'claude');
  const script = `if [ "$1" = --version ]; then echo 99.0.0; else echo "error: unknown option '--verbose'" >&2; exit 1; fi`;
  writeFileSync(claude, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { window } = await launch({ env: { SIGNALBOX_CLAUDE: claude } });
  const settings = await open(window, 'Claude');
  await expect(settings.getByRole('definition').filter({ hasText: '99.0.0' })).toBeVisible();
  await expect(settings).not.toContainText('tested');
  await window.keyboard.press('Escape');
  const message = { text: 'hello', images: [] };
  await request(window, 'sessions.create', { folder: userData, message, model: null, planFirst: false, trust: false, demo: false });
  await expect(window.getByRole('alert')).toContainText(
    "Claude Code 99.0.0 lacks something that Signalbox needs (error: unknown option '--verbose'). Update it with “claude update”",
  );
});

test('the environment variable wins over the path, and Settings says so', async ({ signalbox: { window } }) => {
  const settings = await open(window, 'Claude');
  await settings.getByRole('textbox', { name: 'Path of claude' }).fill('/no/such/claude');
  // Closing the dialog saves the typed value.
  await window.keyboard.press('Escape');
  await expect.poll(async () => (await request(window, 'settings.get')).claudePath).toBe('/no/such/claude');
  await open(window, 'Claude');
  await expect(settings.getByText('The environment variable SIGNALBOX_CLAUDE, which wins over the path below')).toBeVisible();
  await expect(settings.getByRole('definition').filter({ hasText: oldVersion })).toBeVisible();
});

test('what is chosen for timeouts, notifications and new sessions is on disk at once', async ({ signalbox: { window, userData } }) => {
  const settings = await open(window, 'Timeouts');
  await settings.getByRole('combobox', { name: 'Questions: time limit' }).selectOption('5 minutes');
  await settings.getByRole('combobox', { name: 'Questions: when the time is up' }).selectOption('Answer later');
  await settings.getByRole('combobox', { name: 'Permissions: time limit' }).selectOption('Other…');
  await settings.getByRole('spinbutton', { name: 'Permissions: minutes' }).fill('45');
  await settings.getByRole('combobox', { name: 'Permissions: when the time is up' }).selectOption('Deny');
  await expect(settings.getByRole('combobox', { name: 'Plans: when the time is up' })).toBeDisabled();
  await settings.getByRole('tab', { name: 'Notifications' }).click();
  await settings.getByRole('checkbox', { name: 'When a session has finished its turn' }).check();
  await settings.getByRole('tab', { name: 'General' }).click();
  await settings.getByRole('radio', { name: 'Auto-approve safe operations' }).check();
  const none = { minutes: null, policy: 'wait' };
  const onDisk = (): unknown => JSON.parse(readFileSync(path.join(userData, 'settings.json'), 'utf8'));
  await expect.poll(onDisk).toMatchObject({
    timeouts: { permission: { minutes: 45, policy: 'deny' }, question: { minutes: 5, policy: 'late' }, plan: none },
    notifications: { asks: true, finished: true, failed: true },
    permissionMode: 'safe',
  });
});

test('a shortcut is recorded by pressing it, and Esc while recording changes nothing', async ({ signalbox: { window } }) => {
  const settings = await open(window, 'Shortcuts');
  const shortcut = async () => (await request(window, 'settings.get')).globalShortcut;
  await settings.getByRole('button', { name: 'Record shortcut' }).click();
  await window.keyboard.press('Escape');
  await expect(settings.getByRole('button', { name: 'Record shortcut' })).toBeVisible();
  expect(await shortcut()).toBeNull();
  await settings.getByRole('button', { name: 'Record shortcut' }).click();
  await window.keyboard.press('Control+Alt+KeyJ');
  await expect.poll(shortcut).toBe('Control+Alt+J');
  await settings.getByRole('button', { name: 'Turn off' }).click();
  await expect.poll(shortcut).toBeNull();
});

test('every decision is listed, newest first, and found by what it was about', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const card = window.getByRole('group', { name: /Permission request/ });
  const dialog = permissionDialog(window);
  await startDemo(window, 'ask Bash touch first.txt');
  await dialog.getByRole('button', { name: 'Allow once' }).click();
  await expect(window.getByRole('tab', { name: /idle/ })).toBeVisible();
  await startDemo(window, 'ask Bash touch second.txt');
  await expect(dialog).toBeVisible();
  await window.keyboard.press('Escape');
  await card.getByRole('textbox', { name: 'Reason for denial (optional)' }).fill('not that one');
  await card.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(card).toContainText('Denied in the card');

  await window.getByRole('button', { name: 'Decisions' }).click();
  const decisions = window.getByRole('region', { name: 'Decisions' });
  const rows = decisions.getByRole('listitem');
  await expect(rows).toHaveText([/^Denied.*second\.txt.*in the card.*“not that one”/, /^Allowed.*first\.txt.*in the dialog/]);
  await decisions.getByRole('searchbox', { name: 'Search decisions' }).fill('FIRST');
  await expect(rows).toHaveText([/^Allowed.*first\.txt/]);
  await decisions.getByRole('searchbox').fill('nothing of the kind');
  await expect(decisions.getByRole('status')).toHaveText('No decision has that in it.');
  // The next search removes the error about a text that is too long.
  await decisions.getByRole('searchbox').fill('far too long '.repeat(100));
  await expect(decisions.getByRole('alert')).toBeVisible();
  await decisions.getByRole('searchbox').fill('FIRST');
  await expect(rows).toHaveText([/^Allowed.*first\.txt/]);
  await expect(decisions.getByRole('alert')).toHaveCount(0);
  expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([]);
});

test('the focus stays on what brings earlier decisions, and on the permission mode, when they are used', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const id = await startDemo(window, 'hello');
  await expect.poll(() => stateOf(window, id)).toBe('idle');
  const mode = window.getByRole('combobox', { name: 'Permission mode' });
  await mode.focus();
  await window.keyboard.press('ArrowDown');
  await expect(mode).toHaveValue('safe');
  await expect(mode).toBeFocused();

  await request(window, 'sessions.setPermissions', { id, choice: { mode: 'all', minutes: 30 } });
  await request(window, 'sessions.send', { id, message: { text: 'asks 205', images: [] } });
  // Two hundred commands in a row take longer than the usual limit.
  await expect(transcriptLog(window)).toContainText('All 205 are answered.', { timeout: 90_000 });
  await window.getByRole('button', { name: 'Decisions' }).click();
  const earlier = window.getByRole('button', { name: 'Show earlier decisions' });
  await earlier.press('Enter');
  await expect(window.getByRole('region', { name: 'Decisions' }).getByRole('listitem')).toHaveCount(200);
  await expect(earlier).toBeFocused();
});

test('a rule that decides is listed, found, named in the decisions, and asks again once it is revoked', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const card = window.getByRole('group', { name: /Permission request/ });
  await startDemo(window, 'ask Bash touch first.txt');
  await expect(card).toBeVisible();
  for (const { id } of await request(window, 'asks.list')) {
    const remember = { tool: 'Bash', content: 'touch *', scope: 'everywhere', inClaude: false } as const;
    await request(window, 'asks.decide', { id, decision: { answer: 'allow' }, surface: 'card', remember });
  }
  await startDemo(window, 'ask Bash touch second.txt');
  await expect(window.getByRole('tab', { name: /idle/ })).toHaveCount(2);
  await window.getByRole('button', { name: 'Decisions' }).click();
  await expect(window.getByRole('region', { name: 'Decisions' }).getByRole('listitem').first()).toContainText('by rule Bash(touch *)');
  await window.keyboard.press('Escape');

  const settings = await open(window, 'Permission rules');
  const rules = settings.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  await expect(rules).toHaveText([/^Allow Bash\(touch \*\)Everywhere · just now/]);
  const search = settings.getByRole('searchbox', { name: 'Search rules' });
  await search.fill('npm');
  await expect(rules).toHaveCount(0);
  await search.fill('everywhere touch');
  await expect(rules).toHaveCount(1);
  const revoke = settings.getByRole('button', { name: 'Revoke Bash(touch *)' });
  await revoke.click();
  await settings.getByRole('button', { name: 'Keep' }).click();
  await expect(revoke).toBeFocused();
  await revoke.click();
  await expect(settings.getByRole('button', { name: 'Revoke rule' })).toBeFocused();
  await settings.getByRole('button', { name: 'Revoke rule' }).click();
  await expect(settings).toContainText('No rules yet');
  await window.keyboard.press('Escape');
  await startDemo(window, 'ask Bash touch third.txt');
  await expect(card).toContainText('third.txt');
});

for (const theme of ['Light', 'Dark']) {
  test(`axe finds nothing wrong in any section of the ${theme.toLowerCase()} settings`, async ({ signalbox: { window } }) => {
    // It runs one audit per section.
    test.slow();
    const settings = await open(window);
    await settings.getByRole('radio', { name: theme }).check();
    await expect(window.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    for (const tab of await settings.getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      const audit = new AxeBuilder({ page: window }).setLegacyMode(true).include('[role=dialog]');
      expect((await audit.analyze()).violations).toEqual([]);
    }
  });
}
