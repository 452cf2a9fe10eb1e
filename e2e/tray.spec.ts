import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { oldVersion, presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import type { TrayItem } from './support/dbus-tray';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { expect, test } from './support/desktop';
import { startScriptedApi, text, together, tool } from './support/scripted-api';

test.skip(process.platform !== 'linux', 'reads the tray over D-Bus');

const labels = (items: readonly TrayItem[]): readonly string[] => items.map(({ label }) => label).filter(Boolean);
/** The label consists of the session's title and the one-line summary. */
async function labelOfAsk(window: Page): Promise<string> {
  const { sessions } = await request(window, 'sessions.list');
  const [ask] = await request(window, 'asks.list');
  return `${sessions.find(({ id }) => id === ask?.sessionId)?.title}: ${ask?.summary}`;
}

const usual = ['New session…', 'Do not disturb', 'Show Signalbox', 'Quit'];

test('the menu lists what the real claude waits for; Allow once in it makes the tool run, and the item goes away', async ({
  panel,
  onBus,
}) => {
  const api = await startScriptedApi({
    plays: {
      touch: [together(text('I will.'), tool('Bash', { command: 'touch from-tray.txt', description: 'Create a file' })), text('Done.')],
    },
  });
  const home = claudeHome({ apiUrl: api.url });
  try {
    const { window, close } = await onBus({ env: { ...home.env, SIGNALBOX_CLAUDE: presentClaudeVersions()[oldVersion] } });
    await expect.poll(async () => labels(await panel.menu())).toEqual(['0 waiting', ...usual]);
    const { id } = await request(window, 'sessions.create', {
      folder: home.project,
      message: { text: '[[touch]] create the file', images: [] },
      model: null,
      planFirst: false,
      trust: true,
      demo: false,
    });
    await expect.poll(() => stateOf(window, id), { timeout: 30_000 }).toBe('waiting');
    const ask = await labelOfAsk(window);
    expect(ask).toContain('touch from-tray.txt');
    await expect.poll(async () => labels(await panel.menu())).toEqual(['1 waiting', ask, ...usual]);
    const menu = await panel.menu();
    expect(labels(menu.find(({ label }) => label === ask)?.items ?? [])).toEqual(['Allow once', 'Deny', 'Show']);
    expect(await panel.tooltip()).toBe('Signalbox: 1 waiting');

    await panel.click(ask, 'Allow once');
    await expect.poll(() => existsSync(path.join(home.project, 'from-tray.txt'))).toBe(true);
    await expect.poll(async () => labels(await panel.menu())).toEqual(['0 waiting', ...usual]);
    await expect.poll(() => stateOf(window, id), { timeout: 20_000 }).toBe('idle');
    await close();
  } finally {
    await api.close();
    await home.remove();
  }
});

test('a call that deserves a second look can be denied or shown, not allowed', async ({ panel, onBus }) => {
  const { window } = await onBus({ env: demoEnv('asks') });
  const id = await startDemo(window, 'ask Bash rm -rf a_b && echo done');
  await expect.poll(() => stateOf(window, id)).toBe('waiting');
  const ask = await labelOfAsk(window);
  expect(ask).toContain('rm -rf a_b && echo done');
  await expect.poll(async () => labels(await panel.menu())).toContain(ask);
  const menu = await panel.menu();
  expect(labels(menu.find(({ label }) => label === ask)?.items ?? [])).toEqual(['Deny', 'Show']);
  await panel.click(ask, 'Deny');
  await expect.poll(() => stateOf(window, id)).toBe('idle');
});

test('what is no text in a command ends neither the app nor its notifications', async ({ panel, notifications, onBus }) => {
  const app = await onBus({ env: demoEnv('asks') });
  await expect.poll(async () => (await panel.menu()).length).toBeGreaterThan(0);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const id = await startDemo(app.window, 'ask Bash touch a\u0000b\uffff');
  await expect.poll(() => notifications.asked.map(({ body }) => body)).toEqual(['Runs `touch a⟨U+0000⟩b⟨U+FFFF⟩`']);
  await expect.poll(async () => labels(await panel.menu())).toContain('ask Bash touch a⟨U+0000⟩b⟨U+FFFF⟩: Runs `touch a⟨U+0000⟩b⟨U+FFFF⟩`');
  expect(await stateOf(app.window, id)).toBe('waiting');
  expect(app.process.exitCode).toBe(null);
});

test('Do not disturb in the menu is the one in the settings', async ({ panel, onBus }) => {
  const { window } = await onBus();
  const checked = async () => (await panel.menu()).find(({ label }) => label === 'Do not disturb')?.checked;
  await expect.poll(checked).toBe(false);
  await panel.click('Do not disturb');
  await expect.poll(checked).toBe(true);
  expect((await request(window, 'settings.get')).doNotDisturb).toBe(true);
});

test('the badge is the number of what waits', async ({ bus, panel, onBus }) => {
  const counts: unknown[] = [];
  bus.bus.connection.on('message', ({ member, body }) => {
    if (member === 'Update') counts.push(body);
  });
  await bus.bus.addMatch(`type='signal',interface='com.canonical.Unity.LauncherEntry'`);
  const { window } = await onBus({ env: demoEnv('asks') });
  await expect.poll(async () => (await panel.menu()).length).toBeGreaterThan(0);
  const id = await startDemo(window, 'ask Bash touch a.txt');
  const update = (count: number) => ['application://signalbox.desktop', { count: BigInt(count), 'count-visible': count > 0 }];
  await expect.poll(() => counts).toEqual([update(1)]);
  await request(window, 'sessions.close', { id });
  await expect.poll(() => counts).toEqual([update(1), update(0)]);
});
