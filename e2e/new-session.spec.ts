import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, root, test } from './support/app';
import { request } from './support/bridge';
import { type ClaudeHome, claudeHome } from './support/claude-home';
import { dropFiles } from './support/drop-files';
import { startScriptedApi, text } from './support/scripted-api';
import { transcriptLog } from './support/window';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New session' });
const folder = (page: Page) => dialog(page).getByRole('textbox', { name: 'Folder' });
const folders = (page: Page) => dialog(page).getByRole('listbox', { name: 'Folders' });
const start = (page: Page) => dialog(page).getByRole('button', { name: 'Start session' });
const worktree = (page: Page) => dialog(page).getByRole('checkbox', { name: 'Start in a new git worktree' });
const axe = async (page: Page) => (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations;

const open = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New session' }).first().click();
  await expect(dialog(page)).toBeVisible();
};

function makeRepository(at: string): void {
  mkdirSync(path.join(at, 'packages/one'), { recursive: true });
  writeFileSync(path.join(at, 'packages/one/file.txt'), 'committed');
  const git = (...args: string[]) => execFileSync('git', ['-C', at, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
}

test('the folder is completed as it is typed, by keyboard, into names of any kind', async ({ launch, userData }) => {
  for (const name of ['projects/alpha', 'projects/beta 🚂', 'projects/new\nline'])
    mkdirSync(path.join(userData, name), { recursive: true });
  const { window } = await launch();
  await open(window);
  await folder(window).pressSequentially(`${userData}/proj`);
  await expect(folders(window).getByRole('option')).toHaveText([`${userData}/projects`]);
  await folder(window).press('Tab');
  await expect(folder(window)).toHaveValue(`${userData}/projects`);
  await expect(folder(window)).toBeFocused();
  await expect(folders(window)).toHaveCount(0);
  await folder(window).press('End');
  await folder(window).pressSequentially('/');
  await expect(folders(window).getByRole('option')).toHaveCount(3);
  // Esc closes the list first, then the dialog.
  await folder(window).press('Escape');
  await expect(folders(window)).toHaveCount(0);
  await expect(dialog(window)).toBeVisible();
  await folder(window).pressSequentially('b');
  await expect(folders(window).getByRole('option')).toHaveText([`${userData}/projects/beta 🚂`]);
  await folder(window).press('Enter');
  await expect(dialog(window)).toContainText('Do you trust the files in this folder?');
  await folder(window).fill(`${userData}/projects/n`);
  await folders(window)
    .getByRole('option', { name: /new␊line/ })
    .click();
  await expect(start(window)).toBeEnabled();
});

test('permission modes: the default is asking, and “all” warns and wants a time', async ({ launch, userData }) => {
  const { window } = await launch();
  await open(window);
  await folder(window).fill(userData);
  const group = dialog(window).getByRole('radiogroup', { name: 'Permission mode' });
  await expect(group.getByRole('radio', { name: 'Ask for each permission' })).toBeChecked();
  await group.getByRole('radio', { name: 'Ask for each permission' }).press('ArrowDown');
  await expect(group.getByRole('radio', { name: 'Auto-approve safe operations' })).toBeChecked();
  await expect(group).not.toContainText('you are not asked');
  await group.getByRole('radio', { name: 'Auto-approve all' }).check();
  await expect(group).toContainText('you are not asked');
  const minutes = group.getByRole('textbox', { name: 'Minutes until it asks again' });
  await expect(minutes).toHaveValue('30');
  await expect(start(window)).toBeEnabled();
  await minutes.fill('soon');
  await expect(start(window)).toBeDisabled();
  await expect(group).toContainText('Between 1 and 1440 minutes.');
});

test('starts from the person’s settings', async ({ launch, userData }) => {
  const settings = { permissionMode: 'safe', planFirst: true, allMinutes: 5, model: 'my-model' };
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(settings));
  const { window } = await launch();
  await open(window);
  await expect(dialog(window).getByRole('radio', { name: 'Auto-approve safe operations' })).toBeChecked();
  await expect(dialog(window).getByRole('checkbox', { name: 'Plan first' })).toBeChecked();
  await expect(dialog(window).getByRole('combobox', { name: 'Model' })).toHaveValue('my-model');
});

test('signalbox <folder> opens New session for it: at the first start, and in the window that is already there', async ({
  launch,
  userData,
}) => {
  for (const name of ['one', 'two']) mkdirSync(path.join(userData, name));
  const first = await launch({ words: [path.join(userData, 'one')] });
  await expect(folder(first.window)).toHaveValue(path.join(userData, 'one'));
  await dialog(first.window).getByRole('textbox', { name: 'First message' }).fill('kept');
  const executable = await first.electron.evaluate(({ app }) => app.getPath('exe'));
  const second = spawn(executable, ['--no-sandbox', '--disable-gpu', root, 'two'], {
    cwd: userData,
    env: { ...process.env, SIGNALBOX_USER_DATA: userData },
    stdio: 'ignore',
  });
  await once(second, 'exit');
  await expect(folder(first.window)).toHaveValue(path.join(userData, 'two'));
  await expect(dialog(first.window).getByRole('textbox', { name: 'First message' })).toHaveValue('kept');
  await first.window.keyboard.press('Escape');
  await first.window.reload();
  await expect(first.window.getByRole('button', { name: 'New session' }).first()).toBeVisible();
  await expect(dialog(first.window)).toHaveCount(0);
});

test('a folder dropped on the window opens New session for it; a file does nothing', async ({ launch, userData }) => {
  mkdirSync(path.join(userData, 'dropped'));
  writeFileSync(path.join(userData, 'file.txt'), '');
  const { window } = await launch();
  const target = window.getByRole('heading', { name: 'No sessions yet' });
  await dropFiles(target, [path.join(userData, 'file.txt')]);
  await expect(window.getByText('Drop a folder')).toHaveCount(0);
  await expect(dialog(window)).toHaveCount(0);
  await dropFiles(target, [path.join(userData, 'dropped')]);
  await expect(folder(window)).toHaveValue(path.join(userData, 'dropped'));
  expect(window.url()).toBe('app://signalbox/index.html');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with New session in the ${colorScheme} window`, async ({ launch, userData }) => {
    mkdirSync(path.join(userData, 'projects/alpha'), { recursive: true });
    const { window } = await launch();
    await window.emulateMedia({ colorScheme });
    await open(window);
    await folder(window).fill(userData);
    await dialog(window).getByRole('radio', { name: 'Auto-approve all' }).check();
    expect(await axe(window)).toEqual([]);
    await folder(window).fill(`${userData}/proj`);
    await expect(folders(window)).toBeVisible();
    expect(await axe(window)).toEqual([]);
  });
}

test.describe('with the real claude', () => {
  let home: ClaudeHome;
  let api: Awaited<ReturnType<typeof startScriptedApi>>;
  test.beforeEach(async () => {
    api = await startScriptedApi({ plays: { hi: [text('Hello there.')] } });
    home = claudeHome({ apiUrl: api.url });
  });
  test.afterEach(async () => {
    await api.close();
    await home.remove();
  });

  test('a session in a new worktree works there, runs no hook, and leaves it when it is closed; models and folders are known next time', async ({
    launch,
  }) => {
    makeRepository(home.project);
    const hook = path.join(home.project, '.git/hooks/post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch '${home.home}/hooked'\n`);
    chmodSync(hook, 0o755);
    const first = await launch({ env: home.env });
    await open(first.window);
    await expect(worktree(first.window)).toBeDisabled();
    await folder(first.window).fill(path.join(home.project, 'packages/one'));
    await expect(worktree(first.window)).toBeEnabled();
    await worktree(first.window).check();
    await dialog(first.window).getByRole('textbox', { name: 'First message' }).fill('[[hi]] Fix the login');
    await dialog(first.window).getByRole('checkbox', { name: 'I trust the files in this folder' }).check();
    await start(first.window).click();

    const made = path.join(`${home.project}.worktrees`, 'hi-fix-the-login');
    const log = transcriptLog(first.window);
    await expect(log).toContainText('Hello there.');
    await expect(log).toContainText(`Works in a new git worktree, ${made}, on the branch signalbox/hi-fix-the-login.`);
    const [session] = (await request(first.window, 'sessions.list')).sessions;
    expect(session?.folder).toBe(path.join(made, 'packages/one'));
    expect(readFileSync(path.join(made, 'packages/one/file.txt'), 'utf8')).toBe('committed');
    expect(existsSync(path.join(home.home, 'hooked'))).toBe(false);
    if (session) await request(first.window, 'sessions.close', { id: session.id });
    expect(existsSync(made)).toBe(true);
    await first.close();

    const second = await launch({ env: home.env });
    await open(second.window);
    const models = dialog(second.window).getByRole('combobox', { name: 'Model' }).getByRole('option');
    expect(await models.count()).toBeGreaterThan(1);
    await folder(second.window).press('ArrowDown');
    await expect(folders(second.window).getByRole('option')).toHaveText([path.join(home.project, 'packages/one')]);
    await folder(second.window).press('Enter');
    await expect(dialog(second.window)).toContainText('and you trust it');
  });

  test('what git says against a worktree is shown, with everything typed still there', async ({ launch }) => {
    execFileSync('git', ['init', '-q', home.project]);
    const { window } = await launch({ env: home.env });
    await open(window);
    await folder(window).fill(home.project);
    await worktree(window).check();
    await dialog(window).getByRole('textbox', { name: 'First message' }).fill('anything');
    await start(window).click();
    await expect(dialog(window).getByRole('alert')).toContainText('HEAD');
    await expect(dialog(window).getByRole('textbox', { name: 'First message' })).toHaveValue('anything');
    expect((await request(window, 'sessions.list')).sessions).toEqual([]);
  });
});
