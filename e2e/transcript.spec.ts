import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { SessionId } from '../src/shared/ids';
import { expect, type Fixtures, type RunningApp, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { everyKind } from './support/every-kind';
import { seedItems, seedLongTranscript } from './support/seed-transcript.mjs';
import { transcriptLog } from './support/window';

const rows = (page: Page) => transcriptLog(page).locator('[data-index]');
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in transcript' });
const distanceToEnd = (page: Page) => transcriptLog(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);

/** An idle session whose transcript can be replaced before the app starts again. */
async function withTranscript(
  launch: Fixtures['launch'],
  seed: (app: RunningApp, file: string, id: SessionId) => Promise<void>,
): Promise<RunningApp & { readonly id: SessionId }> {
  const first = await launch({ env: demoEnv('quiet') });
  const id = await startDemo(first.window, 'hello');
  await expect.poll(() => stateOf(first.window, id)).toBe('idle');
  await request(first.window, 'sessions.stop', { id });
  await expect.poll(() => stateOf(first.window, id)).toBe('stopped');
  await seed(first, path.join(first.userData, 'ledger.db'), id);
  await first.close();
  return { ...(await launch({ env: demoEnv('quiet') })), id };
}

const long = (launch: Fixtures['launch'], count = 100_000) =>
  withTranscript(launch, ({ electron }, file, id) => seedLongTranscript(electron, file, id, count));
const gallery = (launch: Fixtures['launch']) =>
  withTranscript(launch, ({ electron }, file, id) => seedItems(electron, file, id, everyKind));

test('of 100,000 items the last are shown, any can be gone to, and few are drawn', async ({ launch }) => {
  const { window } = await long(launch);
  await expect(transcriptLog(window)).toContainText('item 99999');
  await expect.poll(() => distanceToEnd(window)).toBeLessThan(2);
  await transcriptLog(window).focus();
  await window.keyboard.press('Home');
  await expect(transcriptLog(window)).toContainText('Please look at item 0 next.');
  for (const share of [0.2, 0.5, 0.8]) {
    await transcriptLog(window).evaluate((log, to) => log.scrollTo({ top: log.scrollHeight * to }), share);
    await expect(rows(window).first()).toBeVisible();
    const index = Number(await rows(window).first().getAttribute('data-index'));
    expect(Math.abs(index / 100_000 - share)).toBeLessThan(0.1);
    // Rows still move while their heights are measured, so the first row and its text are read together.
    const saysItsIndex = () =>
      rows(window)
        .first()
        .evaluate((row) => row.textContent.includes(row.getAttribute('data-index') ?? 'none'));
    await expect.poll(saysItsIndex).toBe(true);
    expect(await rows(window).count()).toBeLessThan(60);
  }
  await window.keyboard.press('End');
  await expect(transcriptLog(window)).toContainText('item 99999');
});

test('a person who scrolled up is told how much is new, and gets back to the end', async ({ launch }) => {
  const { window, id } = await long(launch, 200);
  await expect(transcriptLog(window)).toContainText('item 199');
  await transcriptLog(window).hover();
  await window.mouse.wheel(0, -1_500);
  await expect(window.getByRole('button', { name: 'Jump to the end' })).toBeVisible();
  const place = await rows(window).first().getAttribute('data-index');
  await request(window, 'sessions.send', { id, message: { text: 'one more', images: [] } });
  const fresh = window.getByRole('button', { name: /^\d+ new$/ });
  await expect(fresh).toHaveText(/^[3-9] new$/);
  expect(await rows(window).first().getAttribute('data-index')).toBe(place);
  await fresh.click();
  await expect(transcriptLog(window)).toContainText('one more');
  await expect.poll(() => distanceToEnd(window)).toBeLessThan(2);
  await expect(fresh).toHaveCount(0);
});

test('each session keeps the place where it was read', async ({ launch }) => {
  const { window, id } = await long(launch, 3_000);
  await transcriptLog(window).evaluate((log) => log.scrollTo({ top: log.scrollHeight / 3 }));
  await expect(rows(window).first()).toContainText(/item/);
  const top = () =>
    transcriptLog(window).evaluate((log) => {
      const edge = log.getBoundingClientRect().top;
      const row = [...log.querySelectorAll('[data-index]')].find((one) => one.getBoundingClientRect().bottom > edge);
      return row && `${row.getAttribute('data-index')} at ${Math.round(row.getBoundingClientRect().top - edge)}`;
    });
  // Rows move until they are measured.
  const seen: (string | undefined)[] = [];
  await expect.poll(async () => seen.push(await top()) > 1 && seen.at(-1) === seen.at(-2)).toBe(true);
  const before = seen.at(-1);
  await startDemo(window, 'another');
  await expect(transcriptLog(window)).toContainText('another');
  await request(window, 'sessions.activate', { id });
  await expect.poll(top).toBe(before);
});

test('find looks through all of it, opens what is closed, and steps through the hits', async ({ launch }) => {
  const { window } = await long(launch, 20_000);
  await expect(transcriptLog(window)).toContainText('item 19999');
  await window.keyboard.press('ControlOrMeta+f');
  await find(window).fill('ITEM 12342, line');
  const bar = window.getByRole('search');
  await expect(bar.getByRole('status')).toHaveText('1 of 1');
  await expect(transcriptLog(window).getByText('item 12342, line 0')).toBeInViewport();
  await find(window).fill('item 77');
  await expect(bar.getByRole('status')).toHaveText('111 of 111');
  await find(window).press('Enter');
  await expect(bar.getByRole('status')).toHaveText('1 of 111');
  await expect(transcriptLog(window).locator('[data-index="77"]')).toBeInViewport();
  await find(window).press('Shift+Enter');
  await expect(bar.getByRole('status')).toHaveText('111 of 111');
  expect(await window.evaluate(() => [...CSS.highlights.keys()])).toEqual(['found', 'found-here']);
  await find(window).fill('nobody said this');
  await expect(bar.getByRole('status')).toHaveText('Not found');
  await find(window).press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(transcriptLog(window)).toBeFocused();
  expect(await window.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('each kind of call is shown in its own way', async ({ launch }) => {
  const { window } = await gallery(launch);
  const log = transcriptLog(window);
  const indexOf = (name: string) => everyKind.findIndex((item) => item.kind === 'tool' && item.toolUseId === name);
  const row = (name: string) => log.locator(`[data-index="${indexOf(name)}"]`);
  /** Scrolls down until the item is there. The calls below it are in order. */
  const at = async (name: string) => {
    const step = () =>
      log.evaluate((element, index) => {
        const found = element.querySelector(`[data-index="${index}"]`);
        if (found) found.scrollIntoView({ block: 'center' });
        else element.scrollBy(0, 200);
        return found !== null;
      }, indexOf(name));
    await expect.poll(step, { intervals: [20] }).toBe(true);
    return row(name);
  };
  await expect(rows(window).last()).toBeVisible();
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(await at('bash')).toContainText('npm run build');
  await expect(row('bash')).toContainText('Allowed by rule Bash(npm run *)');
  await expect(row('bash')).not.toContainText('line 29');
  await row('bash').getByRole('button', { name: 'Show 22 more lines' }).click();
  await expect(row('bash')).toContainText('line 29');
  await expect(await at('failed')).toContainText('failed, exit code 127');
  await expect(row('failed')).toContainText('You changed this');
  await expect(row('failed').getByRole('group', { name: 'Your change of command' })).toContainText('check-departures --strict');
  await expect(await at('denied')).toContainText(/Denied in the tray at \d\d:\d\d: Keep the build\./);
  await expect((await at('edit')).getByRole('group', { name: 'Changes to /project/board.ts' })).toContainText('const late = true;');
  await expect((await at('write')).getByRole('group', { name: 'Change asked for to /project/new.css' })).toContainText('color: red;');
  await (await at('read')).getByText('Read').click();
  await expect(row('read')).toContainText('const a = 1;');
  await expect((await at('todo')).getByRole('listitem')).toHaveText([
    /Build the board, done/,
    /Colour late trains, in progress/,
    /Check the page, to do/,
  ]);
  await expect(await at('agent')).toContainText('2 tool calls');
  await expect(log).not.toContainText('The subagent says hello.');
  await row('agent').getByRole('button', { name: 'Show its 2 steps' }).click();
  await expect(log).toContainText('The subagent says hello.');
  await row('agent').getByRole('button', { name: 'Hide its steps' }).click();
  await expect(log).not.toContainText('The subagent says hello.');
  await expect(await at('mcp')).toContainText('github: list_issues');
  await (await at('odd')).getByText('Teleport').click();
  await expect(row('odd')).toContainText('"Birch Halt"');
});

test('what a model says is text: no scripts, no pictures from elsewhere, links by way of a check', async ({ launch }) => {
  const { window, electron } = await gallery(launch);
  await electron.evaluate(({ shell }) => {
    shell.openExternal = async (url) => {
      Object.assign(globalThis, { opened: url });
    };
  });
  const log = transcriptLog(window);
  await expect(rows(window).last()).toBeVisible();
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(log.getByRole('link', { name: 'a picture' })).toBeVisible();
  await expect(log).toContainText("<script>document.title = 'taken'</script>");
  expect(await log.locator('script, iframe, img[src^=http]').count()).toBe(0);
  await expect(log.getByRole('link', { name: 'a link' })).toHaveCount(0);
  await log.getByRole('link', { name: 'the docs' }).click();
  await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'opened'))).toBe('https://example.com/docs');
  await log.getByRole('button', { name: 'Copy' }).first().click();
  await expect(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('export const answer = 42; // of course');
});

test('a path inside the session’s folder reads from there, and is whole where it is pointed at', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  const id = await startDemo(window, 'ask Write notes.txt');
  const path = transcriptLog(window).getByText('notes.txt', { exact: true });
  await expect(path.first()).toHaveAttribute('title', `${await folderOf(window, id)}/notes.txt`);
});

test('text streams in as it is said, at the end of the view', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('flood') });
  const id = await startDemo(window, 'flood 2000 500');
  await expect(transcriptLog(window)).toContainText('#100 ');
  await expect.poll(() => distanceToEnd(window)).toBeLessThan(2);
  await expect.poll(() => stateOf(window, id)).toBe('idle');
  await expect(transcriptLog(window)).toContainText('#1999');
  await expect.poll(() => distanceToEnd(window)).toBeLessThan(2);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with any kind of item in the ${colorScheme} window`, async ({ launch }) => {
    const { window } = await gallery(launch);
    await window.emulateMedia({ colorScheme });
    await expect(rows(window).first()).toBeVisible();
    await window.keyboard.press('ControlOrMeta+f');
    await find(window).fill('board');
    await expect(window.getByRole('search').getByRole('status')).toContainText('of');
    for (const share of [0, 0.33, 0.66, 1]) {
      await transcriptLog(window).evaluate((log, to) => log.scrollTo({ top: (log.scrollHeight - log.clientHeight) * to }), share);
      await expect(rows(window).first()).toBeVisible();
      expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([]);
    }
  });
}
