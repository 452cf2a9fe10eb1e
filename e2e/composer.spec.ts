import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { oldVersion, presentClaudeVersions } from '../scripts/claude-cli.mjs';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { claudeHome } from './support/claude-home';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { dropFiles } from './support/drop-files';
import { startScriptedApi, text } from './support/scripted-api';
import { messageField, sessionTab, transcriptLog } from './support/window';

const files = (page: Page) => page.getByRole('listbox', { name: 'Files' });
const commands = (page: Page) => page.getByRole('listbox', { name: 'Commands' });
const queued = (page: Page) => page.getByRole('status', { name: 'Queued message' });
const axe = async (page: Page) => (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations;

/** A red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

/** Pastes a picture or text, with the events that the system would send. */
const paste = (page: Page, what: { readonly picture?: string; readonly text?: string }): Promise<void> =>
  messageField(page).evaluate((field, { picture, text: words }) => {
    const data = new DataTransfer();
    if (picture) {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], 'pixel.png', { type: 'image/png' }));
    }
    if (words) data.setData('text/plain', words);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, what);

test('Enter sends, Shift+Enter breaks the line, and the field grows with it', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  const before = (await messageField(window).boundingBox())?.height ?? 0;
  await messageField(window).pressSequentially('one');
  await messageField(window).press('Shift+Enter');
  await messageField(window).pressSequentially('two');
  await messageField(window).press('Shift+Enter');
  await messageField(window).pressSequentially('three');
  await expect(messageField(window)).toHaveValue('one\ntwo\nthree');
  expect((await messageField(window).boundingBox())?.height).toBeGreaterThan(before * 1.5);
  await messageField(window).press('Enter');
  await expect(messageField(window)).toHaveValue('');
  await expect(transcriptLog(window)).toContainText('three');
});

test('Up brings back what was sent to this session, Down comes back to what was being written', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startDemo(window, 'another session');
  await startDemo(window, 'first');
  await expect(sessionTab(window, /first, idle/)).toBeVisible();
  await messageField(window).fill('second\nwith two lines');
  await messageField(window).press('Enter');
  await expect(sessionTab(window, /first, idle/)).toBeVisible();
  await messageField(window).fill('being written');
  await messageField(window).press('Home');
  await messageField(window).press('ArrowUp');
  await expect(messageField(window)).toHaveValue('second\nwith two lines');
  // The arrow key first moves up within the message.
  await messageField(window).press('ArrowUp');
  await expect(messageField(window)).toHaveValue('second\nwith two lines');
  await messageField(window).press('ArrowUp');
  await expect(messageField(window)).toHaveValue('first');
  await messageField(window).press('ArrowUp');
  await expect(messageField(window)).toHaveValue('first');
  await messageField(window).press('ArrowDown');
  await expect(messageField(window)).toHaveValue('second\nwith two lines');
  await messageField(window).press('ArrowDown');
  await expect(messageField(window)).toHaveValue('being written');
});

test('a draft with its picture is still there after the app was killed, and gone once it is sent', async ({ launch }) => {
  const first = await launch({ env: demoEnv('quiet') });
  const one = await startDemo(first.window, 'one');
  await startDemo(first.window, 'two');
  await expect(sessionTab(first.window, /two, idle/)).toBeVisible();
  await messageField(first.window).fill('half a thought 🚂');
  await paste(first.window, { picture: pixel });
  await expect(first.window.getByRole('list', { name: 'Attachments' }).getByRole('img')).toHaveCount(1);
  const onDisk = path.join(first.userData, 'drafts.json');
  await expect.poll(() => (existsSync(onDisk) ? readFileSync(onDisk, 'utf8') : '')).toContain('half a thought');
  await request(first.window, 'sessions.activate', { id: one });
  await expect(messageField(first.window)).toHaveValue('');
  await messageField(first.window).fill('for the other');
  await expect.poll(() => readFileSync(path.join(first.userData, 'drafts.json'), 'utf8')).toContain('for the other');
  first.process.kill('SIGKILL');

  const second = await launch({ env: demoEnv('quiet') });
  await expect(messageField(second.window)).toHaveValue('for the other');
  await sessionTab(second.window, /two/).click();
  await expect(messageField(second.window)).toHaveValue('half a thought 🚂');
  await expect(second.window.getByRole('list', { name: 'Attachments' }).getByRole('img')).toHaveCount(1);
  await messageField(second.window).press('Enter');
  await expect.poll(() => readFileSync(path.join(second.userData, 'drafts.json'), 'utf8')).not.toContain('half a thought');
});

test('a window that is closed at once has kept the last word', async ({ launch }) => {
  const first = await launch({ env: demoEnv('quiet') });
  await startDemo(first.window, 'one');
  await expect(messageField(first.window)).toBeVisible();
  await messageField(first.window).fill('the very last word');
  await first.close();
  const second = await launch({ env: demoEnv('quiet') });
  await expect(messageField(second.window)).toHaveValue('the very last word');
});

test('editing a queued message gives its picture back, and so does putting back one that gave way', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  await startDemo(window, 'ask Bash touch a.txt');
  await expect(window.getByRole('alertdialog')).toBeVisible();
  await window.keyboard.press('Escape');
  const attached = window.getByRole('list', { name: 'Attachments' }).getByRole('img');
  await messageField(window).fill('look at this');
  await paste(window, { picture: pixel });
  await expect(attached).toHaveCount(1);
  await messageField(window).press('Enter');
  await expect(queued(window)).toContainText('1 picture');
  await queued(window).getByRole('button', { name: 'Edit queued message' }).click();
  await expect(messageField(window)).toHaveValue('look at this');
  await expect(attached).toHaveCount(1);
  await messageField(window).press('Enter');
  await expect(queued(window)).toContainText('look at this');
  await messageField(window).fill('or rather not');
  await messageField(window).press('Enter');
  await expect(queued(window)).toContainText('or rather not');
  await expect(window.getByText('An earlier message was not sent: look at this (1 picture)')).toBeVisible();
  await window.getByRole('button', { name: 'Put it back' }).click();
  await expect(messageField(window)).toHaveValue('look at this');
  await expect(attached).toHaveCount(1);
  await expect(window.getByText('An earlier message was not sent')).toBeHidden();
});

test('a queued picture is still there after kill -9 of the app, and one whose file is gone says so', async ({ launch }) => {
  const first = await launch({ env: demoEnv('asks') });
  await startDemo(first.window, 'ask Bash touch a.txt');
  await expect(first.window.getByRole('alertdialog')).toBeVisible();
  await first.window.keyboard.press('Escape');
  await messageField(first.window).fill('look at this');
  await paste(first.window, { picture: pixel });
  await expect(first.window.getByRole('list', { name: 'Attachments' }).getByRole('img')).toHaveCount(1);
  await messageField(first.window).press('Enter');
  await expect(queued(first.window)).toContainText('1 picture');
  first.process.kill('SIGKILL');

  const pictures = path.join(first.userData, 'pictures');
  const [name = ''] = readdirSync(pictures);
  expect(readFileSync(path.join(pictures, name)).toString('base64')).toBe(pixel);
  expect(readFileSync(path.join(first.userData, 'sessions.json'), 'utf8')).not.toContain(pixel);

  const second = await launch({ env: demoEnv('asks') });
  const attached = second.window.getByRole('list', { name: 'Attachments' });
  await expect(queued(second.window)).toContainText('look at this (1 picture)');
  await queued(second.window).getByRole('button', { name: 'Edit queued message' }).click();
  await expect(attached.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  // The draft is written soon after the last change, and the file does not exist before.
  const drafts = path.join(second.userData, 'drafts.json');
  await expect.poll(() => (existsSync(drafts) ? readFileSync(drafts, 'utf8') : '')).toContain(name);
  second.process.kill('SIGKILL');
  rmSync(path.join(pictures, name));

  const third = await launch({ env: demoEnv('asks') });
  await expect(messageField(third.window)).toHaveValue('look at this');
  await expect(third.window.getByRole('list', { name: 'Attachments' })).toContainText(
    'A picture of this message is missing from the disk.',
  );
  await third.window.getByRole('button', { name: 'Remove attachment 1' }).click();
  await expect(third.window.getByRole('list', { name: 'Attachments' })).toBeHidden();
});

test('@ offers the files of the folder, by keyboard and by mouse, also without a run', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  const id = await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  const folder = await folderOf(window, id);
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  for (const file of ['src/main.ts', 'src/mail.ts', 'with blank.txt']) writeFileSync(path.join(folder, file), '');
  await request(window, 'sessions.stop', { id });

  await messageField(window).pressSequentially('look at @ma');
  await expect(files(window).getByRole('option')).toHaveText(['src/mail.ts', 'src/main.ts']);
  await messageField(window).press('ArrowDown');
  const active = await messageField(window).getAttribute('aria-activedescendant');
  await expect(files(window).getByRole('option', { selected: true })).toHaveText('src/main.ts');
  await expect(files(window).getByRole('option', { selected: true })).toHaveAttribute('id', active ?? '');
  await messageField(window).press('Enter');
  await expect(messageField(window)).toHaveValue('look at @src/main.ts ');
  await expect(files(window)).toHaveCount(0);

  await messageField(window).pressSequentially('and @with');
  await files(window).getByRole('option', { name: 'with blank.txt' }).click();
  await expect(messageField(window)).toHaveValue('look at @src/main.ts and @"with blank.txt" ');
  await expect(messageField(window)).toBeFocused();

  await messageField(window).pressSequentially('@sr');
  await expect(files(window)).toBeVisible();
  await messageField(window).press('Escape');
  await expect(files(window)).toHaveCount(0);
  await messageField(window).press('Enter');
  await expect(transcriptLog(window)).toContainText('@sr');
});

test('a file that is dropped is mentioned by its path, a picture is attached', async ({ launch }) => {
  const { window, userData } = await launch({ env: demoEnv('quiet') });
  const id = await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  const inside = path.join(await folderOf(window, id), 'notes.txt');
  const outside = path.join(userData, 'with blank.pdf');
  const picture = path.join(userData, 'pixel.png');
  writeFileSync(inside, '');
  writeFileSync(outside, '');
  writeFileSync(picture, Buffer.from(pixel, 'base64'));
  await messageField(window).fill('see');
  await dropFiles(messageField(window), [inside, outside, picture]);
  await expect(messageField(window)).toHaveValue(`see @notes.txt @"${outside}" `);
  await expect(window.getByRole('list', { name: 'Attachments' }).getByRole('img')).toHaveCount(1);
});

test('Esc Esc in the composer interrupts; elsewhere, once, or just after a dialog it does not', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('crash') });
  const id = await startDemo(window, 'hang');
  await expect(sessionTab(window, /working/)).toBeVisible();
  await messageField(window).press('Escape');
  await sessionTab(window, /working/).focus();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'New session' }).click();
  await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(messageField(window)).toBeFocused();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  expect(await stateOf(window, id)).toBe('working');

  await expect(async () => {
    await messageField(window).press('Escape');
    await messageField(window).press('Escape');
    expect(await stateOf(window, id)).toBe('idle');
  }).toPass();
});

test('a paste that is too long is refused with a reason, and a long one is taken', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startDemo(window, 'hello');
  await expect(sessionTab(window, /idle/)).toBeVisible();
  await paste(window, { text: 'x'.repeat(5_000_001) });
  await expect(window.getByRole('alert')).toContainText('too long to paste');
  const long = 'many words '.repeat(20_000);
  await messageField(window).fill(long);
  await messageField(window).press('Enter');
  await expect(messageField(window)).toHaveValue('');
  await expect(sessionTab(window, /idle/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with the composer and its list in the ${colorScheme} window`, async ({ launch }) => {
    const { window } = await launch({ env: demoEnv('quiet') });
    await window.emulateMedia({ colorScheme });
    const id = await startDemo(window, 'hello');
    await expect(sessionTab(window, /idle/)).toBeVisible();
    writeFileSync(path.join(await folderOf(window, id), 'readme.md'), '');
    await messageField(window).pressSequentially('@');
    await expect(files(window)).toBeVisible();
    expect(await axe(window)).toEqual([]);
  });
}

test('the real claude’s commands and files are offered, and reach it', async ({ launch }) => {
  const api = await startScriptedApi({ plays: { read: [text('Read it.')] } });
  const home = claudeHome({ apiUrl: api.url });
  try {
    writeFileSync(path.join(home.project, 'with blank.txt'), 'the magic words');
    mkdirSync(path.join(home.project, '.claude/commands'), { recursive: true });
    writeFileSync(path.join(home.project, '.claude/commands/greet.md'), '---\ndescription: Greets someone\n---\nSay hello to $ARGUMENTS');
    const { window } = await launch({ env: { ...home.env, SIGNALBOX_CLAUDE: presentClaudeVersions()[oldVersion] } });
    await request(window, 'sessions.create', {
      folder: home.project,
      message: null,
      model: null,
      planFirst: false,
      trust: true,
      demo: false,
    });
    await expect(sessionTab(window, /idle/)).toBeVisible();
    await messageField(window).pressSequentially('/gre');
    await expect(commands(window).getByRole('option', { name: /greet.*Greets someone/ })).toBeVisible();
    await messageField(window).press('Tab');
    await expect(messageField(window)).toHaveValue('/greet ');

    await messageField(window).fill('');
    await messageField(window).pressSequentially('[[read]] @with');
    await expect(files(window).getByRole('option', { name: 'with blank.txt' })).toBeVisible();
    await messageField(window).press('Enter');
    await expect(messageField(window)).toHaveValue('[[read]] @"with blank.txt" ');
    await messageField(window).press('Enter');
    await expect(transcriptLog(window)).toContainText('Read it.');
    expect(JSON.stringify(api.seen)).toContain('the magic words');
  } finally {
    await api.close();
    await home.remove();
  }
});
