import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { actions } from '../src/shared/action';
import { expect, type RunningApp, test } from './support/app';
import { demoEnv, startDemo } from './support/demo';
import { messageField, sessionTab } from './support/window';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** Opens the palette, types, and chooses the first match. */
async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('Ctrl+K opens the commands and closes them, and Esc gives the focus back to the composer', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startDemo(window, 'hello');
  await messageField(window).focus();
  await window.keyboard.press('Control+k');
  await expect(palette(window)).toBeVisible();
  await window.keyboard.press('Control+k');
  await expect(palette(window)).toHaveCount(0);
  await window.keyboard.press('Control+k');
  await expect(palette(window)).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(messageField(window)).toBeFocused();
});

test('a few letters find an action, and Enter does it', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await command(window, 'new sess');
  await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  await command(window, 'rename');
  const title = window.getByRole('textbox', { name: 'Session title' });
  await expect(title).toBeFocused();
  await title.fill('Renamed from the palette');
  await title.press('Enter');
  await expect(sessionTab(window, /Renamed from the palette/)).toBeVisible();

  await command(window, 'plan mode');
  await expect(window.getByRole('button', { name: 'Plan mode' })).toHaveAttribute('aria-pressed', 'true');
  await window.keyboard.press('Control+k');
  await expect(palette(window).getByRole('option', { name: 'Plan mode' })).toContainText('on');
  await palette(window).getByRole('combobox').fill('no action is called this');
  await expect(palette(window)).toContainText('Nothing has this name.');
});

test('find opens from the palette and from the menu, and takes the focus', async ({ launch }) => {
  const running = await launch({ env: demoEnv('quiet') });
  const { window } = running;
  await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  const find = window.getByRole('searchbox', { name: 'Find in transcript' });
  await command(window, 'find in tr');
  await expect(find).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
  await choose(running, 'find-in-transcript');
  await expect(find).toBeFocused();
});

test('a session is found by its name and comes to the front', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startDemo(window, 'walnut');
  await startDemo(window, 'hazelnut');
  await expect(sessionTab(window, /hazelnut/)).toHaveAttribute('aria-selected', 'true');
  await command(window, 'walnu');
  await expect(sessionTab(window, /walnut/)).toHaveAttribute('aria-selected', 'true');
});

test('what can’t be done now is not offered', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await window.keyboard.press('Control+k');
  await expect(palette(window).getByRole('option', { name: 'New session' })).toBeVisible();
  for (const name of ['Rename session', 'Reopen closed session', 'Next session']) {
    await expect(palette(window).getByRole('option', { name })).toHaveCount(0);
  }
});

test('with sessions open and closed, every action is in the palette and in the menu', async ({ launch }) => {
  const { window, electron } = await launch({ env: demoEnv('asks') });
  await startDemo(window, 'hello');
  await startDemo(window, 'to be closed');
  await expect(sessionTab(window, /to be closed.*idle/)).toBeVisible();
  await sessionTab(window, /to be closed/).press('Delete');
  await expect(sessionTab(window, /to be closed/)).toHaveCount(0);
  await startDemo(window, 'ask Bash touch a.txt');
  await expect(sessionTab(window, /waiting for you/)).toBeVisible();
  await window.keyboard.press('Control+k');
  // The palette doesn't list itself, and the demo agent can't open in a terminal.
  const titles = actions.filter(({ id }) => id !== 'commands' && id !== 'continue-in-terminal').map(({ title }) => title);
  for (const title of titles) await expect(palette(window).getByText(title, { exact: true })).toBeAttached();
  const labels = () =>
    electron.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items.map(({ label }) => label) ?? []),
    );
  await expect.poll(labels).toEqual(expect.arrayContaining(actions.map(({ label }) => label)));
});

/** Chooses an item of the menu bar. The menu appears after the first paint. */
async function choose({ electron }: RunningApp, id: string): Promise<void> {
  const isThere = () => electron.evaluate(({ Menu }, wanted) => Boolean(Menu.getApplicationMenu()?.getMenuItemById(wanted)), id);
  await expect.poll(isThere).toBe(true);
  // It must run once, even if the result is lost and requested again.
  await electron.evaluate(
    ({ Menu }, [wanted, time]) => {
      if (Reflect.get(globalThis, 'chosen') === time) return;
      Reflect.set(globalThis, 'chosen', time);
      Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click();
    },
    [id, randomUUID()] as const,
  );
}

test('the menu does what the palette does', async ({ launch }) => {
  const running = await launch({ env: demoEnv('quiet') });
  await choose(running, 'start-demo');
  await expect(sessionTab(running.window, /./)).toHaveCount(1);
  await choose(running, 'commands');
  await expect(palette(running.window)).toBeVisible();
  // Nothing opens over a dialog.
  await choose(running, 'keyboard-shortcuts');
  await running.window.keyboard.press('Escape');
  await expect(running.window.getByRole('dialog')).toHaveCount(0);
  await choose(running, 'keyboard-shortcuts');
  await expect(running.window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('Ctrl+/ shows every shortcut there is', async ({ signalbox: { window } }) => {
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await window.keyboard.press('Control+/');
  const sheet = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const { title } of actions.filter(({ shortcut }) => shortcut))
    await expect(sheet.locator('dt').getByText(title, { exact: true })).toBeAttached();
  await window.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('diagnostics are copied, and a toast says so', async ({ signalbox: { window, electron } }) => {
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await command(window, 'copy diag');
  await expect(window.getByText('Diagnostics copied').first()).toBeVisible();
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^Signalbox \d/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with the commands and the shortcuts in the ${colorScheme} window`, async ({ launch }) => {
    const { window } = await launch({ env: demoEnv('asks') });
    await window.emulateMedia({ colorScheme });
    const audit = async () => (await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations;
    await startDemo(window, 'ask Bash touch a.txt');
    await expect(sessionTab(window, /waiting for you/)).toBeVisible();
    await window.keyboard.press('Control+k');
    await expect(palette(window)).toBeVisible();
    expect(await audit()).toEqual([]);
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+/');
    await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await audit()).toEqual([]);
  });
}
