import { spawn } from 'node:child_process';
import { expect, isRoot, type RunningApp, root, test } from './support/app';
import { request } from './support/bridge';
import { startDemo } from './support/demo';

/** Starts the app a second time. That process passes its arguments to the first one and ends. */
async function startAgain({ process: first, userData }: RunningApp, ...args: string[]): Promise<void> {
  const second = spawn(first.spawnfile, [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', root, ...args], {
    env: { ...process.env, SIGNALBOX_USER_DATA: userData },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => second.on('exit', resolve))).toBe(0);
}

test('started with --new-session, the window opens with New session', async ({ launch }) => {
  const { window } = await launch({ words: ['--new-session'] });
  await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
});

test('a link to a session shows it; one that is refused, or of no session, changes nothing', async ({ launch }) => {
  const app = await launch({ env: { SIGNALBOX_DEMO_SCENARIO: 'quiet' } });
  const [first, second] = [await startDemo(app.window, 'One.'), await startDemo(app.window, 'Two.')];
  const active = async () => (await request(app.window, 'sessions.list')).active;
  expect(await active()).toBe(second);

  await startAgain(app, `signalbox://session/${first}`);
  await expect.poll(active).toBe(first);
  // Sends links the way macOS does. They are handled in order, so the last one shows that the others are done.
  const openUrl = (url: string) =>
    app.electron.evaluate(({ app: main }, link) => main.emit('open-url', { preventDefault: () => undefined }, link), url);
  await openUrl(`signalbox://session/${second}/allow`);
  await openUrl('signalbox://session/nobody');
  await openUrl('signalbox://new');
  await expect(app.window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  expect(await active()).toBe(first);
});
