import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, startDemo, stateOf } from './support/demo';
import { messageField, sessionList, sessionTab, sessionTabs, transcriptLog } from './support/window';

const titles = async (page: Page): Promise<string[]> =>
  (await sessionTabs(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map(
    (name) => name.split(',')[0] ?? '',
  );

/** Starts sessions that have each answered once. The last one is in front. */
async function startIdle(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const id = await startDemo(page, name);
    await expect.poll(() => stateOf(page, id)).toBe('idle');
    await expect(sessionTab(page, new RegExp(`^${name}, idle`))).toBeVisible();
  }
}

/** Drags with the mouse in small steps, to the middle of another tab or a little further. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('A tab has no place.');
  const middle = ({ x, y, width, height }: NonNullable<typeof start>) => ({ x: x + width / 2, y: y + height / 2 });
  const forward = end.x > start.x || end.y > start.y ? 1 : -1;
  await page.mouse.move(middle(start).x, middle(start).y);
  await page.mouse.down();
  await page.mouse.move(middle(end).x + 20 * forward, middle(end).y + (end.y === start.y ? 0 : 8 * forward), { steps: 12 });
  await page.mouse.up();
}

test('a session that finishes behind another is unread until it is looked at, also after a restart', async ({ launch }) => {
  const first = await launch({ env: demoEnv('asks') });
  const one = await startDemo(first.window, 'ask Bash touch a.txt');
  await expect(sessionTab(first.window, /waiting for you, 1 waiting/)).toBeVisible();
  await startIdle(first.window, 'two');
  const [ask] = await request(first.window, 'asks.list');
  if (!ask) throw new Error('Nothing waits.');
  await request(first.window, 'asks.decide', { id: ask.id, decision: { answer: 'deny' }, surface: 'card' });
  await expect.poll(() => stateOf(first.window, one)).toBe('idle');
  await expect(sessionTab(first.window, /ask Bash.*idle, unread/)).toBeVisible();
  await first.close();

  const second = await launch({ env: demoEnv('asks') });
  await expect(sessionTab(second.window, /ask Bash.*stopped, unread/)).toBeVisible();
  await sessionTab(second.window, /ask Bash/).click();
  await expect(sessionTab(second.window, /ask Bash.*stopped$/)).toHaveAttribute('aria-selected', 'true');
});

test('the one in front is never unread', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one');
  await expect(sessionTab(window, /^one, idle$/)).toBeVisible();
});

test('Ctrl with a digit, Ctrl+Tab and Ctrl+Shift+Tab bring sessions to the front', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one', 'two', 'three');
  const selected = (name: RegExp) => expect(sessionTab(window, name)).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Control+1');
  await selected(/^one/);
  await window.keyboard.press('Control+Tab');
  await selected(/^two/);
  await window.keyboard.press('Control+Shift+Tab');
  await selected(/^one/);
  await window.keyboard.press('Control+Shift+Tab');
  await selected(/^three/);
});

test('tabs are put in another order by dragging, and by keyboard with the focus kept; the order lasts', async ({ launch }) => {
  const first = await launch({ env: demoEnv('quiet') });
  const { window } = first;
  await startIdle(window, 'one', 'two', 'three');
  await drag(window, sessionTab(window, /^one/), sessionTab(window, /^three/));
  await expect.poll(() => titles(window)).toEqual(['two', 'three', 'one']);

  await sessionTab(window, /^one/).focus();
  await window.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => titles(window)).toEqual(['two', 'one', 'three']);
  await expect(sessionTab(window, /^one/)).toBeFocused();
  await expect(window.getByText('Moved to place 2 of 3')).toBeAttached();

  await window.keyboard.press('Control+3');
  await expect(sessionTab(window, /^three/)).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Control+Shift+PageUp');
  await expect.poll(() => titles(window)).toEqual(['two', 'three', 'one']);
  await first.close();

  const second = await launch({ env: demoEnv('quiet') });
  await expect.poll(() => titles(second.window)).toEqual(['two', 'three', 'one']);
});

test('a drag that ends with Esc changes nothing', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one', 'two');
  const box = await sessionTab(window, /^one/).boundingBox();
  if (!box) throw new Error('The tab has no place.');
  await window.mouse.move(box.x + 60, box.y + 15);
  await window.mouse.down();
  await window.mouse.move(box.x + 400, box.y + 15, { steps: 10 });
  await expect.poll(() => titles(window)).toEqual(['two', 'one']);
  await window.keyboard.press('Escape');
  await expect.poll(() => titles(window)).toEqual(['one', 'two']);
  await window.mouse.up();
  expect((await request(window, 'sessions.list')).sessions.map(({ title }) => title)).toEqual(['one', 'two']);
});

test('an idle session closes at once; Undo and Ctrl+Shift+T bring sessions back with what was said', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one', 'two');
  await window.keyboard.press('Control+w');
  await expect(sessionTab(window, /^two/)).toHaveCount(0);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(sessionTab(window, /^two, stopped/)).toHaveAttribute('aria-selected', 'true');
  await expect(transcriptLog(window)).toContainText('two');

  await window.keyboard.press('Control+w');
  await expect(sessionTabs(window)).toHaveCount(1);
  await window.keyboard.press('Control+w');
  await expect(sessionTabs(window)).toHaveCount(0);
  await window.keyboard.press('Control+Shift+t');
  await expect(sessionTab(window, /^one/)).toBeVisible();
  await window.keyboard.press('Control+Shift+t');
  await expect(sessionTabs(window)).toHaveCount(2);
  await messageField(window).fill('go on');
  await messageField(window).press('Enter');
  await expect(sessionTab(window, /^two, idle/)).toBeVisible();
});

test('closing asks first where something waits, says what ends, and keeps the session on Cancel', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('asks') });
  await startDemo(window, 'ask Bash touch a.txt');
  await expect(sessionTab(window, /waiting for you/)).toBeVisible();
  await window.getByRole('button', { name: 'Close ask Bash touch a.txt' }).click();
  const question = window.getByRole('dialog', { name: 'Close “ask Bash touch a.txt”?' });
  await expect(question).toContainText('1 request will go unanswered');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(sessionTab(window, /waiting for you/)).toBeVisible();
  await sessionTab(window, /waiting for you/).press('Delete');
  await question.getByRole('button', { name: 'Close session' }).click();
  // While the dialog is open, screen readers find nothing else.
  await expect(question).toHaveCount(0);
  await expect(sessionTabs(window)).toHaveCount(0);
  expect(await request(window, 'asks.list')).toEqual([]);
});

test('a tab in the back shows its close button while it is pointed at, over its title and without moving it', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one', 'two');
  const close = window.getByRole('button', { name: 'Close one' });
  const title = sessionTab(window, /^one/).getByText('one');
  await expect(close).toHaveCSS('opacity', '0');
  await expect(window.getByRole('button', { name: 'Close two' })).toHaveCSS('opacity', '1');
  const before = await title.boundingBox();
  await sessionTab(window, /^one/).hover();
  await expect(close).toHaveCSS('opacity', '1');
  expect(await title.boundingBox()).toEqual(before);
  await close.click();
  await expect.poll(() => titles(window)).toEqual(['two']);
});

test('the header of a session is one line beside the list, too', async ({ launch }) => {
  const { window, electron } = await launch({ env: demoEnv('quiet') });
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1180, 780));
  await startIdle(window, 'a session whose title is as long as titles are');
  await request(window, 'settings.change', { sessionsAsList: true });
  await expect(sessionList(window)).toHaveAttribute('aria-orientation', 'vertical');
  const middle = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return box ? Math.round(box.y + box.height / 2) : Number.NaN;
  };
  const line = await middle(window.getByRole('heading', { level: 1 }));
  for (const part of [window.getByRole('tab', { name: 'Terminal' }), window.getByRole('button', { name: 'Stop' })])
    expect(Math.abs((await middle(part)) - line)).toBeLessThan(3);
});

test('more sessions than fit stand in a list by folder, and fewer are tabs again', async ({ launch }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-orchard-'));
  try {
    const { window, electron } = await launch({ env: demoEnv('quiet') });
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 700));
    await startIdle(window, 'one', 'two', 'three');
    await request(window, 'sessions.create', { folder, message: null, model: null, planFirst: false, trust: false, demo: false });
    const list = sessionList(window);
    await expect(list).toHaveAttribute('aria-orientation', 'horizontal');
    await startDemo(window, 'four');
    await startDemo(window, 'five');
    await expect(list).toHaveAttribute('aria-orientation', 'vertical');
    await expect(window.getByText('Demo agent', { exact: true })).toBeVisible();
    await expect(window.getByText(path.basename(folder), { exact: true }).first()).toBeVisible();
    // Sessions of one folder are next to each other, so positions are those on the screen.
    await expect.poll(() => titles(window)).toEqual(['one', 'two', 'three', 'four', 'five', path.basename(folder)]);
    await window.keyboard.press('Control+6');
    await expect(sessionTab(window, new RegExp(`^${path.basename(folder)}`))).toHaveAttribute('aria-selected', 'true');
    // Wait until all sessions are idle: one that is still starting asks before it closes.
    await expect(sessionTab(window, new RegExp(`^${path.basename(folder)}, idle`))).toBeVisible();
    await expect(sessionTab(window, /^five, idle/)).toBeVisible();
    await drag(window, sessionTab(window, /^four/), sessionTab(window, /^one/));
    await expect.poll(() => titles(window)).toEqual(['four', 'one', 'two', 'three', 'five', path.basename(folder)]);

    await window.keyboard.press('Control+w');
    await expect(sessionTabs(window)).toHaveCount(5);
    await sessionTab(window, /^five/).press('Delete');
    await expect(list).toHaveAttribute('aria-orientation', 'horizontal');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a person can have the list always, and it stays', async ({ launch }) => {
  const first = await launch({ env: demoEnv('quiet') });
  await startIdle(first.window, 'one');
  await first.window.keyboard.press('Control+k');
  await first.window.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('as a list');
  await first.window.keyboard.press('Enter');
  await expect(sessionList(first.window)).toHaveAttribute('aria-orientation', 'vertical');
  await first.close();
  const second = await launch({ env: demoEnv('quiet') });
  await expect(sessionList(second.window)).toHaveAttribute('aria-orientation', 'vertical');
});

test('the header tells how full the conversation is, and the status bar what the day cost', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one', 'two');
  await expect(window.getByRole('meter', { name: 'Context used' })).toHaveAttribute(
    'aria-valuetext',
    /Context used: \d+ of 200,000 tokens/,
  );
  await window.getByRole('button', { name: /^Today \$0\.\d+/ }).click();
  await expect(window.getByText('two').last()).toBeVisible();
  const [today] = await request(window, 'ledger.costs');
  const [spender, other] = today?.sessions ?? [];
  if (!spender || !other) throw new Error('Two sessions cost something.');
  // A fork contains the turns of the original, but their cost counts only once.
  await request(window, 'sessions.fork', { id: spender.id });
  expect(await request(window, 'ledger.costs')).toEqual([today]);
});

test('Auto-approve all is asked about first, with minutes and a warning, and the tab counts them down', async ({ launch }) => {
  const { window } = await launch({ env: demoEnv('quiet') });
  await startIdle(window, 'one');
  const mode = window.getByRole('combobox', { name: 'Permission mode' });
  await expect(mode).toHaveValue('ask');
  await mode.selectOption('Auto-approve all');
  const question = window.getByRole('dialog', { name: 'Auto-approve all?' });
  await expect(question).toContainText('without asking you');
  await expect(question.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30');
  await question.getByRole('textbox', { name: 'Minutes' }).fill('0');
  await expect(question.getByRole('button', { name: 'Approve all' })).toBeDisabled();
  await window.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(mode).toHaveValue('ask');

  await mode.selectOption('Auto-approve all');
  await question.getByRole('textbox', { name: 'Minutes' }).fill('12');
  await question.getByRole('button', { name: 'Approve all' }).click();
  await expect(mode).toHaveValue('all');
  await expect(sessionTab(window, /^one, idle, approves all for 12 minutes$/)).toBeVisible();
  await expect(window.getByText(/approves all for 1[12]:\d\d/)).toBeVisible();
  await mode.selectOption('Ask for each permission');
  await expect(sessionTab(window, /^one, idle$/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with tabs, list, questions and toasts in the ${colorScheme} window`, async ({ launch }) => {
    const { window } = await launch({ env: demoEnv('asks') });
    await window.emulateMedia({ colorScheme });
    const audit = async () => (await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations;
    await startIdle(window, 'one', 'two');
    await startDemo(window, 'ask Bash touch a.txt');
    await expect(sessionTab(window, /waiting for you/)).toBeVisible();
    await window.keyboard.press('Control+w');
    await expect(window.getByRole('dialog')).toBeVisible();
    expect(await audit()).toEqual([]);
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+1');
    await expect(sessionTab(window, /^one/)).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Control+w');
    await expect(window.getByText('“one” closed').first()).toBeVisible();
    await window.getByRole('button', { name: /^Today/ }).click();
    expect(await audit()).toEqual([]);
    await request(window, 'settings.change', { sessionsAsList: true });
    await expect(sessionList(window)).toHaveAttribute('aria-orientation', 'vertical');
    expect(await audit()).toEqual([]);
  });
}
