import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, root, test } from './support/app';
import { demoEnv, startDemo } from './support/demo';
import { allowOnce, permissionDialog, transcriptLog } from './support/window';

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const own = (page: Page) => settings(page).getByRole('list', { name: 'Your tools' }).getByRole('listitem');

async function openTools(page: Page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await settings(page).getByRole('tab', { name: 'Tools' }).click();
  return settings(page);
}

function write(userData: string, name: string, code: string): void {
  const folder = path.join(userData, 'tools', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'tool.ts'), code);
}

const code = (title: string, more = ''): string => `
import { defineTool } from 'signalbox/tools';
${more}
console.log('Loaded as', ${JSON.stringify(title)});
export default defineTool({ name: 'deploy', title: ${JSON.stringify(title)}, description: 'Deploys the project.', handler: (): string => 'done' });
`;

/** The processes that run a tool, found by the folder that they work in. */
const toolProcesses = (userData: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(path.join(userData, 'tools'));
    } catch {
      return false;
    }
  });

test('a tool from a folder runs in a process of its own, follows its file, and is turned off and on', async ({ launch, userData }) => {
  write(userData, 'deploy', code('Deploy'));
  const { window } = await launch();
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  expect(toolProcesses(userData)).toEqual([]);
  await openTools(window);
  const row = own(window);
  await expect(row).toContainText('Ready');
  const [pid] = toolProcesses(userData);
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--utility-sub-type=node.mojom.NodeService');
  await expect(row).toContainText('Deploys the project.');
  await expect(row).toContainText(path.join(userData, 'tools/deploy'));
  await row.getByText('Log (1 line)').click();
  await expect(row.getByRole('group', { name: 'Log of Deploy' })).toHaveText('Loaded as Deploy');

  write(userData, 'deploy', code('Deploy to Mars'));
  await expect(row.getByText('Deploy to Mars', { exact: true })).toBeVisible();
  write(userData, 'deploy', 'export default {');
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('tool.ts:1');
  write(userData, 'deploy', code('Deploy again'));
  await expect(row).toContainText('Ready');

  await row.getByRole('checkbox', { name: 'Offer Deploy again to Claude' }).uncheck();
  await expect(row).toContainText('Off');
  await expect(row.getByRole('button', { name: 'Reload Deploy again' })).toBeDisabled();
  await row.getByRole('checkbox', { name: 'Offer Deploy again to Claude' }).check();
  await expect(row).toContainText('Ready');
  rmSync(path.join(userData, 'tools/deploy'), { recursive: true });
  await expect(settings(window)).toContainText('None yet.');
  await expect.poll(() => toolProcesses(userData)).toEqual([]);
});

test('a tool whose process exits is shown as failed with the reason, and reloads', async ({ launch, userData }) => {
  write(
    userData,
    'deploy',
    code('Deploy', "import { existsSync } from 'node:fs'; if (!existsSync('fine')) setTimeout(() => process.exit(7), 500);"),
  );
  write(
    userData,
    'throws',
    "setTimeout(() => { throw new Error('Lost the key.'); });\nexport default { name: 'throws', description: 'Throws.', handler() {} };",
  );
  const { window } = await launch();
  await openTools(window);
  const row = own(window).filter({ hasText: 'Deploys the project.' });
  await expect(row).toContainText('It exited with code 7.');
  const thrower = own(window).filter({ hasText: 'throws' });
  await expect(thrower).toContainText('It threw an error outside of a call: Lost the key.');
  await expect(thrower).toContainText('Failed');
  writeFileSync(path.join(userData, 'tools/deploy/fine'), '');
  await row.getByRole('button', { name: 'Reload Deploy' }).click();
  await expect(row).toContainText('Ready');
});

test('a form of a tool from a folder is answered in the window, asks again, and keeps the approval it was given', async ({
  launch,
  userData,
}) => {
  for (const example of ['plan-trip', 'delete-files'])
    cpSync(path.join(root, 'resources/examples', example), path.join(userData, 'tools', example), { recursive: true });
  const deleting = { tool: { name: 'mcp__signalbox__delete_files', input: { files: ['old.log'] } } };
  const steps = [
    { tool: { name: 'mcp__signalbox__plan_trip', input: {} } },
    { tool: { name: 'Write', input: { file_path: 'old.log', content: '' } } },
    deleting,
  ];
  const scenario = path.join(userData, 'trip.json');
  writeFileSync(scenario, JSON.stringify({ about: 'Plans a trip.', turns: [{ steps: [...steps, { text: 'All done.' }] }] }));
  const { window } = await launch({ env: demoEnv(scenario) });
  await startDemo(window, 'Plan a trip');
  const form = window.getByRole('dialog', { name: 'Plan a trip' });
  await form.getByRole('textbox', { name: 'Destination' }).fill('Oslo');
  await form.getByLabel('First day').fill('2027-03-04');
  await form.getByLabel('Last day').fill('2027-03-01');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toContainText('The last day must be after the first.');
  await expect(form.getByRole('textbox', { name: 'Destination' })).toHaveValue('Oslo');
  await form.getByLabel('Last day').fill('2027-03-06');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toContainText('Oslo, 2027-03-04 to 2027-03-06.');
  await form.getByRole('radio', { name: 'Tent' }).check();
  await form.getByRole('button', { name: 'Submit' }).click();
  await allowOnce(window).click();
  // The card has the same button, and the request before has “Always allow…”.
  await permissionDialog(window).getByRole('button', { name: 'Always allow', exact: true }).click();
  await expect(transcriptLog(window)).toContainText('All done.');
  await openTools(window);
  const approvals = settings(window).getByRole('list', { name: 'Remembered approvals' });
  await expect(approvals).toContainText('old.log');
  await expect(approvals).toContainText('delete_files · Always');
});

test('the approvals that tools remember are listed, found and revoked', async ({ launch, userData }) => {
  const approval = (id: string, key: string) => ({
    id,
    tool: 'delete_files',
    key,
    scope: 'always',
    sessionId: null,
    createdAt: Date.now(),
  });
  const approvals = [approval('a', 'delete:old.log'), approval('b', 'delete:new.log')];
  writeFileSync(path.join(userData, 'rules.json'), JSON.stringify({ version: 1, rules: [], approvals }));
  const { window } = await launch();
  await openTools(window);
  const list = settings(window).getByRole('list', { name: 'Remembered approvals' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await settings(window).getByRole('searchbox', { name: 'Search approvals' }).fill('old');
  await expect(settings(window).getByText('1 of 2 approvals')).toBeVisible();
  await list.getByRole('button', { name: 'Revoke delete:old.log of delete_files' }).click();
  await settings(window).getByRole('button', { name: 'Revoke approval' }).click();
  await expect(settings(window).getByText('0 of 1 approval')).toBeVisible();
  await expect(settings(window).getByRole('searchbox', { name: 'Search approvals' })).toBeFocused();
  await expect.poll(() => JSON.parse(readFileSync(path.join(userData, 'rules.json'), 'utf8')).approvals).toEqual([approvals[1]]);
});

for (const theme of ['Light', 'Dark'])
  test(`the page of tools has no accessibility violations, ${theme.toLowerCase()}`, async ({ launch, userData }) => {
    write(userData, 'deploy', code('Deploy'));
    write(userData, 'broken', 'export default 5;');
    const approvals = [{ id: 'a', tool: 'deploy', key: 'mars', scope: 'always', sessionId: null, createdAt: Date.now() }];
    writeFileSync(path.join(userData, 'rules.json'), JSON.stringify({ version: 1, rules: [], approvals }));
    const { window } = await launch();
    await window.getByRole('button', { name: 'Settings' }).click();
    await settings(window).getByRole('radio', { name: theme }).check();
    await settings(window).getByRole('tab', { name: 'Tools' }).click();
    await own(window).getByText('Log (1 line)').click();
    await expect(own(window).filter({ hasText: 'The default export is not a tool.' })).toBeVisible();
    if (process.env.SHOTS)
      for (const [width, height] of [
        [640, 420],
        [1024, 700],
        [1600, 1000],
      ]) {
        await window.setViewportSize({ width: Number(width), height: Number(height) });
        await window.screenshot({ path: `${process.env.SHOTS}/tools-${theme}-${width}.png` });
      }
    const { violations } = await new AxeBuilder({ page: window }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
