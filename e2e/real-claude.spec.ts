import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { type ScriptedApi, startScriptedApi, text, together, tool } from './support/scripted-api';
import { messageField, permissionDialog, sessionTab, transcriptLog } from './support/window';

const idle = (page: Page) => sessionTab(page, /idle/);

interface RealSession {
  readonly api: ScriptedApi;
  readonly window: Page;
  readonly project: string;
  say(words: string): Promise<void>;
}

const choice = (question: string, header: string, ...labels: string[]) => ({
  question,
  header,
  multiSelect: false,
  options: labels.map((label) => ({ label, description: `${label} it is.` })),
});

const plays = {
  hello: [text('Hello.')],
  write: [(file: string) => tool('Write', { file_path: file, content: 'first\nsecond\n' }), text('Written.')],
  commands: [tool('Bash', { command: 'touch asked.txt' }), tool('Bash', { command: 'touch refused.txt' }), text('Understood.')],
  question: [
    tool('AskUserQuestion', { questions: [choice('Which fruit?', 'Fruit', 'Apple', 'Fig'), choice('How many?', 'Number', 'One', 'Two')] }),
    text('Noted.'),
  ],
  plan: [tool('ExitPlanMode', { plan: '# The plan\n\n1. Write **it**.' }), text('Going on.')],
  agents: [
    together(
      tool('Agent', { description: 'Look at the left', prompt: '[[left]] look', subagent_type: 'general-purpose' }),
      tool('Agent', { description: 'Look at the right', prompt: '[[right]] look', subagent_type: 'general-purpose' }),
    ),
    text('Both came back.'),
  ],
  left: [tool('Bash', { command: 'touch left.txt' }), text('Left is done.')],
  right: [tool('Bash', { command: 'touch right.txt' }), text('Right is done.')],
};

/** Starts a session of the real CLI in its own folder, and waits for the first answer. */
const test = base.extend<{ session: RealSession }>({
  session: async ({ launch }, use) => {
    const api = await startScriptedApi({ plays });
    const home = claudeHome({ apiUrl: api.url });
    try {
      const { window } = await launch({ env: home.env });
      const message = { text: '[[hello]] hello', images: [] };
      await request(window, 'sessions.create', { folder: home.project, message, model: null, planFirst: false, trust: true, demo: false });
      await expect(transcriptLog(window)).toContainText('Hello.');
      await expect(idle(window)).toBeVisible();
      const say = async (words: string): Promise<void> => {
        await messageField(window).fill(words);
        await messageField(window).press('Enter');
      };
      await use({ api, window, project: home.project, say });
    } finally {
      await api.close();
      await home.remove();
    }
  },
});

test('a file is written as it was shown, and nothing before that', async ({ session: { window, project, say } }) => {
  const file = path.join(project, 'notes.txt');
  await say(`[[write:${file}]] write it`);
  await expect(permissionDialog(window)).toContainText('notes.txt');
  await expect(permissionDialog(window)).toContainText('second');
  expect(existsSync(file)).toBe(false);
  await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
  await expect(transcriptLog(window)).toContainText('Written.');
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
});

test('what runs is what was edited, and a denial reaches Claude word for word', async ({ session: { api, window, project, say } }) => {
  await say('[[commands]] go on');
  await permissionDialog(window).getByRole('button', { name: 'Edit input' }).click();
  await permissionDialog(window).getByRole('textbox', { name: 'Input to run instead' }).fill('touch edited.txt');
  await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
  await expect(permissionDialog(window)).toContainText('refused.txt');
  await permissionDialog(window).getByRole('textbox', { name: 'Reason for denial (optional)' }).fill('Not on a Monday.');
  await permissionDialog(window).getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(transcriptLog(window)).toContainText('Understood.');
  expect(['asked', 'edited', 'refused'].map((name) => existsSync(path.join(project, `${name}.txt`)))).toEqual([false, true, false]);
  const { toolResults } = await api.waitForRequest(({ play }) => play?.name === 'commands' && play.step === 2);
  expect(JSON.stringify(toolResults)).toContain('Not on a Monday.');
});

test('questions are answered one after the other, and Claude gets the answers', async ({ session: { api, window, say } }) => {
  await say('[[question]] ask me');
  const dialog = window.getByRole('dialog', { name: 'Claude is asking' });
  await expect(dialog.getByRole('button', { name: 'Submit answers' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /Fig/ }).check();
  await dialog.getByRole('radio', { name: /Two/ }).check();
  await dialog.getByRole('button', { name: 'Submit answers' }).click();
  await expect(transcriptLog(window)).toContainText('Noted.');
  const { toolResults } = await api.waitForRequest(({ play }) => play?.name === 'question' && play.step === 1);
  expect(JSON.stringify(toolResults)).toMatch(/Fig.*Two/);
});

test('a plan is read as it is meant, and approved', async ({ session: { window, say } }) => {
  await window.getByRole('button', { name: 'Plan mode' }).click();
  await expect(window.getByRole('button', { name: 'Plan mode' })).toHaveAttribute('aria-pressed', 'true');
  await say('[[plan]] plan it');
  const dialog = window.getByRole('dialog', { name: 'Plan ready' });
  await expect(dialog.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve plan' }).click();
  await expect(transcriptLog(window)).toContainText('Going on.');
  await expect(window.getByRole('button', { name: 'Plan mode' })).toHaveAttribute('aria-pressed', 'false');
});

test('two subagents ask side by side, each by its name, and what each did stands under its own call', async ({
  session: { window, project, say },
}) => {
  await say('[[agents]] look around');
  const command = permissionDialog(window).getByRole('group', { name: 'Command' });
  await expect(command).toHaveText(/^touch (left|right)\.txt$/);
  const leftFirst = (await command.innerText()).includes('left');
  for (const side of leftFirst ? ['left', 'right'] : ['right', 'left']) {
    await expect(command).toHaveText(`touch ${side}.txt`);
    await expect(permissionDialog(window)).toContainText(`from the subagent “Look at the ${side}”`);
    await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
  }
  await expect(transcriptLog(window)).toContainText('Both came back.');
  expect(['left', 'right'].map((name) => existsSync(path.join(project, `${name}.txt`)))).toEqual([true, true]);
  const steps = transcriptLog(window).getByRole('button', { name: /^Show its \d+ steps?$/ });
  await expect(steps).toHaveCount(2);
  await steps.first().click();
  await expect(transcriptLog(window)).toContainText('touch left.txt');
  await expect(transcriptLog(window)).not.toContainText('touch right.txt');
});
