import { existsSync } from 'node:fs';
import path from 'node:path';
import { oldVersion, presentClaudeVersions } from '../scripts/claude-cli.mjs';
import type { RunningApp } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { expect, test } from './support/desktop';
import { startScriptedApi, text, together, tool } from './support/scripted-api';
import { permissionDialog } from './support/window';

test.skip(process.platform !== 'linux', 'notifications of macOS and Windows have no bus to look at');

/** The person looks at something else. */
const lookAway = async (app: RunningApp): Promise<void> => {
  // Wait until it is shown, or the app would show it after we hid it.
  await expect.poll(() => isInFront(app)).toBe(true);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
};
const isInFront = ({ electron }: RunningApp) => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

test('a permission of the real claude arrives with both buttons; Allow in it makes the tool run, and Deny denies', async ({
  notifications,
  onBus,
}) => {
  const touch = (file: string) => tool('Bash', { command: `touch ${file}`, description: 'Create a file' });
  const api = await startScriptedApi({
    plays: { touch: [together(text('First one.'), touch('one.txt')), together(text('And another.'), touch('two.txt')), text('Done.')] },
  });
  const home = claudeHome({ apiUrl: api.url });
  try {
    const app = await onBus({ env: { ...home.env, SIGNALBOX_CLAUDE: presentClaudeVersions()[oldVersion] } });
    await lookAway(app);
    const { id } = await request(app.window, 'sessions.create', {
      folder: home.project,
      message: { text: '[[touch]] create files', images: [] },
      model: null,
      planFirst: false,
      trust: true,
      demo: false,
    });
    await expect.poll(() => notifications.shown(), { timeout: 30_000 }).toBe(1);
    const { sessions } = await request(app.window, 'sessions.list');
    const [ask] = await request(app.window, 'asks.list');
    expect(ask?.summary).toContain('touch one.txt');
    const actions = { default: '', allow: 'Allow', deny: 'Deny' };
    expect(notifications.asked).toEqual([{ title: `Bash · ${sessions[0]?.title}`, body: ask?.summary, actions }]);

    const offered = await notifications.press('Allow');
    expect(offered.flatMap((line) => line.match(/^#(\w+)/)?.[1] ?? [])).toEqual(['Allow', 'Deny']);
    await expect.poll(() => existsSync(path.join(home.project, 'one.txt'))).toBe(true);

    await expect.poll(() => notifications.asked.length).toBe(2);
    await expect.poll(() => notifications.shown()).toBe(1);
    await notifications.press('Deny');
    await expect.poll(() => stateOf(app.window, id), { timeout: 20_000 }).toBe('idle');
    expect(existsSync(path.join(home.project, 'two.txt'))).toBe(false);
    expect(await notifications.shown()).toBe(0);
    await app.close();
  } finally {
    await api.close();
    await home.remove();
  }
});

test('answering in the window closes the notification', async ({ notifications, onBus }) => {
  const app = await onBus({ env: demoEnv('asks') });
  await lookAway(app);
  const id = await startDemo(app.window, 'ask Bash touch a.txt');
  await expect.poll(() => notifications.shown()).toBe(1);
  const [ask] = await request(app.window, 'asks.list');
  if (!ask) throw new Error('no ask');
  await request(app.window, 'asks.decide', { id: ask.id, decision: { answer: 'deny' }, surface: 'card' });
  await expect.poll(() => notifications.shown()).toBe(0);
  await expect.poll(() => stateOf(app.window, id)).toBe('idle');
});

test('a call that deserves a second look can’t be allowed from its notification, and Show opens its session', async ({
  notifications,
  onBus,
}) => {
  const app = await onBus({ env: demoEnv('asks') });
  const marked = await startDemo(app.window, 'ask Bash rm -rf build');
  // Otherwise a slow start of this one would make its request, and its notification, the last.
  await expect.poll(async () => (await request(app.window, 'asks.list')).length).toBe(1);
  await startDemo(app.window, 'hello');
  await lookAway(app);
  const other = await startDemo(app.window, 'ask Bash sudo touch <b>a</b>.txt');
  await expect.poll(() => notifications.asked.at(-1)?.body).toContain('sudo touch &lt;b&gt;a&lt;/b&gt;.txt');
  expect(notifications.asked.at(-1)?.actions).toEqual({ default: '', deny: 'Deny', show: 'Show' });
  await request(app.window, 'sessions.activate', { id: marked });
  await notifications.press('Show');
  await expect.poll(() => isInFront(app)).toBe(true);
  await expect.poll(async () => (await request(app.window, 'sessions.list')).active).toBe(other);
  await expect(permissionDialog(app.window)).toContainText('sudo touch');
});

test('a burst is told as one notification, which is gone when all of it is answered', async ({ notifications, onBus }) => {
  const app = await onBus({ env: demoEnv('asks') });
  await lookAway(app);
  await startDemo(app.window, 'parallel 8');
  await expect.poll(async () => (await request(app.window, 'asks.list')).length).toBe(8);
  // On a slow machine the first ones may have arrived separately.
  await expect.poll(() => notifications.asked.at(-1)?.title).toMatch(/^(8|[5-7] more) waiting$/);
  expect(await notifications.shown()).toBeLessThanOrEqual(4);
  for (const { id } of await request(app.window, 'asks.list')) {
    await request(app.window, 'asks.decide', { id, decision: { answer: 'deny' }, surface: 'card' });
  }
  await expect.poll(() => notifications.shown()).toBe(0);
});

test('nothing is shown when the person does not want to be disturbed', async ({ notifications, onBus }) => {
  const app = await onBus({ env: demoEnv('asks') });
  await lookAway(app);
  // This ask shows that the app has found the notification daemon.
  await startDemo(app.window, 'ask Bash touch before.txt');
  await expect.poll(() => notifications.asked.map(({ body }) => body)).toEqual(['Runs `touch before.txt`']);
  await request(app.window, 'settings.change', { doNotDisturb: true, notifications: { asks: true, finished: true, failed: true } });
  const quiet = await startDemo(app.window, 'ask Bash touch quiet.txt');
  const unheard = await startDemo(app.window, 'unheard');
  await expect.poll(() => stateOf(app.window, quiet)).toBe('waiting');
  await expect.poll(() => stateOf(app.window, unheard)).toBe('idle');
  await request(app.window, 'settings.change', { doNotDisturb: false });
  await startDemo(app.window, 'heard');
  await expect.poll(() => notifications.asked.map(({ body }) => body)).toEqual(['Runs `touch before.txt`', 'It is your turn.']);
});

test('quitting takes its notifications away', async ({ notifications, onBus }) => {
  const app = await onBus({ env: demoEnv('asks') });
  await lookAway(app);
  await startDemo(app.window, 'ask Bash touch a.txt');
  await expect.poll(() => notifications.shown()).toBe(1);
  await app.close();
  expect(await notifications.shown()).toBe(0);
});

test('without a bus, or without a daemon on it, everything else works', async ({ onBus, userData }) => {
  for (const env of [{}, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }]) {
    const app = await onBus({ env: { ...demoEnv('asks'), ...env }, userData: path.join(userData, String(Object.keys(env).length)) });
    await lookAway(app);
    const id = await startDemo(app.window, 'ask Bash touch a.txt');
    await expect.poll(() => stateOf(app.window, id)).toBe('waiting');
    expect(existsSync(await folderOf(app.window, id))).toBe(true);
    await expect(app.window.getByRole('button', { name: 'Something failed inside Signalbox' })).toHaveCount(0);
    await app.close();
  }
});
