import { writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app';
import { demoEnv, startDemo } from './support/demo';
import { transcriptLog } from './support/window';

const tasks = [
  { task_id: 'a1', task_type: 'local_agent', description: 'Look for tests that no longer fail for a real reason' },
  { task_id: 'b1', task_type: 'local_bash', description: 'npm run dev' },
];

test('background tasks are listed in their session, and each can be stopped', async ({ launch, userData }) => {
  const scenario = path.join(userData, 'tasks.json');
  writeFileSync(scenario, JSON.stringify({ about: '', turns: [{ steps: [{ backgroundTasks: tasks }, { text: 'Started two.' }] }] }));
  const { window } = await launch({ env: demoEnv(scenario) });
  await startDemo(window, 'go');
  const log = transcriptLog(window);
  await expect(log).toContainText('Started two.');

  await window.getByText('Background tasks (2)').click();
  await expect(window.getByRole('listitem').filter({ hasText: 'npm run dev' })).toContainText('Command');
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([]);
  }

  await window.getByRole('button', { name: 'Stop npm run dev' }).click();
  await expect(window.getByText('Background tasks (1)')).toBeVisible();
  await expect(log).toContainText('A background task ended (stopped): npm run dev');
  await window.getByRole('button', { name: /^Stop Look for tests/ }).click();
  await expect(window.getByText(/^Background tasks/)).toBeHidden();
});
