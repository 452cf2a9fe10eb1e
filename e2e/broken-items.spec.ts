import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { messageField, permissionDialog, transcriptLog } from './support/window';

const asked = async (page: Page): Promise<number> => (await request(page, 'asks.list')).length;

const nestedList = Array.from({ length: 500 }, (_, at) => `${'  '.repeat(at)}- level ${at}`).join('\n');
const deep = `Before it.\n\n${'>'.repeat(4_000)} quoted\n\n${'- '.repeat(1_600)}dash\n\n${nestedList}\n\nAfter it, **bold**.`;

/** A demo agent that repeats a given text and asks for a command. */
function saying(folder: string) {
  const file = path.join(folder, 'scenario.json');
  const turns = [
    { match: '^deep$', steps: [{ text: deep }] },
    { match: '^poison$', steps: [{ text: 'poison, and more of it' }] },
    { match: '^fine$', steps: [{ text: 'A **fine** answer.' }] },
    { match: '^ask$', steps: [{ tool: { name: 'Bash', ask: true, input: { command: 'poison in a command' }, result: 'ran' } }] },
  ];
  writeFileSync(file, JSON.stringify({ about: '', turns }));
  return demoEnv(file);
}

/** Makes the page throw when it reads a text of several lines that begins like this, in place of an unknown bug. */
const failOn = (page: Page, start: string, alsoAsJson = false) =>
  page.evaluate(
    ([bad, json]) => {
      String.prototype.split = new Proxy(String.prototype.split, {
        apply(split, text, args) {
          if (String(text).startsWith(bad)) throw new Error('a bug in the page');
          return Reflect.apply(split, text, args);
        },
      });
      if (!json) return;
      JSON.stringify = new Proxy(JSON.stringify, {
        apply(stringify, self, args) {
          if (args[2] === 2) throw new Error('another bug in the page');
          return Reflect.apply(stringify, self, args);
        },
      });
    },
    [start, alsoAsJson] as const,
  );

async function say(page: Page, id: Awaited<ReturnType<typeof startDemo>>, text: string): Promise<void> {
  await expect.poll(() => stateOf(page, id)).toBe('idle');
  await request(page, 'sessions.send', { id, message: { text, images: [] } });
}

test('a message that is nested too deeply costs its own formatting and nothing else', async ({ launch, userData }) => {
  const { window } = await launch({ env: saying(userData) });
  const id = await startDemo(window, 'deep');
  await say(window, id, 'fine');
  await expect(transcriptLog(window).locator('strong', { hasText: 'fine' })).toBeVisible();
  await expect(transcriptLog(window).locator('strong', { hasText: 'bold' })).toHaveCount(1);
  await expect(transcriptLog(window).getByText('Too complex to format; shown as plain text.')).toHaveCount(1);
  await expect(transcriptLog(window).getByRole('group', { name: 'Plain text' })).toContainText('level 499');
  await messageField(window).fill('still here');
  await expect(messageField(window)).toHaveValue('still here');
});

test('an item that can’t be drawn costs one row, and its raw text can be copied', async ({ launch, userData }) => {
  const { window, electron } = await launch({ env: saying(userData) });
  await failOn(window, 'poison');
  const id = await startDemo(window, 'poison');
  await say(window, id, 'fine');
  await expect(transcriptLog(window).locator('strong', { hasText: 'fine' })).toBeVisible();
  const broken = transcriptLog(window).getByRole('alert').filter({ hasText: 'This item can’t be shown.' });
  await expect(broken).toHaveCount(1);
  await broken.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('poison, and more of it');
  await broken.getByText('Details').click();
  await expect(broken).toContainText('a bug in the page');
});

test('a request that can’t be drawn as usual is shown as plain text and can be answered', async ({ launch, userData }) => {
  const { window } = await launch({ env: saying(userData) });
  await failOn(window, 'poison');
  const id = await startDemo(window, 'ask');
  await expect(permissionDialog(window).getByRole('group', { name: 'Input' })).toContainText('"command": "poison in a command"');
  await expect(permissionDialog(window).getByRole('button', { name: 'Deny' })).toBeVisible();
  await permissionDialog(window).getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => asked(window)).toBe(0);
  await expect.poll(() => stateOf(window, id)).toBe('idle');
});

test('a request that can’t be shown at all can only be refused, by buttons and by keys', async ({ launch, userData }) => {
  const { window } = await launch({ env: saying(userData) });
  await failOn(window, 'poison', true);
  await startDemo(window, 'ask');
  await expect(permissionDialog(window).getByRole('button', { name: 'Allow once' })).toBeDisabled();
  await expect(permissionDialog(window).getByRole('button', { name: 'Deny' })).not.toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Waiting (1)' }).click();
  const inbox = window.getByRole('region', { name: 'Waiting for you' });
  await inbox.getByRole('button', { expanded: false }).click();
  await expect(inbox.getByRole('button', { name: 'Deny' })).not.toHaveAttribute('aria-disabled', 'true');
  await inbox.getByRole('button', { expanded: true }).focus();
  await window.keyboard.press('a');
  expect(await asked(window)).toBe(1);
  await inbox.getByRole('button', { name: 'Deny' }).click();
  await expect.poll(() => asked(window)).toBe(0);
});
