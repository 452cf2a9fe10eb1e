import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv } from './support/demo';
import { allowOnce, messageField, permissionDialog, sessionTab, transcriptLog } from './support/window';

async function goOn(page: Page): Promise<void> {
  await messageField(page).fill('go on');
  await page.keyboard.press('Enter');
}

/** Waits for the end of a part of the story, by its last words. */
const partEnds = async (page: Page, words: string): Promise<void> => {
  await expect(transcriptLog(page)).toContainText(words);
  await expect(sessionTab(page, /idle/)).toBeVisible();
};

const deny = async (page: Page): Promise<void> => {
  await permissionDialog(page).getByRole('button', { name: 'Deny', exact: true }).click();
};

/** Goes through the story up to its form. */
async function reachForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo agent' }).click();
  await expect(permissionDialog(page)).toContainText('mkdir departures');
  await allowOnce(page).click();
  await expect(permissionDialog(page)).toContainText('index.html');
  await deny(page);
  await partEnds(page, 'Send me anything to go on.');
  await goOn(page);
  const questions = page.getByRole('dialog', { name: 'Claude is asking' });
  await questions.getByRole('radio', { name: 'Cards' }).check();
  await questions.getByRole('checkbox', { name: 'Clock' }).check();
  await questions.getByRole('button', { name: 'Submit answers' }).click();
  await partEnds(page, 'Send me anything and I will make a plan of it.');
  await goOn(page);
  await page.getByRole('dialog', { name: 'Plan ready' }).getByRole('button', { name: 'Approve plan' }).click();
  await expect(permissionDialog(page)).toContainText('style.css');
  await deny(page);
  await partEnds(page, 'Send me anything and we write the release notes.');
  await goOn(page);
}

test('the demo agent shows a form, says what was entered and writes it down', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('story') });
  await reachForm(window);
  const form = window.getByRole('dialog', { name: 'Claude needs your input' });
  await expect(form).toContainText('What should the release notes of the departure board say?');
  await expect(form.getByRole('checkbox', { name: 'Announce it at the station' })).toBeChecked();
  await form.getByRole('textbox', { name: 'Version' }).fill('first');
  await form.getByLabel('Release date').fill('2026-12-01');
  await form.getByRole('checkbox', { name: 'The late train' }).check();
  await form.getByRole('checkbox', { name: 'The new style' }).check();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('alert')).toContainText('This does not have the expected form.');
  await form.getByRole('textbox', { name: 'Version' }).fill('1.2.0');
  await form.getByRole('button', { name: 'Submit' }).click();

  await expect(permissionDialog(window)).toContainText('release-notes.md');
  await allowOnce(window).click();
  await partEnds(window, 'Send me anything for the last part.');
  const said = transcriptLog(window).getByRole('table').last();
  for (const [name, value] of Object.entries({
    Version: '1.2.0',
    'Release date': '2026-12-01',
    'What goes in': 'the late train, the new style',
    'Announce it': 'yes',
  }))
    await expect(said.getByRole('row', { name })).toContainText(value);
  const [session] = (await request(window, 'sessions.list')).sessions;
  expect(readFileSync(path.join(session?.folder ?? '', 'departures/release-notes.md'), 'utf8')).toContain('# Departure board 1.2.0');
});
