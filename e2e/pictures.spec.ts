import path from 'node:path';
import type { Page } from '@playwright/test';
import type { SessionId } from '../src/shared/ids';
import { expect, root, test } from './support/app';
import { request } from './support/bridge';
import { stateOf } from './support/demo';
import { furnishHome } from './support/pictured-home';
import { permissionCard, permissionDialog, transcriptLog } from './support/window';

const home = process.env.SIGNALBOX_PICTURES ?? '';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (page: Page, name: string | RegExp) => permissionDialog(page).getByRole('button', { name, exact: true });

/** Saves one file for each colour scheme, with the pointer outside the window. */
async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(590, 735);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(root, 'docs/images', `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
}

async function start(page: Page, project: string, text: string, mode: 'ask' | 'safe' = 'ask'): Promise<SessionId> {
  const { id } = await request(page, 'sessions.create', {
    folder: path.join(home, 'projects', project),
    message: { text, images: [] },
    model: null,
    planFirst: false,
    permissions: { mode },
    trust: true,
    demo: false,
  });
  return id;
}

const idle = (page: Page, id: SessionId) => expect.poll(() => stateOf(page, id)).toBe('idle');

test('every screen', async ({ launch }) => {
  test.setTimeout(180_000);
  const env = furnishHome(home);
  const { window } = await launch({ env });

  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await expect(window.getByRole('button', { name: /^Claude Code/ })).toBeVisible();
  await picture(window, 'first-window');

  const fares = await start(window, 'tickets', 'Why is the fare to Ash Vale too high?', 'safe');
  await idle(window, fares);
  const notes = await start(window, 'station-site', 'Write the notes for 2.4');
  await expect(permissionDialog(window)).toContainText('git tag');
  await expect(button(window, 'Deny')).toBeEnabled();
  await permissionDialog(window).getByRole('textbox', { name: 'Reason for denial (optional)' }).fill('I tag it myself, after the release.');
  await button(window, 'Deny').click();
  await idle(window, notes);

  const late = await start(window, 'timetable', 'Show late trains on the board with both times');
  await expect(button(window, 'Allow once')).toBeEnabled();
  await expect(permissionDialog(window).getByText('expected', { exact: false }).first()).toBeVisible();
  await picture(window, 'permission');
  await button(window, 'Allow once').click();

  await expect(permissionDialog(window)).toContainText('npm run check');
  await expect(button(window, 'Always allow…')).toBeEnabled();
  await button(window, 'Always allow…').click();
  const composer = permissionDialog(window).getByRole('group', { name: 'Always allow' });
  await composer.getByRole('radio', { name: /Bash\(npm run \*\)/ }).check();
  await composer.getByRole('radio', { name: 'This folder' }).check();
  await picture(window, 'rule');
  await button(window, 'Allow and remember').click();
  await idle(window, late);

  const refunds = await start(window, 'tickets', 'Round refunds once, not twice');
  await expect(permissionDialog(window)).toContainText('npm run refunds');
  await window.keyboard.press('Escape');
  await start(window, 'station-site', 'Clean up the site before the release');
  await expect(permissionDialog(window)).toContainText('rm -rf build');
  await expect(button(window, 'Allow once')).toBeEnabled();
  await picture(window, 'permission-risky');
  await window.keyboard.press('Escape');

  await start(window, 'station-site', 'Let people choose their language');
  const asking = dialog(window, 'Claude is asking');
  await expect(asking.getByRole('button', { name: 'Don’t answer' })).toBeEnabled();
  await asking.getByRole('radio', { name: /In the address/ }).check();
  await asking.getByRole('checkbox', { name: /German/ }).check();
  await picture(window, 'question');
  await window.keyboard.press('Escape');

  await start(window, 'timetable', 'Move the timetable to the new feed');
  await expect(dialog(window, 'Plan ready').getByRole('button', { name: 'Approve plan' })).toBeEnabled();
  await picture(window, 'plan');
  await window.keyboard.press('Escape');
  await expect(dialog(window, 'Plan ready')).toHaveCount(0);

  await request(window, 'sessions.activate', { id: late });
  const transcript = transcriptLog(window);
  await window
    .getByRole('button', { name: /^Jump to the end$|^\d+ new$/ })
    .or(transcript.getByText('The checks pass.'))
    .first()
    .click();
  await expect(transcript).toContainText('The checks pass.');
  await transcript.hover();
  await window.mouse.wheel(0, -5_000);
  await expect(transcript.getByText('I look at how')).toBeInViewport();
  await picture(window, 'session');

  await window.keyboard.press('Control+i');
  await expect(window.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
  await picture(window, 'inbox');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);

  await window.keyboard.press('Control+k');
  await expect(dialog(window, 'Commands')).toBeVisible();
  await picture(window, 'palette');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+n');
  const creating = dialog(window, 'New session');
  await creating.getByRole('textbox', { name: 'Folder' }).fill(path.join(home, 'projects', 'feed'));
  await expect(creating).toContainText('MCP servers');
  await creating.getByRole('textbox', { name: 'First message' }).fill('Say why a train is late');
  await picture(window, 'new-session');
  await window.keyboard.press('Escape');

  const settings = dialog(window, 'Settings');
  await window.keyboard.press('Control+,');
  await expect(settings).toBeVisible();
  await picture(window, 'settings-general');
  await settings.getByRole('tab', { name: 'Permission rules' }).click();
  await expect(settings).toContainText('npm run *');
  await picture(window, 'settings-rules');
  await settings.getByRole('tab', { name: 'Timeouts' }).click();
  await settings.getByRole('combobox', { name: 'Questions: time limit' }).selectOption('5 minutes');
  await settings.getByRole('combobox', { name: 'Questions: when the time is up' }).selectOption('Answer later');
  await picture(window, 'settings-timeouts');
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: 'Decisions' }).click();
  await expect(window.getByRole('region', { name: 'Decisions' })).toContainText('git tag');
  await picture(window, 'decisions');
  await window.keyboard.press('Escape');

  await window.getByRole('tab', { name: 'Terminal', exact: true }).click();
  const terminal = window.getByRole('region', { name: 'Terminal 1', exact: true });
  await expect(terminal).toContainText('timetable $');
  await window.getByRole('textbox', { name: 'Terminal 1', exact: true }).focus();
  for (const line of ['git log --oneline', 'git diff --stat', 'npm run -s check']) {
    await window.keyboard.type(line);
    await window.keyboard.press('Enter');
  }
  await expect(terminal).toContainText('23 passed');
  await picture(window, 'terminal');
  await window.getByRole('tab', { name: 'Conversation', exact: true }).click();

  for (const [project, text] of [
    ['tickets', 'Name the days in all languages'],
    ['tickets', 'Speed up the search for stations'],
    ['timetable', 'Drop trains that left an hour ago'],
    ['station-site', 'Check the links of the help pages'],
  ] as const)
    await idle(window, await start(window, project, text));
  await request(window, 'settings.change', { sessionsAsList: true });
  await request(window, 'sessions.activate', { id: refunds });
  await expect(permissionCard(window).getByRole('button', { name: 'Allow once' })).toBeVisible();
  await picture(window, 'list');
});
