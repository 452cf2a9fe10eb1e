import { presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { runProcesses } from './support/processes';
import { startScriptedApi, text } from './support/scripted-api';

test.skip(process.platform !== 'linux', 'finds processes by their environment in /proc');

test('no run is left after quitting, with sessions idle, working and waiting', async ({ launch, userData }) => {
  const app = await launch({ env: demoEnv('asks') });
  const idle = await startDemo(app.window, 'hello');
  const waiting = await startDemo(app.window, 'ask Bash touch a.txt');
  await expect.poll(() => stateOf(app.window, idle)).toBe('idle');
  await expect.poll(() => stateOf(app.window, waiting)).toBe('waiting');
  expect(runProcesses(userData)).toHaveLength(2);
  await app.close();
  expect(runProcesses(userData)).toEqual([]);
});

test('no run is left after kill -9 of the app', async ({ launch, userData }) => {
  const app = await launch({ env: demoEnv('asks') });
  const waiting = await startDemo(app.window, 'ask Bash touch a.txt');
  await expect.poll(() => stateOf(app.window, waiting)).toBe('waiting');
  expect(runProcesses(userData)).toHaveLength(1);
  app.process.kill('SIGKILL');
  await expect.poll(() => runProcesses(userData)).toEqual([]);
});

test('a run that ignores the end of its input and TERM is gone after quitting all the same', async ({ launch, userData }) => {
  const app = await launch({ env: demoEnv('crash') });
  const id = await startDemo(app.window, 'stubborn');
  await expect.poll(() => stateOf(app.window, id)).toBe('idle');
  expect(runProcesses(userData)).toHaveLength(1);
  await app.close();
  expect(runProcesses(userData)).toEqual([]);
});

test('a shell command that outlived the app is shown at the next start, and can be ended', async ({ launch, userData }) => {
  const first = await launch({ env: demoEnv('asks') });
  const id = await startDemo(first.window, 'ask Bash sleep 600');
  await expect.poll(async () => (await request(first.window, 'asks.list')).length).toBe(1);
  const [ask] = await request(first.window, 'asks.list');
  if (!ask) throw new Error('no ask');
  await request(first.window, 'asks.decide', { id: ask.id, decision: { answer: 'allow' }, surface: 'card' });
  await expect.poll(() => runProcesses(userData).some(({ command }) => command.endsWith('sleep 600'))).toBe(true);
  expect(await stateOf(first.window, id)).toBe('working');
  first.process.kill('SIGKILL');
  await expect.poll(() => runProcesses(userData).map(({ command }) => command.includes('agent.mjs'))).not.toContain(true);

  const second = await launch({ env: demoEnv('asks') });
  const [left] = await request(second.window, 'outlived.list');
  expect(left?.command).toContain('sleep 600');
  expect(await request(second.window, 'outlived.end', { pid: left?.pid ?? 0, runId: left?.runId ?? '' })).toBe(true);
  expect(await request(second.window, 'outlived.list')).toEqual([]);
  expect(runProcesses(userData)).toEqual([]);
});

for (const [version, claude] of Object.entries(presentClaudeVersions())) {
  test(`claude ${version}: none is left after quitting, nor after kill -9 of the app`, async ({ launch, userData }) => {
    const api = await startScriptedApi({ plays: { hi: [text('Hello.')] } });
    const home = await claudeHome({ apiUrl: api.url });
    try {
      const env = { ...home.env, SIGNALBOX_CLAUDE: claude };
      for (const end of ['quit', 'kill'] as const) {
        const app = await launch({ env });
        const { id } = await request(app.window, 'sessions.create', {
          folder: home.project,
          message: { text: '[[hi]] hello', images: [] },
          model: null,
          planFirst: false,
          trust: true,
          demo: false,
        });
        await expect.poll(() => stateOf(app.window, id), { timeout: 30_000 }).toBe('idle');
        expect(runProcesses(userData).length).toBeGreaterThan(0);
        if (end === 'quit') await app.close();
        else app.process.kill('SIGKILL');
        await expect.poll(() => runProcesses(userData)).toEqual([]);
      }
    } finally {
      await api.close();
      await home.remove();
    }
  });
}
